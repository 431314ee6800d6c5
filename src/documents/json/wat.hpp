// WAT: what a crawl's indexer noted about a response, as JSON in a metadata record ("Envelope" holds
// "Payload-Metadata"); its links, as they stood in the page and in the HTTP header.
#ifndef URLSIEVE_DOCUMENTS_WAT_HPP
#define URLSIEVE_DOCUMENTS_WAT_HPP

#include <memory>
#include <string_view>
#include <vector>

#include "src/text/arena.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

struct wat_links {
  std::string_view target;         // WARC-Target-URI of the response
  std::string_view embedded_base;  // <base href> of the page, as written; empty: none
};

// Holds scratch memory; one a thread.
class wat_reader {
 public:
  // `exact`: with the parser of JSON alone; `quick`: that one reads what plain_json gave up. Both find the
  // same.
  enum class way : unsigned char { quick, exact };

  explicit wat_reader(way how = way::quick);
  ~wat_reader();
  wat_reader(const wat_reader&) = delete;
  wat_reader& operator=(const wat_reader&) = delete;

  // Appends the links of one envelope: `where` is "http:Location" and so on in the header, "a@href" in the
  // page. False, with nothing appended, if `text` is no JSON object. Views point into this reader and
  // `names`, and live until the next call. REQUIRES: 64 readable bytes after the end of `text`.
  bool read(std::string_view text, wat_links& about, std::vector<reference>& header,
            std::vector<reference>& page, arena& names);

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
  way how_;
};

// True if a JSON body begins as WAT does.
[[nodiscard]] bool is_wat(std::string_view body);

}  // namespace urlsieve

#endif
