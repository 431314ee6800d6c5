#include "src/text/lazy_library.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace urlsieve {

namespace {

[[noreturn]] void refuse() {
  const char* const why = ::dlerror();
  throw std::runtime_error(std::string("cannot load a library: ") + (why == nullptr ? "unknown" : why));
}

// The first letters of the paths of bundled libraries; empty without a bundle.
std::string& bundle_start() {
  static std::string start;
  return start;
}

// Returns the path of the bundled library `name`, else `name`, which the loader searches.
std::string path_for_loader(const char* name) {
  if (bundle_start().empty()) return name;
  std::string bundled = bundle_start() + name;
  std::error_code unreadable;
  return std::filesystem::exists(bundled, unreadable) ? bundled : name;
}

}  // namespace

lazy_library::lazy_library(const char* name)
    : handle_(::dlopen(path_for_loader(name).c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) refuse();
}

void* lazy_library::find(const char* function) const {
  void* const found = ::dlsym(handle_, function);
  if (found == nullptr) refuse();
  return found;
}

void prefer_bundled_libraries(const std::string& start) {
  ::Dl_info self;
  if (::dladdr(reinterpret_cast<const void*>(&prefer_bundled_libraries), &self) == 0) return;
  const std::filesystem::path own_file = std::filesystem::absolute(self.dli_fname);
  bundle_start() = (own_file.parent_path() / start).string();
}

}  // namespace urlsieve
