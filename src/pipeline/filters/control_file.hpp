// Reads a file that controls a run: a list of hosts, a file of rules. The file may be compressed or UTF-16.
#ifndef URLSIEVE_PIPELINE_CONTROL_FILE_HPP
#define URLSIEVE_PIPELINE_CONTROL_FILE_HPP

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Passes the bytes of the file to `take` in pieces; the last piece is empty. Damage is an error, because a
// list that is not whole would silently change the output. Fails with error_code::cannot_open or cannot_read,
// and the message `begin` ("cannot read hosts from "), the path and the reason; with interrupted if `stop`,
// which may be null, becomes true; with the error of `take`.
[[nodiscard]] result<void> read_control_file(const std::string& path, std::string_view begin,
                                             const std::atomic<bool>* stop,
                                             const std::function<result<void>(std::string_view)>& take);

}  // namespace urlsieve

#endif
