// Reads an entry of an HTTP Archive (HAR 1.2, section "entries"): the URLs of its request and redirect, and
// its response. The response becomes an HTTP message, so headers and body are read like in a web archive.
#ifndef URLSIEVE_DOCUMENTS_HAR_ENTRY_HPP
#define URLSIEVE_DOCUMENTS_HAR_ENTRY_HPP

#include <string_view>
#include <vector>

#include "src/documents/source_head.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Keeps its memory between calls; one object per thread.
class har_entry_reader {
 public:
  // The URLs and the response of an entry. Views are valid until the next call.
  struct entry {
    std::string_view url;  // of the request, as written; empty: none
    // The request URL and redirectURL, with `where` "json:log.entries.request.url" and so on.
    std::vector<reference> references;
    std::string_view response;  // header and body; empty: none
    source_head head;
  };

  // Reads `part.bytes`. An entry that is not a JSON object with a request is damage::bad_record_header,
  // unless the splitter counted it (slice::head). The members before the first invalid byte are read. Content
  // that is not valid base64 is damage::bad_content_encoding.
  //
  // The response has no transfer or content codings, because HAR stores decoded content. Text content is
  // UTF-8, whatever charset its type declares. At least 64 readable bytes follow the response.
  const entry& read(const slice& part, std::string_view input, stats& counted);

 private:
  struct fields;

  bool scan(std::string_view bytes, fields& out);
  void read_head(const fields& from);
  void write_response(const fields& from, const slice& part, std::string_view input, stats& counted);
  std::string_view decoded(std::string_view written);

  entry entry_;
  std::vector<std::string_view> path_;  // names of the open members, outermost first
  arena strings_;
  std::string message_;
  std::string date_;
  std::string type_;
};

}  // namespace urlsieve

#endif
