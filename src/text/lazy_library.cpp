#include "src/text/lazy_library.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace urlsieve {

namespace {

[[noreturn]] void refuse() {
  const char* const why = ::dlerror();
  throw std::runtime_error(std::string("cannot load a library: ") + (why == nullptr ? "unknown" : why));
}

}  // namespace

lazy_library::lazy_library(const char* name) : handle_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) refuse();
}

void* lazy_library::find(const char* function) const {
  void* const found = ::dlsym(handle_, function);
  if (found == nullptr) refuse();
  return found;
}

}  // namespace urlsieve
