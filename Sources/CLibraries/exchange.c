/* Takes what libcurl hands over and keeps the final reply of it, within limits. */
#include "exchange.h"
#include "curl.h"

#include <stdlib.h>
#include <string.h>

/* Ends the exchange: libcurl does so when a callback takes fewer bytes than it was given. */
static size_t stop(struct exchange *exchange, enum mfa_http_stop reason) {
  exchange->reply->stop = reason;
  return 0;
}

/* Appends `count` bytes to a buffer that never grows past `limit`, which the caller has checked. */
static int append(char **buffer, size_t *length, size_t *capacity, const char *bytes, size_t count,
                  size_t limit) {
  if (count == 0) return 1;
  if (*length + count > *capacity) {
    size_t wanted = *capacity < 4096 ? 4096 : *capacity;
    while (wanted < *length + count) wanted *= 2;
    if (wanted > limit) wanted = limit;
    char *grown = realloc(*buffer, wanted);
    if (grown == NULL) return 0;
    *buffer = grown;
    *capacity = wanted;
  }
  memcpy(*buffer + *length, bytes, count);
  *length += count;
  return 1;
}

/* The status of a line such as "HTTP/1.1 200 OK", or 0. */
static long status_of(const char *line, size_t length) {
  if (length < 5 || memcmp(line, "HTTP/", 5) != 0) return 0;
  const char *space = memchr(line, ' ', length);
  if (space == NULL) return 0;
  const char *digits = space + 1;
  if ((size_t)(line + length - digits) < 3) return 0;
  long status = 0;
  for (int index = 0; index < 3; index++) {
    if (digits[index] < '0' || digits[index] > '9') return 0;
    status = status * 10 + (digits[index] - '0');
  }
  return status;
}

static int is_blank(const char *line, size_t length) {
  return (length == 1 && line[0] == '\n') || (length == 2 && line[0] == '\r' && line[1] == '\n');
}

/* Called with one whole line at a time, trailers of a chunked body included. */
size_t mfa_exchange_head(char *bytes, size_t size, size_t count, void *context) {
  struct exchange *exchange = context;
  struct mfa_http_reply *reply = exchange->reply;
  size_t length = size * count;

  if (length > exchange->request->head_limit - exchange->head_total) {
    return stop(exchange, MFA_HTTP_STOP_HEAD_LIMIT);
  }
  exchange->head_total += length;

  switch (exchange->stage) {
  case STATUS_LINE:
    reply->status = status_of(bytes, length);
    exchange->stage = reply->status >= 200 ? FINAL_HEAD : INTERIM_HEAD;
    /* An interim reply must never be taken for the reply. */
    if (reply->status < 200) reply->status = 0;
    break;
  case INTERIM_HEAD:
    if (is_blank(bytes, length)) exchange->stage = STATUS_LINE;
    break;
  case FINAL_HEAD:
    if (is_blank(bytes, length)) {
      exchange->stage = AFTER_HEAD;
      reply->head_complete = 1;
    }
    break;
  case AFTER_HEAD:
    break;
  }
  if (exchange->stage == FINAL_HEAD &&
      !append(&reply->head, &reply->head_length, &exchange->head_capacity, bytes, length,
              exchange->request->head_limit)) {
    return stop(exchange, MFA_HTTP_STOP_NO_MEMORY);
  }
  return length;
}

size_t mfa_exchange_body(char *bytes, size_t size, size_t count, void *context) {
  struct exchange *exchange = context;
  struct mfa_http_reply *reply = exchange->reply;
  size_t length = size * count;
  size_t room = exchange->request->body_limit - reply->body_length;
  size_t taken = length < room ? length : room;

  if (reply->status == 0) return length == 0 ? 0 : stop(exchange, MFA_HTTP_STOP_NO_HEAD);
  if (!append(&reply->body, &reply->body_length, &exchange->body_capacity, bytes, taken,
              exchange->request->body_limit)) {
    return stop(exchange, MFA_HTTP_STOP_NO_MEMORY);
  }
  return taken < length ? stop(exchange, MFA_HTTP_STOP_BODY_LIMIT) : length;
}

/* Runs when the connection stands, TLS and a proxy's CONNECT included, and before the first byte of the
   request is written: the exact moment from which the service may have seen it. */
int mfa_exchange_starts(void *context, char *to, char *from, int to_port, int from_port) {
  struct exchange *exchange = context;
  (void)to;
  (void)from;
  (void)to_port;
  (void)from_port;
  exchange->reply->may_have_arrived = 1;
  return CURL_PREREQFUNC_OK;
}
