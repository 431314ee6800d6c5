/* Preloaded: a network file system whose answers get lost. What is asked for is done, asked for once more, and the answer
   to that comes back: the name is taken already, or is not there any more. LOST_ANSWERS names the call. stat() tells of
   links as they were before. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEXT(name)                \
  static __typeof__(&name) next;  \
  if (next == NULL) *(void**)&next = dlsym(RTLD_NEXT, #name)

static int is_lost(const char* call) {
  const char* const lost = getenv("LOST_ANSWERS");
  return lost != NULL && strcmp(lost, call) == 0;
}

int link(const char* from, const char* to) {
  NEXT(link);
  const int first = next(from, to);
  return first == 0 && is_lost("link") ? next(from, to) : first;
}

int rename(const char* from, const char* to) {
  NEXT(rename);
  const int first = next(from, to);
  return first == 0 && is_lost("rename") ? next(from, to) : first;
}

int unlink(const char* path) {
  NEXT(unlink);
  const int first = next(path);
  return first == 0 && is_lost("unlink") ? next(path) : first;
}

int mkdir(const char* path, mode_t mode) {
  NEXT(mkdir);
  const int first = next(path, mode);
  return first == 0 && is_lost("mkdir") ? next(path, mode) : first;
}

int stat(const char* path, struct stat* about) {
  NEXT(stat);
  const int told = next(path, about);
  if (told == 0 && is_lost("link") && S_ISREG(about->st_mode)) about->st_nlink = 1;
  return told;
}
