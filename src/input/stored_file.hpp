// Random access to the bytes of an input: a file, memory, or a remote object.
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

#include "src/transfer/remote_reader.hpp"

namespace urlsieve {

struct stored_file {
  int descriptor = -1;              // of a file, owned by the input; its position is not moved
  std::string_view memory;          // used if there is no descriptor
  std::uint64_t begin = 0;          // offset of the input in the file
  std::uint64_t size = 0;           // of the input, in bytes
  std::uint64_t counted = 0;        // bytes that the source of the input has read
  remote_reader* remote = nullptr;  // used instead of both; owned by the input

  // Reads up to out.size() bytes at offset `at` of the input (not of the file). Returns their number (0 at or
  // behind the end), or nullopt on an error (errno). Thread-safe unless `remote` is set.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) const {
    const auto most =
        static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), size - std::min(at, size)));
    if (remote != nullptr) return read_remote(at, out.first(most));
    if (descriptor < 0) {
      std::copy_n(memory.data() + std::min(at, size), most, out.data());
      return most;
    }
    ssize_t got = 0;
    do {
      got = most == 0 ? 0 : ::pread(descriptor, out.data(), most, static_cast<off_t>(begin + at));
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    if (got < 0) return std::nullopt;
    return static_cast<std::size_t>(got);
  }

 private:
  [[nodiscard]] std::optional<std::size_t> read_remote(std::uint64_t at, std::span<char> out) const {
    std::size_t filled = 0;
    while (filled < out.size()) {
      const std::optional<std::size_t> got = remote->read(at + filled, out.subspan(filled));
      if (!got && filled == 0) return std::nullopt;
      if (got.value_or(0) == 0) break;
      filled += *got;
    }
    return filled;
  }
};

}  // namespace urlsieve

#endif
