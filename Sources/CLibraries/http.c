/* Sends one request. */
#include "CLibraries.h"
#include "curl.h"
#include "exchange.h"
#include "perform.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* TLS libraries write to a socket without MSG_NOSIGNAL, and libcurl, told to leave signals alone
   (NOSIGNAL), does not ignore SIGPIPE for them. So it is ignored while any request is on its way, and
   only then, since a closed standard output is meant to end the process. */
static pthread_mutex_t pipe_signal_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned requests_on_their_way = 0;
static struct sigaction pipe_signal_before;

static void ignore_pipe_signal(void) {
  pthread_mutex_lock(&pipe_signal_lock);
  if (requests_on_their_way++ == 0) {
    struct sigaction ignore;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, &pipe_signal_before);
  }
  pthread_mutex_unlock(&pipe_signal_lock);
}

static void restore_pipe_signal(void) {
  pthread_mutex_lock(&pipe_signal_lock);
  if (--requests_on_their_way == 0) sigaction(SIGPIPE, &pipe_signal_before, NULL);
  pthread_mutex_unlock(&pipe_signal_lock);
}

/* Sets an option that the exchange is not safe without, or leaves with libcurl's reason. */
#define REQUIRE(option, value)                                     \
  do {                                                             \
    CURLcode result = curl->easy_setopt(handle, (option), (value)); \
    if (result != CURLE_OK) return result;                         \
  } while (0)

/* What the request is. */
static CURLcode set_request(const struct curl_functions *curl, CURL *handle,
                            const struct mfa_http_request *request, struct curl_slist *headers) {
  REQUIRE(CURLOPT_URL, request->url);
  REQUIRE(CURLOPT_HTTPHEADER, headers);
  int is_post = strcmp(request->method, "POST") == 0;
  if (is_post || request->body_length > 0) {
    REQUIRE(CURLOPT_POST, 1L);
    /* Before POSTFIELDS: without a size libcurl takes the length of a string. */
    REQUIRE(CURLOPT_POSTFIELDSIZE, (long)request->body_length);
    REQUIRE(CURLOPT_POSTFIELDS, request->body_length > 0 ? request->body : (const void *)"");
    if (!is_post) REQUIRE(CURLOPT_CUSTOMREQUEST, request->method);
  } else if (strcmp(request->method, "HEAD") == 0) {
    /* As a custom request libcurl would wait for a body. */
    REQUIRE(CURLOPT_NOBODY, 1L);
  } else {
    REQUIRE(CURLOPT_HTTPGET, 1L);
    if (strcmp(request->method, "GET") != 0) REQUIRE(CURLOPT_CUSTOMREQUEST, request->method);
  }
  return CURLE_OK;
}

/* On which terms it is sent. */
static CURLcode set_terms(const struct curl_functions *curl, CURL *handle,
                          const struct mfa_http_request *request, struct curl_slist *overrides) {
  REQUIRE(CURLOPT_NOSIGNAL, 1L);
  REQUIRE(CURLOPT_CONNECTTIMEOUT_MS, request->connect_timeout_ms);
  REQUIRE(CURLOPT_TIMEOUT_MS, request->max_time_ms);
  /* On a connection that was kept and is dead libcurl sends a second time by itself. */
  REQUIRE(CURLOPT_FRESH_CONNECT, 1L);
  REQUIRE(CURLOPT_FORBID_REUSE, 1L);
  REQUIRE(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  REQUIRE(CURLOPT_FOLLOWLOCATION, 0L);
  REQUIRE(CURLOPT_NETRC, 0L);
  REQUIRE(CURLOPT_PATH_AS_IS, 1L);
  /* Else a proxy's "200 Connection established" would look like the service's own. */
  REQUIRE(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (curl->easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") != CURLE_OK) {
    REQUIRE(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  }
  if (request->direct) REQUIRE(CURLOPT_PROXY, "");
  if (request->proxy != NULL) {
    REQUIRE(CURLOPT_PROXY, request->proxy);
    /* Else NO_PROXY of the environment would overrule what was asked for. */
    REQUIRE(CURLOPT_NOPROXY, "");
  }
  if (overrides != NULL) REQUIRE(CURLOPT_RESOLVE, overrides);

  /* An encrypted key would make the TLS library ask on the terminal. */
  REQUIRE(CURLOPT_KEYPASSWD, request->key_password);
  if (request->certificate_file != NULL) REQUIRE(CURLOPT_SSLCERT, request->certificate_file);
  if (request->key_file != NULL) REQUIRE(CURLOPT_SSLKEY, request->key_file);
  if (request->ca_file != NULL) {
    REQUIRE(CURLOPT_CAINFO, request->ca_file);
    /* Not every TLS library knows folders of authorities; one that doesn't has none to switch off. */
    curl->easy_setopt(handle, CURLOPT_CAPATH, (const char *)NULL);
  }
  REQUIRE(CURLOPT_SSL_VERIFYPEER, request->insecure ? 0L : 1L);
  REQUIRE(CURLOPT_SSL_VERIFYHOST, request->insecure ? 0L : 2L);

  /* Whatever coding it knows is undone, since some gateways use one unasked. What is handed over is decoded, so
     the body's limit holds for that, and ends the exchange. */
  curl->easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  /* Since 7.64.0; an older libcurl delivers such a reply without a head, which is refused then. */
  curl->easy_setopt(handle, CURLOPT_HTTP09_ALLOWED, 0L);
  /* Since 7.87.0; without it a name server that does not answer holds the thread past its time. */
  curl->easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
  return CURLE_OK;
}

/* Where what comes in goes. Returns whether libcurl tells when the request starts (since 7.80.0). */
static CURLcode set_callbacks(const struct curl_functions *curl, CURL *handle, struct exchange *exchange,
                              int *tells_start) {
  REQUIRE(CURLOPT_ERRORBUFFER, exchange->reply->detail);
  REQUIRE(CURLOPT_HEADERFUNCTION, mfa_exchange_head);
  REQUIRE(CURLOPT_HEADERDATA, (void *)exchange);
  REQUIRE(CURLOPT_WRITEFUNCTION, mfa_exchange_body);
  REQUIRE(CURLOPT_WRITEDATA, (void *)exchange);
  *tells_start = curl->easy_setopt(handle, CURLOPT_PREREQFUNCTION, mfa_exchange_starts) == CURLE_OK &&
                 curl->easy_setopt(handle, CURLOPT_PREREQDATA, (void *)exchange) == CURLE_OK;
  return CURLE_OK;
}

static void fill_information(const struct curl_functions *curl, CURL *handle, struct mfa_http_reply *reply,
                             int tells_start) {
  long number = 0;
  int64_t large = 0;
  if (curl->easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &number) == CURLE_OK) {
    reply->verify_result = number;
  }
  if (curl->easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &number) == CURLE_OK) {
    reply->proxy_status = number;
  }
  if (curl->easy_getinfo(handle, CURLINFO_RETRY_AFTER, &large) == CURLE_OK) {
    reply->retry_after = large;
  }
  if (!tells_start) {
    int64_t uploaded = 0;
    int64_t started = 0;
    /* Known since 7.61.0. When neither is known nothing excludes an arrival. */
    int unknown = curl->easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &started) != CURLE_OK ||
                  curl->easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &uploaded) != CURLE_OK;
    reply->may_have_arrived = unknown || started > 0 || uploaded > 0;
  }
}

/* Texts as libcurl's list, or NULL for none and without memory. */
static struct curl_slist *list_of(const struct curl_functions *curl, const char *const *texts, size_t count) {
  struct curl_slist *list = NULL;
  for (size_t index = 0; index < count; index++) {
    struct curl_slist *longer = curl->slist_append(list, texts[index]);
    if (longer == NULL) {
      curl->slist_free_all(list);
      return NULL;
    }
    list = longer;
  }
  return list;
}

void mfa_http_send(const struct mfa_http_request *request, struct mfa_http_reply *reply) {
  memset(reply, 0, sizeof *reply);
  const struct curl_functions *curl = mfa_curl();
  if (curl == NULL) return;
  reply->library_found = 1;

  struct exchange exchange = {.request = request, .reply = reply, .stage = STATUS_LINE};
  struct curl_slist *headers = list_of(curl, request->headers, request->header_count);
  struct curl_slist *overrides = list_of(curl, request->host_overrides, request->host_override_count);
  CURL *handle = curl->easy_init();
  int tells_start = 0;
  if (handle == NULL) {
    reply->code = CURLE_FAILED_INIT;
  } else if ((headers == NULL && request->header_count > 0) ||
             (overrides == NULL && request->host_override_count > 0)) {
    reply->code = CURLE_OUT_OF_MEMORY;
  } else {
    reply->code = set_callbacks(curl, handle, &exchange, &tells_start);
    if (reply->code == CURLE_OK) reply->code = set_terms(curl, handle, request, overrides);
    if (reply->code == CURLE_OK) reply->code = set_request(curl, handle, request, headers);
    if (reply->code == CURLE_OK) {
      ignore_pipe_signal();
      reply->code = mfa_perform(curl, handle, &exchange);
      fill_information(curl, handle, reply, tells_start);
      /* Closes the connection, which writes TLS's close_notify. */
      curl->easy_cleanup(handle);
      handle = NULL;
      restore_pipe_signal();
    }
  }
  if (handle != NULL) curl->easy_cleanup(handle);
  curl->slist_free_all(headers);
  curl->slist_free_all(overrides);
  if (reply->code == CURLE_OK) {
    reply->detail[0] = '\0';
  } else if (reply->detail[0] == '\0' || strncmp(reply->detail, "getpeername() failed", 20) == 0) {
    /* libcurl keeps the first words of a transfer: here those about the address of a connection that the
       other side has already ended, and not those about the end. */
    snprintf(reply->detail, sizeof reply->detail, "%s", curl->easy_strerror(reply->code));
  }
}

void mfa_http_reply_free(struct mfa_http_reply *reply) {
  free(reply->head);
  free(reply->body);
  reply->head = NULL;
  reply->body = NULL;
  reply->head_length = 0;
  reply->body_length = 0;
}
