// Lists of references, one a line.
#ifndef URLSIEVE_DOCUMENTS_URL_LIST_HPP
#define URLSIEVE_DOCUMENTS_URL_LIST_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/documents/lines/line_runs.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// Slices are windows of one document of media::url_list. Several go into a batch, so that all batches take
// about as long, and little is carried from one to the next: a list is read in hardly more time than copied.
class url_list_splitter final : public line_run_splitter {
 public:
  static constexpr std::size_t run_of_urls = std::size_t{64} << 10U;

  explicit url_list_splitter(const input_options& options)
      : line_run_splitter(slice_kind::whole, media::url_list, options, run_of_urls) {}
};

// Appends each line of `lines` that is not blank, less its CR LF or LF and a byte order mark in front, to
// `out`. REQUIRES: less than 4 GiB.
void read_url_lines(std::string_view lines, std::vector<reference>& out);

}  // namespace urlsieve

#endif
