// Files of hosts, one a line, as filters take them: normalized as hosts of URLs are (lower case, A-labels),
// blanks around them gone; lines that are empty or begin with "#" hold none, and " #" begins a comment.
#ifndef URLSIEVE_PIPELINE_HOST_LIST_HPP
#define URLSIEVE_PIPELINE_HOST_LIST_HPP

#include <atomic>
#include <span>
#include <string>
#include <string_view>

#include "src/pipeline/filters/host_set.hpp"
#include "src/text/fingerprint.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// `host` in normal form, in `room` where that differs; empty where it is none.
[[nodiscard]] std::string_view normal_host(std::string_view host, std::string& room);

// Adds what the files hold, compressed or not, and their bytes, uncompressed, to `sum`. error_code::usage
// names the file and the line that holds no host; cannot_open or cannot_read a file that could not be read
// whole. `stop` may be null.
[[nodiscard]] result<void> add_hosts(std::span<const std::string> paths, const std::atomic<bool>* stop,
                                     host_set& to, running_checksum& sum);

}  // namespace urlsieve

#endif
