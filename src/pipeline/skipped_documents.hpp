// Decides, in front of the splitter, which documents of the current input the filter of the run skips, so
// that the reader can leave out their bytes.
#ifndef URLSIEVE_PIPELINE_SKIPPED_DOCUMENTS_HPP
#define URLSIEVE_PIPELINE_SKIPPED_DOCUMENTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/documents/source_head_reader.hpp"
#include "src/documents/unread_documents.hpp"
#include "src/input/byte_source.hpp"
#include "src/pipeline/filters/document_filter.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class skipped_documents final : public unread_documents {
 public:
  // Requires: `filter` outlives the object.
  explicit skipped_documents(const document_filter& filter) : filter_(&filter) {}

  // Sets the current input. Requires: `source` outlives the calls below.
  void begin(byte_source& source) { source_ = &source; }

  [[nodiscard]] std::string_view look_at(std::uint64_t offset, std::size_t size) override;
  bool skips(const slice& head, stats& counted) override;

  // Continues the current input at `to` instead of `from`, the end of the bytes that its source delivered.
  // Returns false, without effect, if the bytes between are to be read: they are few, or the source cannot
  // leave them out. Counts the bytes as if they were read.
  [[nodiscard]] bool leave_out(std::uint64_t from, std::uint64_t to, stats& counted);

 private:
  const document_filter* filter_;
  byte_source* source_ = nullptr;
  source_head_reader heads_;
  document_filter::scratch scratch_;
  std::array<char, most_looked_at> seen_{};
};

}  // namespace urlsieve

#endif
