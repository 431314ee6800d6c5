// Preloaded: the first $THREADS_LEFT calls of pthread_create succeed, later ones are refused as by a full
// process table.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) {
  using create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto next = reinterpret_cast<create>(::dlsym(RTLD_NEXT, "pthread_create"));
  static std::atomic<int> made{0};
  const char* const left = std::getenv("THREADS_LEFT");
  if (made++ >= (left != nullptr ? std::atoi(left) : 0)) return EAGAIN;
  return next(thread, attributes, start, argument);
}
