/* What the sweep and the preloaded injector share: a page in a file that both map. The sweep says at which call of
   which function what is to happen; the injector counts every call, so that a run without a fault tells how many
   there are. The calls below are those that can fail for reasons outside the program. */
#ifndef URLSIEVE_TESTS_FAULTS_FAULT_PLAN_H
#define URLSIEVE_TESTS_FAULTS_FAULT_PLAN_H

#define FAULT_PLAN_VARIABLE "URLSIEVE_FAULT_PLAN"

#define WATCHED_CALLS(X)                                                                                       \
  X(read) X(pread) X(write) X(pwrite) X(writev) X(open) X(openat) X(fopen) X(close) X(fsync) X(fdatasync)       \
  X(rename) X(renameat2) X(unlink) X(unlinkat) X(rmdir) X(mkdir) X(ftruncate) X(truncate) X(fallocate) X(mmap)  \
  X(mremap) X(stat) X(lstat) X(fstat) X(fstatat) X(access) X(opendir) X(fdopendir) X(readdir) X(fchmod)         \
  X(flock) X(pthread_create) X(malloc) X(socket) X(connect) X(send) X(recv)

#define AS_ENUMERATOR(name) watched_##name,
enum watched_call { WATCHED_CALLS(AS_ENUMERATOR) watched_count };
#undef AS_ENUMERATOR

enum fault_effect {
  effect_none,
  effect_error,     /* fails with `number` as errno; close() closes all the same */
  effect_shortened, /* half of what was asked for, or could be had, is done */
  effect_zero,      /* returns 0 and does nothing */
  effect_torn,      /* half is done, then the process is killed */
  effect_kill       /* the process is killed before the call */
};

struct fault_plan {
  int call;    /* a watched_call */
  int effect;  /* a fault_effect */
  int number;  /* errno */
  int stays;   /* whether all later calls fail, too */
  unsigned long long at; /* the first call is 1 */
  unsigned long long counts[watched_count];
  unsigned long long injected;
};

#endif
