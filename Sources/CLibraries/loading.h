/* Looks a function up in a library that was opened at run time. */
#ifndef MFA_LOADING_H
#define MFA_LOADING_H

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* Stores the address of a function at `slot`. Through memcpy, because ISO C has no conversion from an
   object pointer to a function pointer, while POSIX says that both have one representation. */
static inline int mfa_find(void *library, const char *name, void *slot) {
  void *address = dlsym(library, name);
  if (address == NULL) return 0;
  memcpy(slot, &address, sizeof address);
  return 1;
}

#endif
