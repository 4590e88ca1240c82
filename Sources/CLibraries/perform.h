/* Runs an exchange so that a stop signal ends it soon. */
#ifndef MFA_PERFORM_H
#define MFA_PERFORM_H

#include "curl.h"
#include "exchange.h"

/* As curl_easy_perform, but once a stop signal was caught the exchange has MFA_STOP_GRACE_MS to end by
   itself and is cut then. */
CURLcode mfa_perform(const struct curl_functions *curl, CURL *handle, struct exchange *exchange);

#endif
