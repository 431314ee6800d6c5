#include "src/documents/archives/web_archive.hpp"

#include <cstddef>

namespace urlsieve {

// Alternates between the two splitters. Neither format accepts a record of the other, so both make progress.
splitter::progress web_archive_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                               std::string_view input, std::vector<slice>& out,
                                               stats& counted) {
  std::size_t done = 0;
  while (true) {
    const std::string_view rest = bytes.substr(done);
    const progress advance = is_arc_ ? arc_.split(rest, offset + done, last, input, out, counted)
                                     : warc_.split(rest, offset + done, last, input, out, counted);
    done += advance.consumed;
    if (is_arc_ ? !arc_.stopped_at_warc() : !warc_.stopped_at_arc())
      return {done, advance.needed, advance.packed};
    is_arc_ = !is_arc_;
  }
}

}  // namespace urlsieve
