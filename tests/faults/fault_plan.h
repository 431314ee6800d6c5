/* A page of a file that the sweep and the preloaded injector map. The sweep sets the function, the call and
   the effect of the fault; the injector counts every call, so a run without a fault yields the number of
   calls. The list below has the functions that can fail for reasons outside the program. */
#ifndef URLSIEVE_TESTS_FAULTS_FAULT_PLAN_H
#define URLSIEVE_TESTS_FAULTS_FAULT_PLAN_H

#define FAULT_PLAN_VARIABLE "URLSIEVE_FAULT_PLAN"

#define WATCHED_CALLS(X)                                                                                    \
  X(read)                                                                                                   \
  X(pread) X(write) X(pwrite) X(writev) X(open) X(openat) X(fopen) X(close) X(fsync) X(fdatasync) X(rename) \
      X(renameat2) X(unlink) X(unlinkat) X(rmdir) X(mkdir) X(ftruncate) X(truncate) X(fallocate) X(mmap)    \
          X(mremap) X(stat) X(lstat) X(fstat) X(fstatat) X(access) X(opendir) X(fdopendir) X(readdir)       \
              X(fchmod) X(flock) X(pthread_create) X(malloc) X(socket) X(connect) X(send) X(recv)

#define AS_ENUMERATOR(name) watched_##name,
enum watched_call { WATCHED_CALLS(AS_ENUMERATOR) watched_count };
#undef AS_ENUMERATOR

enum fault_effect {
  effect_none,
  effect_error,     /* fails with `number` as errno; close() closes nevertheless */
  effect_shortened, /* transfers half of the requested or available bytes */
  effect_zero,      /* returns 0 and transfers nothing */
  effect_torn,      /* transfers half, then kills the process */
  effect_kill       /* kills the process before the call */
};

struct fault_plan {
  int call;              /* a watched_call */
  int effect;            /* a fault_effect */
  int number;            /* errno */
  int stays;             /* nonzero: all later calls fail, too */
  unsigned long long at; /* number of the call; the first call is 1 */
  unsigned long long counts[watched_count];
  unsigned long long injected;
};

#endif
