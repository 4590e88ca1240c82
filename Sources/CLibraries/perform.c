#include "perform.h"

#include <time.h>

/* A request that is on its way nearly always ends within this; the program is to be over after a second. */
enum { MFA_STOP_GRACE_MS = 700 };
/* How long to wait for something to happen when nothing limits it; libcurl's own time limits count. */
enum { LONGEST_WAIT_MS = 1000 };

static long long now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Drives the transfer until it is done. Returns a multi code; `result` is that of the transfer. */
static CURLMcode drive(const struct curl_functions *curl, CURLM *multi, int stop, struct exchange *exchange,
                       CURLcode *result) {
  long long end = 0;
  for (;;) {
    int running = 0;
    CURLMcode code = curl->multi_perform(multi, &running);
    if (code != CURLM_OK) return code;
    if (running == 0) {
      int left = 0;
      const struct curl_message *message = curl->multi_info_read(multi, &left);
      *result = message == NULL ? CURLE_FAILED_INIT : message->data.result;
      return CURLM_OK;
    }
    long long remaining = end == 0 ? LONGEST_WAIT_MS : end - now_ms();
    if (remaining <= 0) {
      exchange->reply->stop = MFA_HTTP_STOP_SIGNAL;
      *result = CURLE_ABORTED_BY_CALLBACK;
      return CURLM_OK;
    }
    /* The signal stays ready, so it is waited for once. */
    struct curl_waitfd signal = {.fd = stop, .events = CURL_WAIT_POLLIN};
    code = curl->multi_poll(multi, &signal, end == 0 ? 1 : 0, (int)remaining, NULL);
    if (code != CURLM_OK) return code;
    if (end == 0 && signal.revents != 0) end = now_ms() + MFA_STOP_GRACE_MS;
  }
}

CURLcode mfa_perform(const struct curl_functions *curl, CURL *handle, struct exchange *exchange) {
  int stop = mfa_stop_signal_descriptor();
  /* Without a caught signal the first one ends the process. A libcurl before 7.66 can't wait for more than
     its own sockets: there the exchange goes on to its end. */
  if (stop < 0 || !curl->can_poll) return curl->easy_perform(handle);
  CURLM *multi = curl->multi_init();
  if (multi == NULL) return CURLE_OUT_OF_MEMORY;
  CURLcode result = CURLE_FAILED_INIT;
  CURLMcode code = curl->multi_add_handle(multi, handle);
  if (code == CURLM_OK) {
    code = drive(curl, multi, stop, exchange, &result);
    curl->multi_remove_handle(multi, handle);
  }
  curl->multi_cleanup(multi);
  return code == CURLM_OK ? result : CURLE_OUT_OF_MEMORY;
}
