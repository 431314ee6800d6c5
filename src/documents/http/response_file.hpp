// Splits a file of HTTP responses as they were received, as `curl -i` and `wget --save-headers` write it.
#ifndef URLSIEVE_DOCUMENTS_HTTP_RESPONSE_FILE_HPP
#define URLSIEVE_DOCUMENTS_HTTP_RESPONSE_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/input_head.hpp"
#include "src/documents/lines/plain_text.hpp"
#include "src/documents/splitter.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

struct input_options;

// Returns true for a status line of less than 1 KiB with a code, and a header field or the empty line behind
// it.
[[nodiscard]] bool begins_response_file(const input_head& head);

// Returns the size of the first response in `responses`. A status line directly behind the header, or behind
// as many bytes as Content-Length says, begins another response. An error or redirect, which `curl -L` writes
// before the final response, ends before the next status line with a header field. A page may quote
// responses, so a successful response ends only before a status line whose header is complete, in CR LF, and
// not in a quote: behind a blank, a quotation mark, a start tag, or in <pre>.
[[nodiscard]] std::size_t response_size(std::string_view responses);

// Delivers the responses as slice_kind::http_message at the end of the input. A file larger than the largest
// document is damage::too_large, and is read as text.
class response_file_splitter final : public splitter {
 public:
  response_file_splitter(const input_options& options, const text_search& search);

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  std::size_t largest_;
  plain_text_splitter text_;
  bool is_text_ = false;
};

}  // namespace urlsieve

#endif
