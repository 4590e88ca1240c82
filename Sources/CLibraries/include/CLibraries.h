#ifndef MFA_CLIBRARIES_H
#define MFA_CLIBRARIES_H

#include <stddef.h>
#include <stdint.h>

/* libcurl, opened when the first of these functions that needs it is called. No header of libcurl has
   to be installed to build, and a run that sends nothing never loads it. */

/* One request with the terms on which it is sent. Everything in it belongs to the caller. */
struct mfa_http_request {
  const char *method;
  /* Complete and percent-encoded; libcurl is told to leave dots in the path alone. */
  const char *url;
  /* Each as "Name: value", or as "Name;" for an empty value, which is libcurl's spelling of it. */
  const char *const *headers;
  size_t header_count;
  /* May hold any byte. */
  const void *body;
  size_t body_length;
  /* Milliseconds; 0 would be libcurl's "no limit" and is never meant. */
  long connect_timeout_ms;
  long max_time_ms;
  /* A PEM file of certificate authorities to trust instead of the system's, or NULL for the system's. */
  const char *ca_file;
  /* PEM files with the client's certificate and its key, each NULL for none, and the key's password,
     which is never NULL: without one a TLS library would ask for it on the terminal. */
  const char *certificate_file;
  const char *key_file;
  const char *key_password;
  /* Each as "HOST:PORT:ADDRESS[,ADDRESS]". */
  const char *const *host_overrides;
  size_t host_override_count;
  /* The proxy to go through whatever the environment says, or NULL. */
  const char *proxy;
  /* Not 0: don't verify the server's certificate. */
  int insecure;
  /* Not 0: never through a proxy, whatever the environment says. */
  int direct;
  /* Most bytes of heads over all replies of the exchange, interim ones and trailers included, so that
     an endless row of interim replies ends. */
  size_t head_limit;
  /* Most bytes of the body that are kept; one more ends the exchange. */
  size_t body_limit;
};

/* Why this side ended an exchange that libcurl would have gone on with. */
enum mfa_http_stop {
  MFA_HTTP_STOP_NONE = 0,
  MFA_HTTP_STOP_HEAD_LIMIT,
  MFA_HTTP_STOP_BODY_LIMIT,
  /* Data came before any final head, as in HTTP/0.9 or after a 101 that nobody asked for. */
  MFA_HTTP_STOP_NO_HEAD,
  MFA_HTTP_STOP_NO_MEMORY,
  /* A stop signal was caught. */
  MFA_HTTP_STOP_SIGNAL
};

/* What came of a request. */
struct mfa_http_reply {
  /* 0: libcurl could not be opened, and nothing else in here means anything. */
  int library_found;
  /* libcurl's CURLcode; 0 when the whole exchange went well. */
  int code;
  enum mfa_http_stop stop;
  /* The final status (200 or above), or 0 when none arrived. */
  long status;
  /* The final head as it came, from its status line on, as far as it came; no interim head, no proxy's
     answer to CONNECT, no trailers. Not terminated; NULL when empty. */
  char *head;
  size_t head_length;
  /* Not 0 once the empty line behind the final head has arrived. Some libcurl releases take a
     connection that closes inside a head for the end of a good reply. */
  int head_complete;
  /* Not terminated; NULL when empty. */
  char *body;
  size_t body_length;
  /* 1 once libcurl was about to write the request to a connection that stood; 0 when the service
     can't have seen any of it. */
  int may_have_arrived;
  /* The TLS library's number for what is wrong with the certificate, in X.509 numbers for OpenSSL and
     LibreSSL. Anything that it does not know counts as 0. */
  long verify_result;
  /* A proxy's status for CONNECT, or 0. */
  long proxy_status;
  /* Seconds by the last Retry-After header in either of its forms; 0 also when there was none. */
  int64_t retry_after;
  /* libcurl's own words about `code`, terminated; empty when `code` is 0. */
  char detail[256];
};

/* Sends one request over a connection of its own and fills `reply`, which must be freed afterwards
   whatever came of it. Blocks; can be called from several threads. */
void mfa_http_send(const struct mfa_http_request *request, struct mfa_http_reply *reply);

/* Frees what a reply holds. A second call on the same reply does nothing. */
void mfa_http_reply_free(struct mfa_http_reply *reply);

/* libcurl's own name and version with those of the libraries under it, or NULL when it can't be
   opened. Belongs to libcurl. */
const char *mfa_http_library_version(void);

/* The commit that the release script built from, or NULL. */
const char *mfa_build_commit(void);

/* The file names under which libcurl is looked for, in order, ended by NULL. */
const char *const *mfa_http_library_names(void);

/* libcrypto, opened in the same way by the first of these functions that needs it. */

enum mfa_crypto_result {
  MFA_CRYPTO_OK = 0,
  /* libcrypto could not be opened. */
  MFA_CRYPTO_NO_LIBRARY,
  /* A key that can't be read, is of another kind than asked for, or of a size that is not taken. */
  MFA_CRYPTO_UNUSABLE_KEY,
  /* The signature is not that of this key over this message. */
  MFA_CRYPTO_MISMATCH,
  /* The library could not do it, for want of memory for example. */
  MFA_CRYPTO_FAILED
};

enum mfa_key_kind {
  /* RSA of 2048 to 8192 bits, for PKCS #1 v1.5 signatures with SHA-256 (RFC 8017, section 8.2). */
  MFA_KEY_RSA,
  /* The curve P-256, for ECDSA signatures with SHA-256 in DER. */
  MFA_KEY_P256
};

/* Bytes of the caller's; `start` may be NULL when there are none. */
struct mfa_bytes {
  const unsigned char *start;
  size_t length;
};

/* Bytes for the caller, to be freed by mfa_buffer_free, which wipes them. Empty unless the result of the
   function that was to fill it is MFA_CRYPTO_OK. */
struct mfa_buffer {
  unsigned char *start;
  size_t length;
};

enum { MFA_SHA256_LENGTH = 32 };

/* The file names under which libcrypto is looked for, in order, ended by NULL. */
const char *const *mfa_crypto_library_names(void);

/* `code` takes MFA_SHA256_LENGTH bytes. */
enum mfa_crypto_result mfa_hmac_sha256(struct mfa_bytes key, struct mfa_bytes message, unsigned char *code);

/* `digest` takes MFA_SHA256_LENGTH bytes. */
enum mfa_crypto_result mfa_sha256(struct mfa_bytes message, unsigned char *digest);

/* MFA_CRYPTO_OK or MFA_CRYPTO_MISMATCH, in a time that depends on the lengths alone. */
enum mfa_crypto_result mfa_compare(struct mfa_bytes left, struct mfa_bytes right);

/* Signs with a private key in PEM. One that is encrypted is unusable: nobody is asked for a password. */
enum mfa_crypto_result mfa_sign(enum mfa_key_kind kind, struct mfa_bytes key, struct mfa_bytes message,
                                struct mfa_buffer *signature);

/* Verifies with a public key as mfa_read_public_key gives it. */
enum mfa_crypto_result mfa_verify(enum mfa_key_kind kind, struct mfa_bytes key, struct mfa_bytes message,
                                  struct mfa_bytes signature);

/* Makes a key: PKCS #8 in PEM and SubjectPublicKeyInfo in DER. `bits` counts for RSA alone. */
enum mfa_crypto_result mfa_make_key(enum mfa_key_kind kind, int bits, struct mfa_buffer *private_key,
                                    struct mfa_buffer *public_key);

/* Reads a public key, SubjectPublicKeyInfo in PEM or DER or an RSAPublicKey in DER (RFC 8017, appendix
   A.1.1), and gives it as SubjectPublicKeyInfo in DER. */
enum mfa_crypto_result mfa_read_public_key(struct mfa_bytes key, enum mfa_key_kind *kind,
                                           struct mfa_buffer *public_key);

/* The public half of a private key in PEM, in the same form. */
enum mfa_crypto_result mfa_public_half(struct mfa_bytes key, enum mfa_key_kind *kind,
                                       struct mfa_buffer *public_key);

/* A second call on the same buffer does nothing. */
void mfa_buffer_free(struct mfa_buffer *buffer);

/* From now on the first SIGINT or SIGTERM makes the descriptor that is returned ready for reading, for
   good, and every later one ends the process. A signal that is ignored stays so. After `seconds`, unless
   0, the descriptor becomes ready as well. Returns -1 when there is no pipe to be had, and the same
   descriptor at every call after the first. For one thread. */
int mfa_catch_stop_signals(double seconds);

/* What the function above has returned, or -1. */
int mfa_stop_signal_descriptor(void);

/* How many arguments the process was started with, its own name included; 0 for an empty vector, which
   execve allows. */
int mfa_argument_count(void);

/* That many arguments, terminated each. They last as long as the process. */
char *const *mfa_arguments(void);

#endif
