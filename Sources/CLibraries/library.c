/* Finds libcurl at run time. */
#include "CLibraries.h"
#include "curl.h"
#include "loading.h"

#include <pthread.h>

static const char *const library_names[] = {
#ifdef __APPLE__
  /* Not a file since macOS 11, but the loader knows it from its cache. */
  "/usr/lib/libcurl.4.dylib",
#else
  "libcurl.so.4",
  "libcurl-gnutls.so.4",
#endif
  NULL
};

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static struct curl_functions functions;
static int usable = 0;

static int find_all(void *library) {
  return mfa_find(library, "curl_global_init", &functions.global_init) &&
         mfa_find(library, "curl_easy_init", &functions.easy_init) &&
         mfa_find(library, "curl_easy_setopt", &functions.easy_setopt) &&
         mfa_find(library, "curl_easy_perform", &functions.easy_perform) &&
         mfa_find(library, "curl_easy_getinfo", &functions.easy_getinfo) &&
         mfa_find(library, "curl_easy_cleanup", &functions.easy_cleanup) &&
         mfa_find(library, "curl_easy_strerror", &functions.easy_strerror) &&
         mfa_find(library, "curl_slist_append", &functions.slist_append) &&
         mfa_find(library, "curl_slist_free_all", &functions.slist_free_all) &&
         mfa_find(library, "curl_version", &functions.version);
}

/* Since 7.66. */
static int find_polling(void *library) {
  return mfa_find(library, "curl_multi_init", &functions.multi_init) &&
         mfa_find(library, "curl_multi_add_handle", &functions.multi_add_handle) &&
         mfa_find(library, "curl_multi_perform", &functions.multi_perform) &&
         mfa_find(library, "curl_multi_poll", &functions.multi_poll) &&
         mfa_find(library, "curl_multi_info_read", &functions.multi_info_read) &&
         mfa_find(library, "curl_multi_remove_handle", &functions.multi_remove_handle) &&
         mfa_find(library, "curl_multi_cleanup", &functions.multi_cleanup);
}

static void open_library(void) {
  for (const char *const *name = library_names; *name != NULL && !usable; name++) {
    void *library = dlopen(*name, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) continue;
    /* Never closed after it was initialised: TLS libraries leave handlers behind that run at exit. */
    if (!find_all(library)) {
      dlclose(library);
    } else if (functions.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
      functions.can_poll = find_polling(library);
      usable = 1;
    }
  }
}

const struct curl_functions *mfa_curl(void) {
  pthread_once(&opened, open_library);
  return usable ? &functions : NULL;
}

const char *const *mfa_http_library_names(void) { return library_names; }

const char *mfa_http_library_version(void) {
  const struct curl_functions *curl = mfa_curl();
  return curl == NULL ? NULL : curl->version();
}
