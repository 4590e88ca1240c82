/* The arguments as the operating system gave them. Swift's runtime looks for them in memory on Linux, by way
   of /proc, and finds none in a chroot without it or where a preloaded library has changed the environment.
   glibc and dyld hand them to every constructor. */
#include "CLibraries.h"

static int argument_count;
static char **argument_vector;

__attribute__((constructor)) static void keep_arguments(int count, char **vector) {
  argument_count = count;
  argument_vector = vector;
}

int mfa_argument_count(void) { return argument_count; }

char *const *mfa_arguments(void) { return argument_vector; }
