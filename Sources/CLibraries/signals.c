/* Stop signals as bytes in a pipe, since hardly anything may be done in a handler. The pipe has to be
   global, because a handler gets nothing but the signal's number. */
#include "CLibraries.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

static const int stop_signals[] = {SIGINT, SIGTERM};
enum { stop_signal_count = sizeof stop_signals / sizeof stop_signals[0] };

static int pipe_ends[2] = {-1, -1};
static volatile sig_atomic_t is_caught[stop_signal_count];

static void make_ready(void) {
  int before = errno;
  /* The pipe doesn't block. Full means that it is ready. */
  ssize_t written = write(pipe_ends[1], "", 1);
  (void)written;
  errno = before;
}

static void catch_alarm(int number) {
  (void)number;
  make_ready();
}

static void catch_signal(int number) {
  (void)number;
  /* Whichever comes next ends the process, also the other one. */
  for (size_t index = 0; index < stop_signal_count; index++)
    if (is_caught[index]) signal(stop_signals[index], SIG_DFL);
  make_ready();
}

static void start_alarm(double seconds) {
  struct sigaction action = {0};
  action.sa_handler = catch_alarm;
  sigfillset(&action.sa_mask);
  /* Longer than the type of the seconds may hold on some machine is for ever. */
  if (!(seconds > 0 && seconds < 2147483647) || sigaction(SIGALRM, &action, NULL) < 0) return;
  struct itimerval timer = {0};
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)((seconds - (double)timer.it_value.tv_sec) * 1e6) + 1;
  if (timer.it_value.tv_usec > 999999) timer.it_value.tv_usec = 999999;
  setitimer(ITIMER_REAL, &timer, NULL);
}

static int prepare(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
  return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

int mfa_catch_stop_signals(double seconds) {
  if (pipe_ends[0] >= 0) return pipe_ends[0];
  int ends[2];
  if (pipe(ends) < 0) return -1;
  if (prepare(ends[0]) < 0 || prepare(ends[1]) < 0) {
    close(ends[0]);
    close(ends[1]);
    return -1;
  }
  pipe_ends[0] = ends[0];
  pipe_ends[1] = ends[1];
  for (size_t index = 0; index < stop_signal_count; index++) {
    struct sigaction action = {0}, before;
    /* Whoever started the process may want it to be ignored, as a shell does for what runs in its
       background. */
    if (sigaction(stop_signals[index], NULL, &before) < 0) continue;
    if (!(before.sa_flags & SA_SIGINFO) && before.sa_handler == SIG_IGN) continue;
    is_caught[index] = 1;
    action.sa_handler = catch_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigfillset(&action.sa_mask);
    sigaction(stop_signals[index], &action, NULL);
  }
  start_alarm(seconds);
  return pipe_ends[0];
}

int mfa_stop_signal_descriptor(void) { return pipe_ends[0]; }
