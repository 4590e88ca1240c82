/* The few declarations of libcurl that are needed here. Its ABI has not changed since 2006: numbers of
   options, results and information are never given out again. */
#ifndef MFA_CURL_H
#define MFA_CURL_H

typedef void CURL;
typedef void CURLM;
typedef int CURLcode;
typedef int CURLMcode;
struct curl_slist;

enum {
  CURLE_OK = 0,
  CURLE_FAILED_INIT = 2,
  CURLE_OUT_OF_MEMORY = 27,
  CURLE_ABORTED_BY_CALLBACK = 42
};

enum { CURLM_OK = 0 };
enum { CURL_WAIT_POLLIN = 1 };

enum { CURL_GLOBAL_DEFAULT = 3 };
enum { CURL_HTTP_VERSION_1_1 = 2 };
enum { CURLPROTO_HTTP = 1, CURLPROTO_HTTPS = 2 };
enum { CURL_PREREQFUNC_OK = 0 };
enum { CURL_ERROR_SIZE = 256 };

/* The type of an option's argument is part of its number: long from 0, pointer from 10000, function
   from 20000. */
enum {
  CURLOPT_POST = 47,
  CURLOPT_FOLLOWLOCATION = 52,
  CURLOPT_NOBODY = 44,
  CURLOPT_NETRC = 51,
  CURLOPT_POSTFIELDSIZE = 60,
  CURLOPT_SSL_VERIFYPEER = 64,
  CURLOPT_FRESH_CONNECT = 74,
  CURLOPT_FORBID_REUSE = 75,
  CURLOPT_HTTPGET = 80,
  CURLOPT_SSL_VERIFYHOST = 81,
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_TIMEOUT_MS = 155,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_PATH_AS_IS = 234,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_HTTP09_ALLOWED = 285,
  CURLOPT_QUICK_EXIT = 322,

  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_POSTFIELDS = 10015,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_SSLCERT = 10025,
  CURLOPT_KEYPASSWD = 10026,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_CAINFO = 10065,
  CURLOPT_SSLKEY = 10087,
  CURLOPT_CAPATH = 10097,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_NOPROXY = 10177,
  CURLOPT_RESOLVE = 10203,
  CURLOPT_PREREQDATA = 10313,
  CURLOPT_PROTOCOLS_STR = 10318,

  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_PREREQFUNCTION = 20312
};

/* The type of the answer is part of the number: long from 0x200000, curl_off_t from 0x600000. */
enum {
  CURLINFO_SSL_VERIFYRESULT = 0x200000 + 13,
  CURLINFO_HTTP_CONNECTCODE = 0x200000 + 22,
  CURLINFO_SIZE_UPLOAD_T = 0x600000 + 7,
  CURLINFO_PRETRANSFER_TIME_T = 0x600000 + 53,
  CURLINFO_RETRY_AFTER = 0x600000 + 57
};

struct curl_waitfd {
  int fd;
  short events;
  short revents;
};

/* libcurl's CURLMsg; there is one kind, that of a transfer that is done. */
struct curl_message {
  int kind;
  CURL *handle;
  union {
    void *whatever;
    CURLcode result;
  } data;
};

/* The functions, once found. `setopt` and `getinfo` are variadic in libcurl too, which matters where
   variadic arguments are passed in another way than named ones (arm64 on macOS). */
struct curl_functions {
  CURLcode (*global_init)(long flags);
  CURL *(*easy_init)(void);
  CURLcode (*easy_setopt)(CURL *handle, int option, ...);
  CURLcode (*easy_perform)(CURL *handle);
  CURLcode (*easy_getinfo)(CURL *handle, int info, ...);
  void (*easy_cleanup)(CURL *handle);
  const char *(*easy_strerror)(CURLcode code);
  struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
  void (*slist_free_all)(struct curl_slist *list);
  char *(*version)(void);
  /* Whether those below are there. */
  int can_poll;
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_add_handle)(CURLM *multi, CURL *handle);
  CURLMcode (*multi_perform)(CURLM *multi, int *running);
  CURLMcode (*multi_poll)(CURLM *multi, struct curl_waitfd *more, unsigned count, int timeout_ms, int *ready);
  struct curl_message *(*multi_info_read)(CURLM *multi, int *left);
  CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *handle);
  CURLMcode (*multi_cleanup)(CURLM *multi);
};

/* The functions of libcurl, opened and initialised on the first call, or NULL when it can't be. */
const struct curl_functions *mfa_curl(void);

#endif
