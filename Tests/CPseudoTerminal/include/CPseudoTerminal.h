#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

#include <sys/types.h>

/// Stands for a descriptor that the child finds closed.
#define CHILD_CLOSED (-1)
/// Stands for a descriptor that is the child's side of its terminal.
#define CHILD_TERMINAL (-2)

/// What a child starts with. Nothing is inherited: what is not said here, the child does not have.
typedef struct {
  const char *program;
  /// Both lists end with NULL.
  char *const *arguments;
  char *const *environment;
  const char *folder;
  /// What becomes of descriptors 0, 1 and 2: one of the caller's, or one of the two constants above.
  int descriptors[3];
  /// Of its controlling terminal; 0 columns: it gets no terminal.
  unsigned short columns, rows;
} child_start;

/// Starts a child as the leader of a session of its own, so that it never sees the developer's terminal.
///
/// Returns once the program runs: 0, or the errno of what failed. Sets `pid`, and both sides of its terminal
/// (-1 without one): the caller's, `master`, and the child's, `slave`. While no process has `slave` open, reading
/// from `master` fails, and a child may open its terminal late: the caller keeps it open as long as the child runs.
int child_process_start(const child_start *start, pid_t *pid, int *master, int *slave);

#endif
