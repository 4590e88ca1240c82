/* Hashes, signs and verifies. */
#include "crypto.h"

#include <limits.h>
#include <stdlib.h>

/* What stands for no bytes: libcrypto takes a NULL for "as before" in places. */
static const unsigned char nothing[1] = {0};

static const unsigned char *start_of(struct mfa_bytes bytes) {
  return bytes.length > 0 ? bytes.start : nothing;
}

enum mfa_crypto_result mfa_hmac_sha256(struct mfa_bytes key, struct mfa_bytes message, unsigned char *code) {
  const struct crypto_functions *crypto = mfa_crypto();
  if (crypto == NULL) return MFA_CRYPTO_NO_LIBRARY;
  if (key.length > INT_MAX) return MFA_CRYPTO_UNUSABLE_KEY;
  unsigned length = 0;
  unsigned char *result = crypto->HMAC(crypto->EVP_sha256(), start_of(key), (int)key.length, start_of(message),
                                       message.length, code, &length);
  crypto->ERR_clear_error();
  return result != NULL && length == MFA_SHA256_LENGTH ? MFA_CRYPTO_OK : MFA_CRYPTO_FAILED;
}

enum mfa_crypto_result mfa_sha256(struct mfa_bytes message, unsigned char *digest) {
  const struct crypto_functions *crypto = mfa_crypto();
  if (crypto == NULL) return MFA_CRYPTO_NO_LIBRARY;
  unsigned length = 0;
  int done = crypto->EVP_Digest(start_of(message), message.length, digest, &length, crypto->EVP_sha256(), NULL);
  crypto->ERR_clear_error();
  return done == 1 && length == MFA_SHA256_LENGTH ? MFA_CRYPTO_OK : MFA_CRYPTO_FAILED;
}

enum mfa_crypto_result mfa_compare(struct mfa_bytes left, struct mfa_bytes right) {
  const struct crypto_functions *crypto = mfa_crypto();
  if (crypto == NULL) return MFA_CRYPTO_NO_LIBRARY;
  if (left.length != right.length) return MFA_CRYPTO_MISMATCH;
  int differ = crypto->CRYPTO_memcmp(start_of(left), start_of(right), left.length);
  return differ ? MFA_CRYPTO_MISMATCH : MFA_CRYPTO_OK;
}

static int is_of_kind(const struct crypto_functions *crypto, const EVP_PKEY *key, enum mfa_key_kind kind) {
  enum mfa_key_kind found;
  return key != NULL && mfa_key_kind_of(crypto, key, &found) && found == kind;
}

static enum mfa_crypto_result sign_with(const struct crypto_functions *crypto, EVP_PKEY *key,
                                        struct mfa_bytes message, struct mfa_buffer *signature) {
  EVP_MD_CTX *context = crypto->EVP_MD_CTX_new();
  unsigned char *bytes = NULL;
  /* First the most that it can be; a signature in DER is often shorter. */
  size_t length = 0;
  int done = context != NULL &&
             crypto->EVP_DigestSignInit(context, NULL, crypto->EVP_sha256(), NULL, key) == 1 &&
             crypto->EVP_DigestSign(context, NULL, &length, start_of(message), message.length) == 1 &&
             (bytes = malloc(length)) != NULL &&
             crypto->EVP_DigestSign(context, bytes, &length, start_of(message), message.length) == 1;
  crypto->EVP_MD_CTX_free(context);
  if (!done) {
    free(bytes);
    return MFA_CRYPTO_FAILED;
  }
  signature->start = bytes;
  signature->length = length;
  return MFA_CRYPTO_OK;
}

enum mfa_crypto_result mfa_sign(enum mfa_key_kind kind, struct mfa_bytes key, struct mfa_bytes message,
                                struct mfa_buffer *signature) {
  signature->start = NULL;
  signature->length = 0;
  const struct crypto_functions *crypto = mfa_crypto();
  if (crypto == NULL) return MFA_CRYPTO_NO_LIBRARY;
  EVP_PKEY *private_key = mfa_read_private_pem(crypto, key);
  enum mfa_crypto_result result = MFA_CRYPTO_UNUSABLE_KEY;
  if (is_of_kind(crypto, private_key, kind)) result = sign_with(crypto, private_key, message, signature);
  crypto->EVP_PKEY_free(private_key);
  crypto->ERR_clear_error();
  return result;
}

static enum mfa_crypto_result verify_with(const struct crypto_functions *crypto, EVP_PKEY *key,
                                          struct mfa_bytes message, struct mfa_bytes signature) {
  EVP_MD_CTX *context = crypto->EVP_MD_CTX_new();
  enum mfa_crypto_result result = MFA_CRYPTO_FAILED;
  if (context != NULL && crypto->EVP_DigestVerifyInit(context, NULL, crypto->EVP_sha256(), NULL, key) == 1) {
    /* 0 for a wrong signature, below 0 for one that is not even DER: of no use either way. */
    int verdict = crypto->EVP_DigestVerify(context, start_of(signature), signature.length, start_of(message),
                                           message.length);
    result = verdict == 1 ? MFA_CRYPTO_OK : MFA_CRYPTO_MISMATCH;
  }
  crypto->EVP_MD_CTX_free(context);
  return result;
}

enum mfa_crypto_result mfa_verify(enum mfa_key_kind kind, struct mfa_bytes key, struct mfa_bytes message,
                                  struct mfa_bytes signature) {
  const struct crypto_functions *crypto = mfa_crypto();
  if (crypto == NULL) return MFA_CRYPTO_NO_LIBRARY;
  EVP_PKEY *public_key = mfa_read_public_der(crypto, key);
  enum mfa_crypto_result result = MFA_CRYPTO_UNUSABLE_KEY;
  if (is_of_kind(crypto, public_key, kind)) result = verify_with(crypto, public_key, message, signature);
  crypto->EVP_PKEY_free(public_key);
  crypto->ERR_clear_error();
  return result;
}

void mfa_buffer_free(struct mfa_buffer *buffer) {
  const struct crypto_functions *crypto = mfa_crypto();
  if (buffer->start != NULL && crypto != NULL) crypto->OPENSSL_cleanse(buffer->start, buffer->length);
  free(buffer->start);
  buffer->start = NULL;
  buffer->length = 0;
}
