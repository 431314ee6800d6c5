// Splits a file that is one document: a page, a feed.
#ifndef URLSIEVE_DOCUMENTS_WHOLE_FILE_HPP
#define URLSIEVE_DOCUMENTS_WHOLE_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/documents/lines/markup_windows.hpp"
#include "src/documents/splitter.hpp"

namespace urlsieve {

struct input_options;

// Delivers one slice at the end of the input. Markup larger than the largest document is delivered in windows
// (markup_windows.hpp); another file of that size is damage::too_large.
class whole_file_splitter final : public splitter {
 public:
  whole_file_splitter(media type, const input_options& options);

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  media type_;
  markup_limits limits_;
  std::optional<markup_window_splitter> windows_;  // set while the file is delivered in windows
  bool too_large_ = false;
};

}  // namespace urlsieve

#endif
