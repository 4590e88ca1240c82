/* What the release script tells the compiler about the build. */
#include "CLibraries.h"

#include <stddef.h>

const char *mfa_build_commit(void) {
#ifdef MFA_COMMIT
  return MFA_COMMIT;
#else
  return NULL;
#endif
}
