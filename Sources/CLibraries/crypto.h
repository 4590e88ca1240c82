/* The few declarations of libcrypto that are needed here, the same in 1.1.1 and 3.x. */
#ifndef MFA_CRYPTO_H
#define MFA_CRYPTO_H

#include "CLibraries.h"

typedef struct bio_st BIO;
typedef struct bio_method_st BIO_METHOD;
typedef struct engine_st ENGINE;
typedef struct evp_cipher_st EVP_CIPHER;
typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_md_st EVP_MD;
typedef struct evp_pkey_ctx_st EVP_PKEY_CTX;
typedef struct evp_pkey_st EVP_PKEY;

typedef int pem_password_callback(char *buffer, int size, int is_written, void *context);

enum { EVP_PKEY_RSA = 6, EVP_PKEY_EC = 408 };
enum { BIO_CTRL_INFO = 3 };

/* The functions, once found, by their names in the library. */
struct crypto_functions {
  void (*ERR_clear_error)(void);
  void (*OPENSSL_cleanse)(void *start, size_t length);
  int (*CRYPTO_memcmp)(const void *left, const void *right, size_t length);

  const EVP_MD *(*EVP_sha256)(void);
  int (*EVP_Digest)(const void *data, size_t length, unsigned char *digest, unsigned *digest_length,
                    const EVP_MD *type, ENGINE *engine);
  unsigned char *(*HMAC)(const EVP_MD *type, const void *key, int key_length, const unsigned char *data,
                         size_t length, unsigned char *code, unsigned *code_length);

  BIO *(*BIO_new_mem_buf)(const void *start, int length);
  BIO *(*BIO_new)(const BIO_METHOD *type);
  const BIO_METHOD *(*BIO_s_mem)(void);
  long (*BIO_ctrl)(BIO *bio, int command, long number, void *argument);
  int (*BIO_free)(BIO *bio);

  EVP_PKEY *(*PEM_read_bio_PrivateKey)(BIO *bio, EVP_PKEY **key, pem_password_callback *callback, void *context);
  EVP_PKEY *(*PEM_read_bio_PUBKEY)(BIO *bio, EVP_PKEY **key, pem_password_callback *callback, void *context);
  int (*PEM_write_bio_PKCS8PrivateKey)(BIO *bio, const EVP_PKEY *key, const EVP_CIPHER *cipher,
                                       const char *password, int password_length,
                                       pem_password_callback *callback, void *context);
  EVP_PKEY *(*d2i_PUBKEY)(EVP_PKEY **key, const unsigned char **start, long length);
  EVP_PKEY *(*d2i_PublicKey)(int type, EVP_PKEY **key, const unsigned char **start, long length);
  int (*i2d_PUBKEY)(const EVP_PKEY *key, unsigned char **start);

  /* Named EVP_PKEY_base_id and EVP_PKEY_bits in 1.1.1. */
  int (*EVP_PKEY_get_base_id)(const EVP_PKEY *key);
  int (*EVP_PKEY_get_bits)(const EVP_PKEY *key);
  void (*EVP_PKEY_free)(EVP_PKEY *key);
  EVP_PKEY_CTX *(*EVP_PKEY_CTX_new_id)(int type, ENGINE *engine);
  void (*EVP_PKEY_CTX_free)(EVP_PKEY_CTX *context);
  int (*EVP_PKEY_CTX_ctrl_str)(EVP_PKEY_CTX *context, const char *name, const char *value);
  int (*EVP_PKEY_keygen_init)(EVP_PKEY_CTX *context);
  int (*EVP_PKEY_keygen)(EVP_PKEY_CTX *context, EVP_PKEY **key);

  EVP_MD_CTX *(*EVP_MD_CTX_new)(void);
  void (*EVP_MD_CTX_free)(EVP_MD_CTX *context);
  int (*EVP_DigestSignInit)(EVP_MD_CTX *context, EVP_PKEY_CTX **key_context, const EVP_MD *type, ENGINE *engine,
                            EVP_PKEY *key);
  int (*EVP_DigestSign)(EVP_MD_CTX *context, unsigned char *signature, size_t *length,
                        const unsigned char *message, size_t message_length);
  int (*EVP_DigestVerifyInit)(EVP_MD_CTX *context, EVP_PKEY_CTX **key_context, const EVP_MD *type,
                              ENGINE *engine, EVP_PKEY *key);
  int (*EVP_DigestVerify)(EVP_MD_CTX *context, const unsigned char *signature, size_t length,
                          const unsigned char *message, size_t message_length);
};

/* The functions of libcrypto, opened on the first call, or NULL when it can't be. */
const struct crypto_functions *mfa_crypto(void);

/* Keys as libcrypto's own values, each to be freed by EVP_PKEY_free. NULL for one that can't be read. */
EVP_PKEY *mfa_read_private_pem(const struct crypto_functions *crypto, struct mfa_bytes pem);
EVP_PKEY *mfa_read_public_der(const struct crypto_functions *crypto, struct mfa_bytes der);

/* Whether a key is of a kind that is used here, and of which. */
int mfa_key_kind_of(const struct crypto_functions *crypto, const EVP_PKEY *key, enum mfa_key_kind *kind);

/* The public half as SubjectPublicKeyInfo in DER. */
enum mfa_crypto_result mfa_write_public_der(const struct crypto_functions *crypto, const EVP_PKEY *key,
                                            struct mfa_buffer *der);

#endif
