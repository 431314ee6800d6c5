// Reads metadata records that hold links: the "outlink:" fields of Heritrix, and WAT.
#ifndef URLSIEVE_DOCUMENTS_WARC_METADATA_HPP
#define URLSIEVE_DOCUMENTS_WARC_METADATA_HPP

#include <string_view>
#include <vector>

#include "src/documents/json/wat.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

enum class metadata_content : std::uint8_t {
  other,    // not read
  links,    // outlinks or WAT, for metadata_reader
  document  // JSON, XML or a page, such as the formats of a video that youtube-dl lists
};

// Returns the content of a metadata record with this Content-Type. Plain text is `other`: Wget lists the
// identifiers of its records.
[[nodiscard]] metadata_content metadata_content_of(std::string_view media_type, std::string_view body);

// Holds scratch memory; one object per thread.
class metadata_reader {
 public:
  // Reads a slice of slice_kind::metadata. Appends links of the HTTP header to `header_references` and all
  // others to `page_references`. Sets `embedded_base` to the base of the page as written; empty if it has
  // none. Sets base, source and offset of `out`, which gets no body. Invalid WAT is damage::bad_json and has
  // no links. Views are valid until the next call, or as long as `part`. Requires: 64 readable bytes after
  // the end of part.bytes.
  void open(const slice& part, std::string_view input_name, document& out,
            std::vector<reference>& header_references, std::vector<reference>& page_references,
            std::string_view& embedded_base, stats& counted);

  // Returns true if the last slice describes a response.
  [[nodiscard]] bool describes_response() const { return describes_response_; }

 private:
  bool describes_response_ = false;
  wat_reader wat_;
  arena scratch_;
};

}  // namespace urlsieve

#endif
