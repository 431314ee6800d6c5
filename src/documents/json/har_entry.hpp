// Reads an entry of an HTTP Archive (HAR 1.2, section "entries"): the URLs of its request and redirect, and
// its response as an HTTP message, so that headers and body are read as those of a web archive.
#ifndef URLSIEVE_DOCUMENTS_HAR_ENTRY_HPP
#define URLSIEVE_DOCUMENTS_HAR_ENTRY_HPP

#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// One a thread; keeps its memory.
class har_entry_reader {
 public:
  // The URLs and the response of an entry. Views live until the next call.
  struct entry {
    std::string_view url;               // of the request, as written; empty: the entry has none
    std::vector<reference> references;  // that URL, and redirectURL
    std::string_view response;          // header and body; empty: the entry has no response
  };

  // Reads `part.bytes`. An entry that is no JSON object with a request is damage::bad_record_header, unless
  // the splitter counted it (slice::head); its members before the first one that is no JSON are read. Content
  // that is no base64 is damage::bad_content_encoding. The response has neither content nor transfer codings,
  // as HAR stores content without them. Text content is UTF-8, whatever charset its type declares. 64 bytes
  // behind the response are readable.
  const entry& read(const slice& part, std::string_view input, stats& counted);

 private:
  struct fields;

  bool scan(std::string_view bytes, fields& out);
  void write_response(const fields& from, const slice& part, std::string_view input, stats& counted);
  std::string_view decoded(std::string_view written);

  entry entry_;
  std::vector<std::string_view> path_;  // names of the members from the entry in
  arena strings_;
  std::string message_;
};

}  // namespace urlsieve

#endif
