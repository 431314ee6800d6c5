// Preloaded library: refuses threads like a full process table. $THREADS_LEFT: number of threads that can
// exist at once (default 0); $THREADS_IN_ALL: number of calls of pthread_create that succeed instead.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>

namespace {

std::atomic<int> created{0};
std::atomic<int> alive{0};

struct counted_start {
  void* (*start)(void*);
  void* argument;
};

void* run_counted(void* argument) {
  const std::unique_ptr<counted_start> task(static_cast<counted_start*>(argument));
  void* const answer = task->start(task->argument);
  --alive;
  return answer;
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) {
  using create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto next = reinterpret_cast<create>(::dlsym(RTLD_NEXT, "pthread_create"));
  if (const char* const in_all = std::getenv("THREADS_IN_ALL"); in_all != nullptr)
    return created++ < std::atoi(in_all) ? next(thread, attributes, start, argument) : EAGAIN;
  const char* const left = std::getenv("THREADS_LEFT");
  if (alive++ >= (left != nullptr ? std::atoi(left) : 0)) {
    --alive;
    return EAGAIN;
  }
  return next(thread, attributes, run_counted, new counted_start{start, argument});
}
