#define _GNU_SOURCE
#include "CPlatform.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct start {
  const char *path;
  char *const *arguments;
  char *const *environment;
  int output, error_output;
  // What the child found out; it shares the parent's memory until it executes.
  int trace_error, start_error;
};

// Runs on a stack of its own with all signals blocked: system calls alone.
static int run_child(void *context) {
  struct start *start = context;
  setpgid(0, 0);
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(number, &action, NULL);
  }
  // Copies above the three, so that none is overwritten before it is in place.
  int output = fcntl(start->output, F_DUPFD_CLOEXEC, 3);
  int error_output = fcntl(start->error_output, F_DUPFD_CLOEXEC, 3);
  int nothing = open("/dev/null", O_RDONLY);
  if (output >= 0 && error_output >= 0 && nothing >= 0 && dup2(nothing, 0) == 0
      && dup2(output, 1) == 1 && dup2(error_output, 2) == 2) {
    if (nothing > 2) close(nothing);
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) start->trace_error = errno;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(start->path, start->arguments, start->environment);
  }
  start->start_error = errno;
  _exit(127);
}

enum launchpath_spawn launchpath_spawn_observed(
    const char *path, char *const arguments[], char *const environment[], char *stamp_digits,
    int output, int error_output, pid_t *process, uint64_t *spawned) {
  struct start start = {path, arguments, environment, output, error_output, 0, 0};
  const size_t size = 64 * 1024;
  char *stack = mmap(
      NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return LAUNCHPATH_SPAWN_FAILED;
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  *spawned = launchpath_now();
  snprintf(stamp_digits, 21, "%llu", (unsigned long long)*spawned);
  // Not fork: the copies that it makes of this program's memory would be charged to the other
  // one's launch.
  pid_t child = clone(run_child, stack + size, CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
  int number = child < 0 ? errno : start.start_error;
  sigprocmask(SIG_SETMASK, &before, NULL);
  munmap(stack, size);
  *process = child;
  if (number != 0) {
    while (child > 0 && waitpid(child, NULL, __WALL) < 0 && errno == EINTR) {
    }
    errno = number;
    return LAUNCHPATH_SPAWN_FAILED;
  }
  return start.trace_error == 0 ? LAUNCHPATH_SPAWN_TRACED : LAUNCHPATH_SPAWN_UNTRACED;
}

void launchpath_resume(pid_t process, int signal) {
  ptrace(PTRACE_CONT, process, NULL, (void *)(long)signal);
}

bool launchpath_trace_exit(pid_t process) {
  long options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  return ptrace(PTRACE_SETOPTIONS, process, NULL, (void *)options) == 0;
}

uint64_t launchpath_entry_address(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/auxv", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  Elf64_auxv_t entry;
  uint64_t address = 0;
  while (read(file, &entry, sizeof entry) == (ssize_t)sizeof entry && entry.a_type != AT_NULL) {
    if (entry.a_type == AT_ENTRY) address = entry.a_un.a_val;
  }
  close(file);
  return address;
}

#if defined(__x86_64__)
static const unsigned long breakpoint = 0xCC;
static const unsigned long breakpoint_mask = 0xFF;
#elif defined(__aarch64__)
static const unsigned long breakpoint = 0xD4200000;
static const unsigned long breakpoint_mask = 0xFFFFFFFF;
#else
#error "the breakpoint instruction of this processor is not known"
#endif

bool launchpath_break_at(pid_t process, uint64_t address, long *saved) {
  errno = 0;
  *saved = ptrace(PTRACE_PEEKTEXT, process, (void *)address, NULL);
  if (errno != 0) return false;
  unsigned long with = ((unsigned long)*saved & ~breakpoint_mask) | breakpoint;
  return ptrace(PTRACE_POKETEXT, process, (void *)address, (void *)with) == 0;
}

bool launchpath_unbreak(pid_t process, uint64_t address, long saved) {
#if defined(__x86_64__)
  // The processor stands after the breakpoint, which is one byte long.
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, process, NULL, &registers) != 0) return false;
  if (registers.rip != address + 1) return false;
  registers.rip = address;
  if (ptrace(PTRACE_SETREGS, process, NULL, &registers) != 0) return false;
#endif
  return ptrace(PTRACE_POKETEXT, process, (void *)address, (void *)saved) == 0;
}

int launchpath_child_events(void) {
  sigset_t set;
  sigemptyset(&set);
  const int numbers[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
  for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index++) {
    sigaddset(&set, numbers[index]);
  }
  sigprocmask(SIG_BLOCK, &set, NULL);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool launchpath_drain_child_events(int file) {
  struct signalfd_siginfo information;
  bool is_told_to_end = false;
  while (read(file, &information, sizeof information) == (ssize_t)sizeof information) {
    if (information.ssi_signo != SIGCHLD) is_told_to_end = true;
  }
  return is_told_to_end;
}

uint64_t launchpath_process_cpu_time(pid_t process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t nanoseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

enum launchpath_change launchpath_wait(
    pid_t process, bool only_look, int *value, struct launchpath_resources *resources) {
  int status;
  struct rusage usage;
  pid_t changed;
  do {
    changed = wait4(process, &status, __WALL | (only_look ? WNOHANG : 0), &usage);
  } while (changed < 0 && errno == EINTR);
  if (changed <= 0) return LAUNCHPATH_CHANGE_NONE;
  *resources = (struct launchpath_resources){
      .cpu_nanoseconds = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
      .minor_faults = usage.ru_minflt,
      .major_faults = usage.ru_majflt,
      .voluntary_switches = usage.ru_nvcsw,
      .involuntary_switches = usage.ru_nivcsw,
  };
  if (WIFEXITED(status)) {
    *value = WEXITSTATUS(status);
    return LAUNCHPATH_CHANGE_EXITED;
  }
  if (WIFSIGNALED(status)) {
    *value = WTERMSIG(status);
    return LAUNCHPATH_CHANGE_SIGNALED;
  }
  // A stop for an event is no signal, so there is none to hand on.
  int event = status >> 16;
  *value = event == 0 ? WSTOPSIG(status) : 0;
  return event == PTRACE_EVENT_EXIT ? LAUNCHPATH_CHANGE_EXITING : LAUNCHPATH_CHANGE_STOPPED;
}
