// The bytes of an input that may be read in any order: those of a file, of memory, or of another machine.
#ifndef URLSIEVE_INPUT_STORED_FILE_HPP
#define URLSIEVE_INPUT_STORED_FILE_HPP

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "src/transfer/far_bytes.hpp"

namespace urlsieve {

struct stored_file {
  int descriptor = -1;        // whose place is left alone; belongs to the input
  std::string_view memory;    // where there is no descriptor
  std::uint64_t begin = 0;    // of the input in the file
  std::uint64_t size = 0;     // of the input
  std::uint64_t counted = 0;  // bytes that the input's source has read
  far_bytes* far = nullptr;   // in place of both; belongs to the input

  // Fills `out` from byte `at` on as far as the input goes; nothing where it cannot be read (errno says why).
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) const {
    const auto most =
        static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), size - std::min(at, size)));
    if (far != nullptr) return read_far(at, out.first(most));
    if (descriptor < 0) {
      std::copy_n(memory.data() + std::min(at, size), most, out.data());
      return most;
    }
    ssize_t got = 0;
    do {
      got = most == 0 ? 0 : ::pread(descriptor, out.data(), most, static_cast<off_t>(begin + at));
    } while (got < 0 && errno == EINTR);
    if (got < 0) return std::nullopt;
    return static_cast<std::size_t>(got);
  }

 private:
  [[nodiscard]] std::optional<std::size_t> read_far(std::uint64_t at, std::span<char> out) const {
    std::size_t filled = 0;
    while (filled < out.size()) {
      const std::optional<std::size_t> got = far->read(at + filled, out.subspan(filled));
      if (!got && filled == 0) return std::nullopt;
      if (got.value_or(0) == 0) break;
      filled += *got;
    }
    return filled;
  }
};

}  // namespace urlsieve

#endif
