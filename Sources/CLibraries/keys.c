/* Makes keys, and reads and writes them. */
#include "crypto.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RSA_BITS_LEAST = 2048, RSA_BITS_MOST = 8192 };

/* In place of libcrypto's own, which asks on the terminal. */
static int no_password(char *buffer, int size, int is_written, void *context) {
  (void)buffer, (void)size, (void)is_written, (void)context;
  return -1;
}

/* What stands behind the outer SEQUENCE of a SubjectPublicKeyInfo: id-ecPublicKey with the curve prime256v1
   (RFC 5480, section 2.1.1). It is looked for because the ways to ask a key for its curve differ between the
   library's versions. */
static const unsigned char p256_algorithm[] = {0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48,
                                               0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
                                               0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07};

static int is_p256(const struct crypto_functions *crypto, const EVP_PKEY *key) {
  struct mfa_buffer der;
  if (mfa_write_public_der(crypto, key, &der) != MFA_CRYPTO_OK) return 0;
  int found = der.length > 2 + sizeof p256_algorithm &&
              memcmp(der.start + 2, p256_algorithm, sizeof p256_algorithm) == 0;
  mfa_buffer_free(&der);
  return found;
}

int mfa_key_kind_of(const struct crypto_functions *crypto, const EVP_PKEY *key, enum mfa_key_kind *kind) {
  switch (crypto->EVP_PKEY_get_base_id(key)) {
    case EVP_PKEY_RSA: {
      /* The lower limit is for the service's sake, the upper one for the time that somebody else's key takes. */
      int bits = crypto->EVP_PKEY_get_bits(key);
      *kind = MFA_KEY_RSA;
      return bits >= RSA_BITS_LEAST && bits <= RSA_BITS_MOST;
    }
    case EVP_PKEY_EC:
      *kind = MFA_KEY_P256;
      return is_p256(crypto, key);
    default:
      return 0;
  }
}

typedef EVP_PKEY *pem_reader(BIO *bio, EVP_PKEY **key, pem_password_callback *callback, void *context);

static EVP_PKEY *read_pem(const struct crypto_functions *crypto, struct mfa_bytes pem, pem_reader *read) {
  if (pem.length == 0 || pem.length > INT_MAX) return NULL;
  BIO *bio = crypto->BIO_new_mem_buf(pem.start, (int)pem.length);
  if (bio == NULL) return NULL;
  EVP_PKEY *key = read(bio, NULL, no_password, NULL);
  crypto->BIO_free(bio);
  return key;
}

EVP_PKEY *mfa_read_private_pem(const struct crypto_functions *crypto, struct mfa_bytes pem) {
  return read_pem(crypto, pem, crypto->PEM_read_bio_PrivateKey);
}

/* NULL too when something stands behind the key. */
static EVP_PKEY *if_whole(const struct crypto_functions *crypto, EVP_PKEY *key, struct mfa_bytes der,
                          const unsigned char *end) {
  if (key == NULL || end == der.start + der.length) return key;
  crypto->EVP_PKEY_free(key);
  return NULL;
}

EVP_PKEY *mfa_read_public_der(const struct crypto_functions *crypto, struct mfa_bytes der) {
  if (der.length == 0 || der.length > INT_MAX) return NULL;
  const unsigned char *end = der.start;
  EVP_PKEY *key = crypto->d2i_PUBKEY(NULL, &end, (long)der.length);
  return if_whole(crypto, key, der, end);
}

static EVP_PKEY *read_rsa_public_der(const struct crypto_functions *crypto, struct mfa_bytes der) {
  if (der.length == 0 || der.length > INT_MAX) return NULL;
  const unsigned char *end = der.start;
  EVP_PKEY *key = crypto->d2i_PublicKey(EVP_PKEY_RSA, NULL, &end, (long)der.length);
  return if_whole(crypto, key, der, end);
}

enum mfa_crypto_result mfa_write_public_der(const struct crypto_functions *crypto, const EVP_PKEY *key,
                                            struct mfa_buffer *der) {
  der->start = NULL;
  der->length = 0;
  int length = crypto->i2d_PUBKEY(key, NULL);
  if (length <= 0) return MFA_CRYPTO_FAILED;
  unsigned char *bytes = malloc((size_t)length);
  /* It is moved to the end of what was written. */
  unsigned char *position = bytes;
  if (bytes == NULL || crypto->i2d_PUBKEY(key, &position) != length) {
    free(bytes);
    return MFA_CRYPTO_FAILED;
  }
  der->start = bytes;
  der->length = (size_t)length;
  return MFA_CRYPTO_OK;
}

static enum mfa_crypto_result write_private_pem(const struct crypto_functions *crypto, const EVP_PKEY *key,
                                                struct mfa_buffer *pem) {
  BIO *bio = crypto->BIO_new(crypto->BIO_s_mem());
  if (bio == NULL) return MFA_CRYPTO_FAILED;
  char *text = NULL;
  long length = 0;
  unsigned char *bytes = NULL;
  if (crypto->PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL) == 1) {
    length = crypto->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text);
    if (length > 0) bytes = malloc((size_t)length);
  }
  if (bytes != NULL) {
    memcpy(bytes, text, (size_t)length);
    pem->start = bytes;
    pem->length = (size_t)length;
  }
  /* Which wipes the text in it. */
  crypto->BIO_free(bio);
  return bytes != NULL ? MFA_CRYPTO_OK : MFA_CRYPTO_FAILED;
}

static EVP_PKEY *generate(const struct crypto_functions *crypto, enum mfa_key_kind kind, int bits) {
  char size[16];
  snprintf(size, sizeof size, "%d", bits);
  int is_rsa = kind == MFA_KEY_RSA;
  EVP_PKEY_CTX *context = crypto->EVP_PKEY_CTX_new_id(is_rsa ? EVP_PKEY_RSA : EVP_PKEY_EC, NULL);
  EVP_PKEY *key = NULL;
  if (context != NULL && crypto->EVP_PKEY_keygen_init(context) == 1 &&
      crypto->EVP_PKEY_CTX_ctrl_str(context, is_rsa ? "rsa_keygen_bits" : "ec_paramgen_curve",
                                    is_rsa ? size : "P-256") == 1 &&
      (is_rsa || crypto->EVP_PKEY_CTX_ctrl_str(context, "ec_param_enc", "named_curve") == 1)) {
    if (crypto->EVP_PKEY_keygen(context, &key) != 1) key = NULL;
  }
  crypto->EVP_PKEY_CTX_free(context);
  return key;
}

enum mfa_crypto_result mfa_make_key(enum mfa_key_kind kind, int bits, struct mfa_buffer *private_key,
                                    struct mfa_buffer *public_key) {
  memset(private_key, 0, sizeof *private_key);
  memset(public_key, 0, sizeof *public_key);
  const struct crypto_functions *crypto = mfa_crypto();
  if (crypto == NULL) return MFA_CRYPTO_NO_LIBRARY;
  if (kind == MFA_KEY_RSA && (bits < RSA_BITS_LEAST || bits > RSA_BITS_MOST)) return MFA_CRYPTO_UNUSABLE_KEY;
  EVP_PKEY *key = generate(crypto, kind, bits);
  enum mfa_crypto_result result = MFA_CRYPTO_FAILED;
  if (key != NULL) result = write_private_pem(crypto, key, private_key);
  if (result == MFA_CRYPTO_OK) result = mfa_write_public_der(crypto, key, public_key);
  if (result != MFA_CRYPTO_OK) mfa_buffer_free(private_key);
  crypto->EVP_PKEY_free(key);
  crypto->ERR_clear_error();
  return result;
}

/* Gives the public half of a key, which is freed. */
static enum mfa_crypto_result give_public(const struct crypto_functions *crypto, EVP_PKEY *key,
                                          enum mfa_key_kind *kind, struct mfa_buffer *public_key) {
  enum mfa_crypto_result result = MFA_CRYPTO_UNUSABLE_KEY;
  if (key != NULL && mfa_key_kind_of(crypto, key, kind)) result = mfa_write_public_der(crypto, key, public_key);
  crypto->EVP_PKEY_free(key);
  crypto->ERR_clear_error();
  return result;
}

enum mfa_crypto_result mfa_read_public_key(struct mfa_bytes bytes, enum mfa_key_kind *kind,
                                           struct mfa_buffer *public_key) {
  memset(public_key, 0, sizeof *public_key);
  const struct crypto_functions *crypto = mfa_crypto();
  if (crypto == NULL) return MFA_CRYPTO_NO_LIBRARY;
  /* DER begins with a SEQUENCE. Each attempt with the wrong form would cost as much as a signature. */
  int is_der = bytes.length > 0 && bytes.start[0] == 0x30;
  EVP_PKEY *key = is_der ? mfa_read_public_der(crypto, bytes) : read_pem(crypto, bytes, crypto->PEM_read_bio_PUBKEY);
  if (key == NULL && is_der) key = read_rsa_public_der(crypto, bytes);
  return give_public(crypto, key, kind, public_key);
}

enum mfa_crypto_result mfa_public_half(struct mfa_bytes pem, enum mfa_key_kind *kind,
                                       struct mfa_buffer *public_key) {
  memset(public_key, 0, sizeof *public_key);
  const struct crypto_functions *crypto = mfa_crypto();
  if (crypto == NULL) return MFA_CRYPTO_NO_LIBRARY;
  return give_public(crypto, mfa_read_private_pem(crypto, pem), kind, public_key);
}
