// Splits and reads lists of references, one per line.
#ifndef URLSIEVE_DOCUMENTS_URL_LIST_HPP
#define URLSIEVE_DOCUMENTS_URL_LIST_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/documents/lines/line_runs.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// Delivers windows of one document of media::url_list. The runs are short, so that batches take similar time:
// a list is read hardly slower than copied.
class url_list_splitter final : public line_run_splitter {
 public:
  static constexpr std::size_t run_of_urls = std::size_t{64} << 10U;

  explicit url_list_splitter(const input_options& options)
      : line_run_splitter(slice_kind::whole, media::url_list, options, run_of_urls) {}
};

// Appends each non-blank line of `lines` to `out`, without its line end (CR LF or LF) and a leading byte
// order mark. Requires: `lines` is smaller than 4 GiB.
void read_url_lines(std::string_view lines, std::vector<reference>& out);

}  // namespace urlsieve

#endif
