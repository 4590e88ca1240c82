/* Finds libcurl at run time. */
#include "CLibraries.h"
#include "curl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

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

/* Stores the address of a function at `slot`. Through memcpy, because ISO C has no conversion from an
   object pointer to a function pointer, while POSIX says that both have one representation. */
static int find(void *library, const char *name, void *slot) {
  void *address = dlsym(library, name);
  if (address == NULL) return 0;
  memcpy(slot, &address, sizeof address);
  return 1;
}

static int find_all(void *library) {
  return find(library, "curl_global_init", &functions.global_init) &&
         find(library, "curl_easy_init", &functions.easy_init) &&
         find(library, "curl_easy_setopt", &functions.easy_setopt) &&
         find(library, "curl_easy_perform", &functions.easy_perform) &&
         find(library, "curl_easy_getinfo", &functions.easy_getinfo) &&
         find(library, "curl_easy_cleanup", &functions.easy_cleanup) &&
         find(library, "curl_easy_strerror", &functions.easy_strerror) &&
         find(library, "curl_slist_append", &functions.slist_append) &&
         find(library, "curl_slist_free_all", &functions.slist_free_all) &&
         find(library, "curl_version", &functions.version);
}

static void open_library(void) {
  for (const char *const *name = library_names; *name != NULL && !usable; name++) {
    void *library = dlopen(*name, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) continue;
    /* Never closed after it was initialised: TLS libraries leave handlers behind that run at exit. */
    if (!find_all(library)) {
      dlclose(library);
    } else if (functions.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
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
