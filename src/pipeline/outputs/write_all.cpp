#include "src/pipeline/outputs/write_all.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

#include "src/text/visible.hpp"

namespace urlsieve {

namespace {

result<void> write_bytes(int stream, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(stream, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      return tl::unexpected(error{error_code::closed_output, "the reader of the output is gone"});
    } else if (errno == EAGAIN) {
      // Somebody made the descriptor non-blocking; it is waited for all the same.
      pollfd waiting{stream, POLLOUT, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      return tl::unexpected(
          error{error_code::cannot_write, std::string("cannot write the output: ") + std::strerror(errno)});
    }
  }
  return {};
}

}  // namespace

result<void> write_all(int stream, std::string_view rows) {
  return ::isatty(stream) == 1 ? write_bytes(stream, visible_rows(rows)) : write_bytes(stream, rows);
}

}  // namespace urlsieve
