/* What comes in while an exchange runs. */
#ifndef MFA_EXCHANGE_H
#define MFA_EXCHANGE_H

#include "CLibraries.h"

/* Which line of which head is expected next. */
enum head_stage { STATUS_LINE, INTERIM_HEAD, FINAL_HEAD, AFTER_HEAD };

struct exchange {
  const struct mfa_http_request *request;
  struct mfa_http_reply *reply;
  enum head_stage stage;
  /* Bytes of all heads so far. */
  size_t head_total;
  size_t head_capacity;
  size_t body_capacity;
};

/* libcurl's callbacks; `context` is a struct exchange. */
size_t mfa_exchange_head(char *bytes, size_t size, size_t count, void *context);
size_t mfa_exchange_body(char *bytes, size_t size, size_t count, void *context);
int mfa_exchange_starts(void *context, char *to, char *from, int to_port, int from_port);

#endif
