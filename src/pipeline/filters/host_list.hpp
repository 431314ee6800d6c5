// Reads files of hosts for filters, one host per line. Hosts are normalized as in URLs: lower case, A-labels.
// Blanks around hosts are removed. Empty lines, and lines that begin with "#", hold no host; " #" begins a
// comment.
#ifndef URLSIEVE_PIPELINE_HOST_LIST_HPP
#define URLSIEVE_PIPELINE_HOST_LIST_HPP

#include <atomic>
#include <span>
#include <string>
#include <string_view>

#include "src/pipeline/filters/host_set.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns `host` in normal form, stored in `buffer` if the form differs; empty if `host` is invalid.
[[nodiscard]] std::string_view normal_host(std::string_view host, std::string& buffer);

// Adds the hosts of the files, which may be compressed, to `to`, and their decompressed bytes to `sum`. Fails
// with error_code::usage, and names file and line, if a line is no host; with cannot_open or cannot_read if a
// file was not read completely; with interrupted if `stop`, which may be null, becomes true.
[[nodiscard]] result<void> add_hosts(std::span<const std::string> paths, const std::atomic<bool>* stop,
                                     host_set& to, running_checksum& sum);

}  // namespace urlsieve

#endif
