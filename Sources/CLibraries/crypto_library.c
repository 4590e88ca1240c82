/* Finds libcrypto at run time. */
#include "crypto.h"
#include "loading.h"

#include <pthread.h>

static const char *const library_names[] = {
#ifdef __APPLE__
  /* By full path: the system has a libcrypto of its own that ends a process which opens it by name. */
  "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
  "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib",
#else
  "libcrypto.so.3",
  "libcrypto.so.1.1",
#endif
  NULL
};

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static struct crypto_functions functions;
static int usable = 0;

#define FIND(name) mfa_find(library, #name, &functions.name)

static int find_digests(void *library) {
  return FIND(ERR_clear_error) && FIND(OPENSSL_cleanse) && FIND(CRYPTO_memcmp) && FIND(EVP_sha256) &&
         FIND(EVP_Digest) && FIND(HMAC);
}

static int find_encodings(void *library) {
  return FIND(BIO_new_mem_buf) && FIND(BIO_new) && FIND(BIO_s_mem) && FIND(BIO_ctrl) && FIND(BIO_free) &&
         FIND(PEM_read_bio_PrivateKey) && FIND(PEM_read_bio_PUBKEY) && FIND(PEM_write_bio_PKCS8PrivateKey) &&
         FIND(d2i_PUBKEY) && FIND(d2i_PublicKey) && FIND(i2d_PUBKEY);
}

static int find_keys(void *library) {
  return (FIND(EVP_PKEY_get_base_id) ||
          mfa_find(library, "EVP_PKEY_base_id", &functions.EVP_PKEY_get_base_id)) &&
         (FIND(EVP_PKEY_get_bits) || mfa_find(library, "EVP_PKEY_bits", &functions.EVP_PKEY_get_bits)) &&
         FIND(EVP_PKEY_free) && FIND(EVP_PKEY_CTX_new_id) && FIND(EVP_PKEY_CTX_free) &&
         FIND(EVP_PKEY_CTX_ctrl_str) && FIND(EVP_PKEY_keygen_init) && FIND(EVP_PKEY_keygen);
}

static int find_signatures(void *library) {
  return FIND(EVP_MD_CTX_new) && FIND(EVP_MD_CTX_free) && FIND(EVP_DigestSignInit) && FIND(EVP_DigestSign) &&
         FIND(EVP_DigestVerifyInit) && FIND(EVP_DigestVerify);
}

static void open_library(void) {
  for (const char *const *name = library_names; *name != NULL && !usable; name++) {
    void *library = dlopen(*name, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) continue;
    /* One that is used is never closed: it leaves handlers behind that run at exit. */
    usable = find_digests(library) && find_encodings(library) && find_keys(library) && find_signatures(library);
    if (!usable) dlclose(library);
  }
}

const struct crypto_functions *mfa_crypto(void) {
  pthread_once(&opened, open_library);
  return usable ? &functions : NULL;
}

const char *const *mfa_crypto_library_names(void) { return library_names; }
