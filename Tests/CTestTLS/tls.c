#include "CTestTLS.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The structures of OpenSSL are opaque to its callers, so void * will do, and no header has to be installed.
static struct {
  void *(*TLS_server_method)(void);
  void *(*SSL_CTX_new)(void *method);
  void (*SSL_CTX_free)(void *context);
  int (*SSL_CTX_use_certificate_chain_file)(void *context, const char *file);
  int (*SSL_CTX_use_PrivateKey_file)(void *context, const char *file, int type);
  int (*SSL_CTX_load_verify_locations)(void *context, const char *file, const char *folder);
  void (*SSL_CTX_set_verify)(void *context, int mode, void *callback);
  void *(*SSL_new)(void *context);
  void (*SSL_free)(void *ssl);
  int (*SSL_set_fd)(void *ssl, int descriptor);
  int (*SSL_accept)(void *ssl);
  int (*SSL_read)(void *ssl, void *bytes, int count);
  int (*SSL_write)(void *ssl, const void *bytes, int count);
  int (*SSL_shutdown)(void *ssl);
  int (*SSL_get_error)(const void *ssl, int result);
  unsigned long (*ERR_get_error)(void);
  void (*ERR_error_string_n)(unsigned long code, char *text, size_t capacity);
  void (*ERR_clear_error)(void);
} lib;

enum { FILETYPE_PEM = 1, VERIFY_PEER = 1, VERIFY_FAIL_IF_NO_PEER_CERT = 2, ERROR_ZERO_RETURN = 6 };

static char missing[300];

static void *open_library(const char *name) {
#ifdef __APPLE__
  // The system's own library is not for programs, and a bare name would find it and abort.
  static const char *const folders[] = {"/opt/homebrew/opt/openssl@3/lib", "/usr/local/opt/openssl@3/lib"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[200];
    snprintf(path, sizeof path, "%s/lib%s.3.dylib", folders[i], name);
    void *found = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (found != NULL) return found;
  }
  snprintf(missing, sizeof missing, "lib%s.3.dylib not found: brew install openssl@3", name);
  return NULL;
#else
  char file[50];
  snprintf(file, sizeof file, "lib%s.so.3", name);
  void *found = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (found == NULL) snprintf(missing, sizeof missing, "%s can't be opened", file);
  return found;
#endif
}

static void find(void *library, const char *name, void *pointer) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL) snprintf(missing, sizeof missing, "OpenSSL has no %s", name);
  // Copied, because ISO C has no conversion from a data pointer to a function pointer.
  memcpy(pointer, &symbol, sizeof symbol);
}

static void load(void) {
  void *crypto = open_library("crypto");
  void *ssl = crypto == NULL ? NULL : open_library("ssl");
  if (ssl == NULL) return;
#define FIND(library, name) find(library, #name, &lib.name)
  FIND(ssl, TLS_server_method);
  FIND(ssl, SSL_CTX_new);
  FIND(ssl, SSL_CTX_free);
  FIND(ssl, SSL_CTX_use_certificate_chain_file);
  FIND(ssl, SSL_CTX_use_PrivateKey_file);
  FIND(ssl, SSL_CTX_load_verify_locations);
  FIND(ssl, SSL_CTX_set_verify);
  FIND(ssl, SSL_new);
  FIND(ssl, SSL_free);
  FIND(ssl, SSL_set_fd);
  FIND(ssl, SSL_accept);
  FIND(ssl, SSL_read);
  FIND(ssl, SSL_write);
  FIND(ssl, SSL_shutdown);
  FIND(ssl, SSL_get_error);
  FIND(crypto, ERR_get_error);
  FIND(crypto, ERR_error_string_n);
  FIND(crypto, ERR_clear_error);
#undef FIND
}

const char *test_tls_unavailable(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return missing[0] == '\0' ? NULL : missing;
}

static void explain(char *error, size_t capacity, const char *what) {
  int system_error = errno;
  unsigned long code = lib.ERR_get_error();
  char reason[200];
  if (code != 0) lib.ERR_error_string_n(code, reason, sizeof reason);
  else snprintf(reason, sizeof reason, "%s", system_error == 0 ? "closed by the peer" : strerror(system_error));
  snprintf(error, capacity, "%s: %s", what, reason);
}

test_tls_server *test_tls_server_create(
  const char *certificate_chain, const char *key, const char *client_authority, char *error, size_t capacity) {
  const char *reason = test_tls_unavailable();
  if (reason != NULL) {
    snprintf(error, capacity, "%s", reason);
    return NULL;
  }
  lib.ERR_clear_error();
  errno = 0;
  void *context = lib.SSL_CTX_new(lib.TLS_server_method());
  if (context == NULL) {
    explain(error, capacity, "SSL_CTX_new");
    return NULL;
  }
  const char *failed = NULL;
  if (lib.SSL_CTX_use_certificate_chain_file(context, certificate_chain) != 1) failed = certificate_chain;
  else if (lib.SSL_CTX_use_PrivateKey_file(context, key, FILETYPE_PEM) != 1) failed = key;
  else if (client_authority != NULL) {
    if (lib.SSL_CTX_load_verify_locations(context, client_authority, NULL) != 1) failed = client_authority;
    lib.SSL_CTX_set_verify(context, VERIFY_PEER | VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
  }
  if (failed != NULL) {
    explain(error, capacity, failed);
    lib.SSL_CTX_free(context);
    return NULL;
  }
  return context;
}

void test_tls_server_free(test_tls_server *server) {
  if (server != NULL) lib.SSL_CTX_free(server);
}

test_tls_connection *test_tls_accept(test_tls_server *server, int descriptor, char *error, size_t capacity) {
  lib.ERR_clear_error();
  errno = 0;
  void *ssl = lib.SSL_new(server);
  if (ssl != NULL && lib.SSL_set_fd(ssl, descriptor) == 1 && lib.SSL_accept(ssl) == 1) {
    return ssl;
  }
  explain(error, capacity, "handshake");
  if (ssl != NULL) lib.SSL_free(ssl);
  return NULL;
}

long test_tls_read(test_tls_connection *connection, void *bytes, size_t capacity) {
  // An error left over from another call on this thread would be taken for one of this call.
  lib.ERR_clear_error();
  int count = lib.SSL_read(connection, bytes, capacity > 1 << 20 ? 1 << 20 : (int)capacity);
  if (count > 0) return count;
  return lib.SSL_get_error(connection, count) == ERROR_ZERO_RETURN ? 0 : -1;
}

int test_tls_write(test_tls_connection *connection, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    lib.ERR_clear_error();
    int written = lib.SSL_write(connection, next, count > 1 << 20 ? 1 << 20 : (int)count);
    if (written <= 0) return -1;
    next += written;
    count -= (size_t)written;
  }
  return 0;
}

void test_tls_close(test_tls_connection *connection, int notify) {
  lib.ERR_clear_error();
  if (notify) lib.SSL_shutdown(connection);
  lib.SSL_free(connection);
}
