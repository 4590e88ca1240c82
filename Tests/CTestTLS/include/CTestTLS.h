#ifndef CTESTTLS_H
#define CTESTTLS_H

#include <stddef.h>

/// A server's certificate and key, ready to accept connections from any thread.
typedef struct test_tls_server test_tls_server;
/// One connection after its handshake, for one thread at a time.
typedef struct test_tls_connection test_tls_connection;

/// NULL when OpenSSL 3 is there, else what is missing, in words.
const char *test_tls_unavailable(void);

/// Reads PEM files. With `client_authority`, a client must show a certificate signed by it.
/// NULL on failure, with the reason in `error`.
test_tls_server *test_tls_server_create(
  const char *certificate_chain, const char *key, const char *client_authority, char *error, size_t capacity);
void test_tls_server_free(test_tls_server *server);

/// Does the handshake on a connected, blocking descriptor, whose SO_RCVTIMEO bounds it.
/// NULL on failure, with the reason in `error`. The descriptor stays the caller's.
test_tls_connection *test_tls_accept(test_tls_server *server, int descriptor, char *error, size_t capacity);
/// The number of bytes; 0 at the end; -1 on failure.
long test_tls_read(test_tls_connection *connection, void *bytes, size_t capacity);
/// Writes everything: 0, or -1 on failure.
int test_tls_write(test_tls_connection *connection, const void *bytes, size_t count);
/// Frees the connection; with `notify`, says goodbye first, as a server should.
void test_tls_close(test_tls_connection *connection, int notify);

#endif
