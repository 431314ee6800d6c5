#include "src/documents/lines/whole_file.hpp"

#include <algorithm>

#include "urlsieve/input_options.hpp"

namespace urlsieve {

whole_file_splitter::whole_file_splitter(media type, const input_options& options) : type_(type) {
  limits_.max_document = options.max_document;
}

splitter::progress whole_file_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                              std::string_view input, std::vector<slice>& out,
                                              stats& counted) {
  if (windows_) return windows_->split(bytes, offset, last, input, out, counted);
  if (!too_large_ && bytes.size() > limits_.max_document) {
    if (type_ == media::html || type_ == media::xhtml || type_ == media::xml) {
      windows_.emplace(type_, limits_);
      return windows_->split(bytes, offset, last, input, out, counted);
    }
    counted.damaged_at(damage::too_large, input, offset, "a file larger than the largest document");
    too_large_ = true;
  }
  if (too_large_) return {bytes.size(), 0};
  if (!last) return {0, std::min(std::max<std::size_t>(2 * bytes.size(), 4096), limits_.max_document + 1)};
  if (!bytes.empty()) {
    slice file_slice;
    file_slice.type = type_;
    file_slice.bytes = bytes;
    file_slice.offset = offset;
    out.push_back(file_slice);
  }
  return {bytes.size(), 0};
}

}  // namespace urlsieve
