// A memfd with the given bytes, for readers that open a file by name.
#ifndef URLSIEVE_TESTS_FUZZ_FILE_IN_MEMORY_HPP
#define URLSIEVE_TESTS_FUZZ_FILE_IN_MEMORY_HPP

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz {

class file_in_memory {
 public:
  explicit file_in_memory(std::string_view bytes) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    require(descriptor_ >= 0);
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      require(written > 0);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  ~file_in_memory() { ::close(descriptor_); }
  file_in_memory(const file_in_memory&) = delete;
  file_in_memory& operator=(const file_in_memory&) = delete;

  [[nodiscard]] std::string name() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace urlsieve::fuzz

#endif
