#include "src/documents/whole_file.hpp"

#include <algorithm>

namespace urlsieve {

splitter::progress whole_file_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                              std::string_view input, std::vector<slice>& out,
                                              stats& counted) {
  if (!too_large_ && bytes.size() > max_document_) {
    counted.damaged_at(damage::too_large, input, offset, "a file larger than the largest document");
    too_large_ = true;
  }
  if (too_large_) return {bytes.size(), 0};
  if (!last) return {0, std::min(std::max<std::size_t>(2 * bytes.size(), 4096), max_document_ + 1)};
  if (!bytes.empty()) {
    slice made;
    made.type = type_;
    made.bytes = bytes;
    made.offset = offset;
    out.push_back(made);
  }
  return {bytes.size(), 0};
}

}  // namespace urlsieve
