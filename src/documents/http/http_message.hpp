// Opens an HTTP response or request from a web archive (RFC 9112, and the status lines and headers of real
// servers). Returns the references of the header, and the body without transfer and content codings, as
// body_reader reads it.
#ifndef URLSIEVE_DOCUMENTS_HTTP_MESSAGE_HPP
#define URLSIEVE_DOCUMENTS_HTTP_MESSAGE_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/codec/content_encoding.hpp"
#include "src/documents/http/body_reader.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Holds scratch memory; one object per thread.
class http_reader {
 public:
  using limits = body_reader::limits;

  http_reader() = default;
  explicit http_reader(const limits& bounds) : bounds_(bounds), bodies_(bounds) {}

  // Returns true if `out` is a document to search. Otherwise `out` has no body, but base, source and offset
  // of the message. Appends the references of the header to `header_references` in both cases.
  //
  // Counts defects as damage: bad_http_header, bad_chunked, bad_content_encoding, expansion_limit,
  // guessed_charset. A body that no finder reads counts as skipped ("type:image/png"), and so does an unknown
  // coding ("encoding:x").
  //
  // Views are valid until the next call, or as long as `part`. At least 64 readable bytes follow a decoded
  // body.
  bool open(const slice& part, std::string_view input_name, document& out,
            std::vector<reference>& header_references, stats& counted);

  // Returns the status code of the last message; 0 if its status line has none.
  [[nodiscard]] unsigned status() const { return status_; }

  // Returns true if the last message is a request. Its header has no references for the caller.
  [[nodiscard]] bool is_request() const { return is_request_; }

  // Returns the Content-Type of the last message, as written; empty if it has none. Valid until the next
  // call.
  [[nodiscard]] std::string_view content_type() const { return content_type_; }

  // Returns the form of the body of the last message. Valid until the next call.
  [[nodiscard]] const body_form& form() const { return form_; }

  // Returns the canonical URL from the Link fields of the last message, as written; empty if there is none.
  // Valid until the next call.
  [[nodiscard]] std::string_view canonical() const { return canonical_; }

 private:
  struct message {
    std::string_view content_type;
    std::string_view content_encoding;  // all codings, in the order of application
    std::string_view transfer_encoding;
    std::size_t body = 0;      // offset of the body in the slice
    std::string_view damaged;  // the defect of the header; empty: none
  };

  [[nodiscard]] bool has_type(const message& read, std::string_view body) const {
    return media_of(read.content_type, body, bounds_.scripts).has_value();
  }
  message read_header(std::string_view bytes, std::vector<reference>& header_references);
  std::size_t read_interim(std::string_view bytes, std::vector<reference>& header_references);
  void note(message& read, std::string_view name, std::string_view value,
            std::vector<reference>& header_references);
  std::string_view decode_chunks(const message& read, std::string_view body, const slice& part,
                                 std::string_view input, stats& counted);
  std::string_view decode_codings(const message& read, std::string_view body, const slice& part,
                                  std::string_view input, stats& counted);
  std::string_view joined(std::string_view earlier, std::string_view later);

  limits bounds_;
  unsigned status_ = 0;
  bool is_request_ = false;
  std::string_view content_type_;
  std::string_view canonical_;
  body_form form_;
  body_reader bodies_;
  content_decoder decoder_;
  arena scratch_;
};

}  // namespace urlsieve

#endif
