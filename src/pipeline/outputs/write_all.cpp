#include "src/pipeline/outputs/write_all.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

namespace urlsieve {

result<void> write_all(int stream, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(stream, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      return tl::make_unexpected(error{error_code::closed_output, "the reader of the output is gone"});
    } else if (errno != EINTR) {
      return tl::make_unexpected(
          error{error_code::cannot_write, std::string("cannot write the output: ") + std::strerror(errno)});
    }
  }
  return {};
}

}  // namespace urlsieve
