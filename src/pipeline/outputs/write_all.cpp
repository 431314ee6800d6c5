#include "src/pipeline/outputs/write_all.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

#include "src/rows/text_writer.hpp"
#include "src/text/encodings/visible.hpp"

namespace urlsieve {

result<void> write_as_is(int stream, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(stream, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      return tl::unexpected(error{error_code::closed_output, "the reader closed the output"});
    } else if (errno == EAGAIN) {
      // The descriptor was set non-blocking by another process: wait nevertheless.
      pollfd waiting{stream, POLLOUT, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      return tl::unexpected(
          error{error_code::cannot_write, std::string("cannot write the output: ") + std::strerror(errno)});
    }
  }
  return {};
}

result<void> write_all(int stream, std::string_view rows) {
  return ::isatty(stream) == 1 ? write_as_is(stream, visible_rows(rows)) : write_as_is(stream, rows);
}

result<void> write_each(int stream, std::string_view rows, row_form form) {
  while (!rows.empty()) {
    const std::size_t end = first_row_size(rows, form);
    if (result<void> written = write_all(stream, rows.substr(0, end)); !written) return written;
    rows.remove_prefix(end);
  }
  return {};
}

}  // namespace urlsieve
