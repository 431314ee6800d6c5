// Splits a file of WARC and ARC records, which may follow one another because files are joined with cat.
#ifndef URLSIEVE_DOCUMENTS_WEB_ARCHIVE_HPP
#define URLSIEVE_DOCUMENTS_WEB_ARCHIVE_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/archives/arc.hpp"
#include "src/documents/archives/warc.hpp"
#include "src/documents/splitter.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

class web_archive_splitter final : public splitter {
 public:
  enum class first : std::uint8_t { warc, arc };

  // `kind`: the format at the start of the input. `text`: see warc_splitter.
  web_archive_splitter(first kind, const input_options& options, const text_search& text)
      : warc_(options, text), arc_(options), is_arc_(kind == first::arc) {
    warc_.stop_at_arc();
    arc_.stop_at_warc();
  }

  // See extract_options::whole_records.
  void deliver_whole() {
    warc_.deliver_whole();
    arc_.deliver_whole();
  }

  void leave_unread(unread_documents& unread) override { warc_.leave_unread(unread); }

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

 private:
  warc_splitter warc_;
  arc_splitter arc_;
  bool is_arc_;
};

}  // namespace urlsieve

#endif
