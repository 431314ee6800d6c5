/* Preloaded library: injects the fault of the plan (fault_plan.h). Uses system calls directly, so that the
   library does not depend on the faulted functions, and only system calls that every processor has. */
#include "tests/faults/fault_plan.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static struct fault_plan* plan;

static void find_plan(void) {
  const char* const path = getenv(FAULT_PLAN_VARIABLE);
  if (path == NULL) return;
  const int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (descriptor < 0) return;
  const long at =
      syscall(SYS_mmap, NULL, sizeof(struct fault_plan), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0L);
  syscall(SYS_close, descriptor);
  if (at != -1) plan = (struct fault_plan*)at;
}

/* Counts calls from main() on: no program survives exhausted memory during static initialization, and the
   number of allocations there depends on libraries and processor. */
typedef int main_function(int, char**, char**);
static main_function* real_main;

static int watched_main(int count, char** words, char** variables) {
  find_plan();
  return real_main(count, words, variables);
}

int __libc_start_main(main_function* entry, int count, char** words, void (*begin)(void), void (*end)(void),
                      void (*unload)(void), void* stack) {
  static __typeof__(&__libc_start_main) next;
  *(void**)&next = dlsym(RTLD_NEXT, "__libc_start_main");
  real_main = entry;
  return next(watched_main, count, words, begin, end, unload, stack);
}

static void die(void) {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

/* Counts the call and returns its effect. */
static int effect_of(enum watched_call call) {
  if (plan == NULL) return effect_none;
  const unsigned long long number = __atomic_add_fetch(&plan->counts[call], 1, __ATOMIC_RELAXED);
  if (plan->effect == effect_none || plan->call != (int)call) return effect_none;
  if (number != plan->at && !(plan->stays && number > plan->at)) return effect_none;
  __atomic_add_fetch(&plan->injected, 1, __ATOMIC_RELAXED);
  if (plan->effect == effect_kill) die();
  if (plan->effect == effect_error) errno = plan->number;
  return plan->effect;
}

static int fails(enum watched_call call) {
  return effect_of(call) == effect_error;
}

/* Body of functions that transfer bytes; `PART(n)` transfers n. */
#define MOVE(call, size, PART)                       \
  switch (effect_of(call)) {                         \
    case effect_error:                               \
      return -1;                                     \
    case effect_zero:                                \
      return 0;                                      \
    case effect_shortened:                           \
      return PART((size) > 1 ? (size) / 2 : (size)); \
    case effect_torn:                                \
      PART((size) / 2);                              \
      die();                                         \
      return -1;                                     \
    default:                                         \
      return PART(size);                             \
  }

/* A short read returns half of the available bytes, which may be fewer than requested. */
static ssize_t half_of(ssize_t got, int descriptor) {
  if (got > 1 && syscall(SYS_lseek, descriptor, (long)(got / 2 - got), SEEK_CUR) != -1) return got / 2;
  return got;
}

ssize_t read(int descriptor, void* to, size_t size) {
  const int effect = effect_of(watched_read);
  if (effect == effect_error) return -1;
  if (effect == effect_zero) return 0;
  const ssize_t got = syscall(SYS_read, descriptor, to, size);
  return effect == effect_shortened ? half_of(got, descriptor) : got;
}

ssize_t pread64(int descriptor, void* to, size_t size, off64_t from) {
  const int effect = effect_of(watched_pread);
  if (effect == effect_error) return -1;
  if (effect == effect_zero) return 0;
  const ssize_t got = syscall(SYS_pread64, descriptor, to, size, from);
  return effect == effect_shortened && got > 1 ? got / 2 : got;
}
ssize_t pread(int descriptor, void* to, size_t size, off_t from) {
  return pread64(descriptor, to, size, from);
}

#define WRITE_PART(n) syscall(SYS_write, descriptor, from, (n))
ssize_t write(int descriptor, const void* from, size_t size){MOVE(watched_write, size, WRITE_PART)}
#define PWRITE_PART(n) syscall(SYS_pwrite64, descriptor, from, (n), to)
ssize_t pwrite64(int descriptor, const void* from, size_t size,
                 off64_t to){MOVE(watched_pwrite, size, PWRITE_PART)} ssize_t
    pwrite(int descriptor, const void* from, size_t size, off_t to) {
  return pwrite64(descriptor, from, size, to);
}

#define WRITEV_PART(n) syscall(SYS_writev, descriptor, pieces, (n))
ssize_t writev(int descriptor, const struct iovec* pieces,
               int count){MOVE(watched_writev, count, WRITEV_PART)}
#define SEND_PART(n) syscall(SYS_sendto, descriptor, from, (n), flags, NULL, 0)
ssize_t send(int descriptor, const void* from, size_t size, int flags){MOVE(watched_send, size, SEND_PART)}

#define RECEIVE_PART(n) syscall(SYS_recvfrom, descriptor, to, (n), flags, NULL, NULL)
ssize_t recv(int descriptor, void* to, size_t size, int flags) {
  MOVE(watched_recv, size, RECEIVE_PART)
}

int socket(int domain, int type, int protocol) {
  return fails(watched_socket) ? -1 : (int)syscall(SYS_socket, domain, type, protocol);
}
int connect(int descriptor, const struct sockaddr* to, socklen_t size) {
  return fails(watched_connect) ? -1 : (int)syscall(SYS_connect, descriptor, to, size);
}

#define MODE_OF_CALL(flags)                     \
  mode_t mode = 0;                              \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list rest;                               \
    va_start(rest, flags);                      \
    mode = va_arg(rest, mode_t);                \
    va_end(rest);                               \
  }

int open(const char* path, int flags, ...) {
  MODE_OF_CALL(flags)
  return fails(watched_open) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  MODE_OF_CALL(flags)
  return fails(watched_open) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int openat(int directory, const char* path, int flags, ...) {
  MODE_OF_CALL(flags)
  return fails(watched_openat) ? -1 : (int)syscall(SYS_openat, directory, path, flags, mode);
}
int openat64(int directory, const char* path, int flags, ...) {
  MODE_OF_CALL(flags)
  return fails(watched_openat) ? -1 : (int)syscall(SYS_openat, directory, path, flags, mode);
}

/* Declares `next`: the definition of the function in the C library. */
#define NEXT(name)               \
  static __typeof__(&name) next; \
  if (next == NULL) *(void**)&next = dlsym(RTLD_NEXT, #name)

FILE* fopen(const char* path, const char* how) {
  NEXT(fopen);
  return fails(watched_fopen) ? NULL : next(path, how);
}
FILE* fopen64(const char* path, const char* how) {
  NEXT(fopen64);
  return fails(watched_fopen) ? NULL : next(path, how);
}

int close(int descriptor) {
  const int effect = effect_of(watched_close);
  const int number = errno;
  const int closed = (int)syscall(SYS_close, descriptor);
  if (effect != effect_error) return closed;
  errno = number;
  return -1;
}

int fsync(int descriptor) {
  return fails(watched_fsync) ? -1 : (int)syscall(SYS_fsync, descriptor);
}
int fdatasync(int descriptor) {
  return fails(watched_fdatasync) ? -1 : (int)syscall(SYS_fdatasync, descriptor);
}
int rename(const char* from, const char* to) {
  return fails(watched_rename) ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}
int renameat2(int from_in, const char* from, int to_in, const char* to, unsigned flags) {
  return fails(watched_renameat2) ? -1 : (int)syscall(SYS_renameat2, from_in, from, to_in, to, flags);
}
int unlink(const char* path) {
  return fails(watched_unlink) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
int unlinkat(int directory, const char* path, int flags) {
  return fails(watched_unlinkat) ? -1 : (int)syscall(SYS_unlinkat, directory, path, flags);
}
int remove(const char* path) {
  if (fails(watched_unlink)) return -1;
  if (syscall(SYS_unlinkat, AT_FDCWD, path, 0) == 0) return 0;
  return errno == EISDIR ? (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR) : -1;
}
int rmdir(const char* path) {
  return fails(watched_rmdir) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}
int mkdir(const char* path, mode_t mode) {
  return fails(watched_mkdir) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}
int fchmod(int descriptor, mode_t mode) {
  return fails(watched_fchmod) ? -1 : (int)syscall(SYS_fchmod, descriptor, mode);
}
int flock(int descriptor, int how) {
  return fails(watched_flock) ? -1 : (int)syscall(SYS_flock, descriptor, how);
}
int access(const char* path, int how) {
  return fails(watched_access) ? -1 : (int)syscall(SYS_faccessat, AT_FDCWD, path, how);
}

int ftruncate64(int descriptor, off64_t size) {
  return fails(watched_ftruncate) ? -1 : (int)syscall(SYS_ftruncate, descriptor, size);
}
int ftruncate(int descriptor, off_t size) {
  return ftruncate64(descriptor, size);
}
int truncate64(const char* path, off64_t size) {
  return fails(watched_truncate) ? -1 : (int)syscall(SYS_truncate, path, size);
}
int truncate(const char* path, off_t size) {
  return truncate64(path, size);
}
int fallocate64(int descriptor, int how, off64_t from, off64_t size) {
  return fails(watched_fallocate) ? -1 : (int)syscall(SYS_fallocate, descriptor, how, from, size);
}
int fallocate(int descriptor, int how, off_t from, off_t size) {
  return fallocate64(descriptor, how, from, size);
}

void* mmap64(void* at, size_t size, int protection, int flags, int descriptor, off64_t from) {
  if (fails(watched_mmap)) return MAP_FAILED;
  return (void*)syscall(SYS_mmap, at, size, protection, flags, descriptor, from);
}
void* mmap(void* at, size_t size, int protection, int flags, int descriptor, off_t from) {
  return mmap64(at, size, protection, flags, descriptor, from);
}
void* mremap(void* at, size_t old_size, size_t size, int flags, ...) {
  void* place = NULL;
  if ((flags & MREMAP_FIXED) != 0) {
    va_list rest;
    va_start(rest, flags);
    place = va_arg(rest, void*);
    va_end(rest);
  }
  return fails(watched_mremap) ? MAP_FAILED : (void*)syscall(SYS_mremap, at, old_size, size, flags, place);
}

#define STAT_PATH(name, type, call, flags)                                                \
  int name(const char* path, struct type* about) {                                        \
    return fails(call) ? -1 : (int)syscall(SYS_newfstatat, AT_FDCWD, path, about, flags); \
  }
STAT_PATH(stat, stat, watched_stat, 0)
STAT_PATH(stat64, stat64, watched_stat, 0)
STAT_PATH(lstat, stat, watched_lstat, AT_SYMLINK_NOFOLLOW)
STAT_PATH(lstat64, stat64, watched_lstat, AT_SYMLINK_NOFOLLOW)
int fstat(int descriptor, struct stat* about) {
  return fails(watched_fstat) ? -1 : (int)syscall(SYS_fstat, descriptor, about);
}
int fstat64(int descriptor, struct stat64* about) {
  return fails(watched_fstat) ? -1 : (int)syscall(SYS_fstat, descriptor, about);
}
int fstatat(int directory, const char* path, struct stat* about, int flags) {
  return fails(watched_fstatat) ? -1 : (int)syscall(SYS_newfstatat, directory, path, about, flags);
}
int fstatat64(int directory, const char* path, struct stat64* about, int flags) {
  return fails(watched_fstatat) ? -1 : (int)syscall(SYS_newfstatat, directory, path, about, flags);
}

DIR* opendir(const char* path) {
  NEXT(opendir);
  return fails(watched_opendir) ? NULL : next(path);
}
DIR* fdopendir(int descriptor) {
  NEXT(fdopendir);
  return fails(watched_fdopendir) ? NULL : next(descriptor);
}
struct dirent* readdir(DIR* directory) {
  NEXT(readdir);
  return fails(watched_readdir) ? NULL : next(directory);
}
struct dirent64* readdir64(DIR* directory) {
  NEXT(readdir64);
  return fails(watched_readdir) ? NULL : next(directory);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  NEXT(pthread_create);
  return fails(watched_pthread_create) ? plan->number : next(thread, attributes, start, argument);
}

/* Sleeping only advances the clock, so that waits for exhausted resources take no time. */
static long long slept; /* nanoseconds */

int nanosleep(const struct timespec* wanted, struct timespec* left) {
  (void)left;
  __atomic_add_fetch(&slept, wanted->tv_sec * 1000000000LL + wanted->tv_nsec, __ATOMIC_RELAXED);
  syscall(SYS_sched_yield);
  return 0;
}
int clock_nanosleep(clockid_t which, int flags, const struct timespec* wanted, struct timespec* left) {
  if ((flags & TIMER_ABSTIME) != 0)
    return syscall(SYS_clock_nanosleep, which, flags, wanted, left) == 0 ? 0 : errno;
  return nanosleep(wanted, left);
}
int clock_gettime(clockid_t which, struct timespec* now) {
  const int failed = (int)syscall(SYS_clock_gettime, which, now);
  if (failed != 0 || which != CLOCK_MONOTONIC) return failed;
  const long long total = now->tv_nsec + __atomic_load_n(&slept, __ATOMIC_RELAXED);
  now->tv_sec += total / 1000000000LL;
  now->tv_nsec = total % 1000000000LL;
  return 0;
}

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* old, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  return fails(watched_malloc) ? NULL : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  return fails(watched_malloc) ? NULL : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  return fails(watched_malloc) ? NULL : __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return fails(watched_malloc) ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void** to, size_t alignment, size_t size) {
  if (fails(watched_malloc)) return ENOMEM;
  *to = __libc_memalign(alignment, size);
  return *to == NULL ? ENOMEM : 0;
}
