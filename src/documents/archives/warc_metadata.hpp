// Metadata records of web archives that hold links: the "outlink:" fields that Heritrix writes, and WAT.
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

// Whether the body of a metadata record, of Content-Type `media_type`, holds links.
[[nodiscard]] bool holds_links(std::string_view media_type, std::string_view body);

// Holds scratch memory; one a thread.
class metadata_reader {
 public:
  // Appends the links of a slice of slice_kind::metadata: those of the HTTP header to `header_references`,
  // the others to `page_references`, for which `embedded_base` counts, the page's own base as it was written
  // (empty: it has none). `out` gets no body, but base, source and offset. Views live until the next call, or
  // as long as `part`. REQUIRES: 64 readable bytes after the end of part.bytes.
  void open(const slice& part, std::string_view input_name, document& out,
            std::vector<reference>& header_references, std::vector<reference>& page_references,
            std::string_view& embedded_base, stats& counted);

 private:
  wat_reader wat_;
  arena scratch_;
};

}  // namespace urlsieve

#endif
