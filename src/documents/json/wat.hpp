// Reads WAT: the metadata of a response that a crawl's indexer wrote as JSON ("Envelope" holds
// "Payload-Metadata"). Returns the links as in the page and the HTTP header.
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
  bool has_response = false;       // the envelope describes a response
};

// Holds scratch memory; one object per thread.
class wat_reader {
 public:
  // The parser: `exact` uses simdjson only; `quick` tries plain_json first. Both return the same results.
  enum class way : unsigned char { quick, exact };

  explicit wat_reader(way parser = way::quick);
  ~wat_reader();
  wat_reader(const wat_reader&) = delete;
  wat_reader& operator=(const wat_reader&) = delete;

  // Appends the links of one envelope. `where` is "http:Location" and so on in the header, "a@href" and so on
  // in the page. Returns false and appends nothing if the parser finds an error in `text`. The parser does
  // not check the members without links. `names` stores the values of `where`. Views point into this
  // reader, `text` and `names`, and are valid until the next call. Requires: is_wat(text); 64 readable bytes
  // after the end of `text`.
  bool read(std::string_view text, wat_links& about, std::vector<reference>& header,
            std::vector<reference>& page, arena& names);

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
  way how_;
};

// Returns true if the first 4 KiB of a JSON body have the "Envelope" of WAT.
[[nodiscard]] bool is_wat(std::string_view body);

}  // namespace urlsieve

#endif
