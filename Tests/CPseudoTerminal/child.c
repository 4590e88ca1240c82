#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#include <sys/syscall.h>
#endif

// Marked rather than closed, so that what goes wrong can be reported until the moment of exec.
static void close_on_exec_from(int first, int limit) {
#ifdef SYS_close_range
  const unsigned mark_only = 1U << 2;  // CLOSE_RANGE_CLOEXEC, which not every system's headers have
  if (syscall(SYS_close_range, first, ~0U, mark_only) == 0) return;
#endif
  for (int descriptor = first; descriptor < limit; descriptor++) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

// Runs between fork and exec, in a copy of a process with many threads: only async-signal-safe calls.
static void become(const child_start *start, int slave, int report, int limit) {
  // A test run may have been started with SIGINT ignored (a background job of a script), which exec keeps.
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  // The sources step aside first: they may themselves be 0, 1 or 2.
  int source[3];
  for (int i = 0; i < 3; i++) {
    int wanted = start->descriptors[i] == CHILD_TERMINAL ? slave : start->descriptors[i];
    source[i] = wanted < 0 ? -1 : fcntl(wanted, F_DUPFD, 10);
  }
  report = fcntl(report, F_DUPFD, 10);
  setsid();
  if (slave >= 0 && ioctl(slave, TIOCSCTTY, 0) != 0) goto failed;
  for (int i = 0; i < 3; i++) {
    if (source[i] < 0) close(i);
    else if (dup2(source[i], i) < 0) goto failed;
  }
  close_on_exec_from(3, limit);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (chdir(start->folder) == 0) execve(start->program, start->arguments, start->environment);
failed:;
  int error = errno;
  if (write(report, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

static void close_and_forget(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

int child_process_start(const child_start *start, pid_t *pid, int *master, int *slave) {
  int report[2];
  *pid = *master = *slave = -1;
  if (pipe(report) != 0) return errno;
  // Capped: some containers allow a thousand million descriptors.
  long open_max = sysconf(_SC_OPEN_MAX);
  int limit = open_max > 0 && open_max < 65536 ? (int)open_max : 65536;
  struct winsize size = {.ws_row = start->rows, .ws_col = start->columns};
  int error = 0;
  if (start->columns > 0 && openpty(master, slave, NULL, NULL, &size) != 0) {
    error = errno;
  } else {
    // No handler of this process may run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    *pid = fork();
    if (*pid == 0) become(start, *slave, report[1], limit);
    if (*pid < 0) error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  close(report[1]);
  // The other end closes when exec succeeds; what comes through it is the errno of a failure.
  if (error == 0) {
    ssize_t got;
    do got = read(report[0], &error, sizeof error);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof error) error = 0;
    else waitpid(*pid, NULL, 0);
  }
  close(report[0]);
  if (error != 0) {
    close_and_forget(master);
    close_and_forget(slave);
  }
  return error;
}
