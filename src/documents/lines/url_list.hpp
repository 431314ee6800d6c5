// Lists of references, one a line.
#ifndef URLSIEVE_DOCUMENTS_URL_LIST_HPP
#define URLSIEVE_DOCUMENTS_URL_LIST_HPP

#include <string_view>
#include <vector>

#include "src/documents/lines/line_runs.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// Slices are windows of one document of media::url_list.
class url_list_splitter final : public line_run_splitter {
 public:
  explicit url_list_splitter(const input_options& options)
      : line_run_splitter(slice_kind::whole, media::url_list, options) {}
};

// Appends each line of `lines` that is not blank, less its CR LF or LF, to `out`. REQUIRES: less than 4 GiB.
void read_url_lines(std::string_view lines, std::vector<reference>& out);

}  // namespace urlsieve

#endif
