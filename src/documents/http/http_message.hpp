// Opens an HTTP response as a web archive recorded it (RFC 9112; status lines and headers as servers really
// send them): the references in its header, and its body with transfer and content codings undone, as a
// document of the type that its bytes show.
#ifndef URLSIEVE_DOCUMENTS_HTTP_MESSAGE_HPP
#define URLSIEVE_DOCUMENTS_HTTP_MESSAGE_HPP

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "src/codec/charset.hpp"
#include "src/codec/content_encoding.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Holds scratch memory; one a thread.
class http_reader {
 public:
  struct limits {
    std::size_t max_document = std::size_t{64} << 20;  // of a body, its codings undone
    double max_ratio = 1000;                           // of its size to that of the coded body
    script_bodies scripts = script_bodies::as_text;
    encoding undeclared = {};  // of text that declares no charset; unknown: it is guessed
  };

  http_reader() = default;
  explicit http_reader(limits bounds) : bounds_(bounds) {}

  // True if `out` is a document to be searched. Else its body is empty, and base, source and offset are those
  // of the message, for the references of the header, which are appended to `header_references` either way.
  // Views live until the next call, or as long as `part`; decoded bodies have 64 readable bytes behind them.
  bool open(const slice& part, std::string_view input_name, document& out,
            std::vector<reference>& header_references, stats& counted);

  // The status code of the message opened last; 0 where its status line has none.
  [[nodiscard]] unsigned status() const { return status_; }

  // The canonical URL that its Link fields tell, as written; empty: none. Lives until the next call.
  [[nodiscard]] std::string_view canonical() const { return canonical_; }

 private:
  struct message {
    std::string_view content_type;
    std::string_view content_encoding;  // all of them, in the order they were applied
    std::string_view transfer_encoding;
    std::size_t body = 0;      // where the body begins in the slice
    std::string_view damaged;  // what is wrong with the header, else empty
  };

  [[nodiscard]] std::optional<media> kind_of_body(const message& read, std::string_view body) const {
    return media_of(read.content_type, body, bounds_.scripts);
  }
  void know_text(const message& read, const slice& part, std::string_view input, document& out,
                 stats& counted) const;
  message read_header(std::string_view bytes, std::vector<reference>& header_references);
  std::size_t read_interim(std::string_view bytes, std::vector<reference>& header_references);
  void note(message& read, std::string_view name, std::string_view value,
            std::vector<reference>& header_references);
  std::string_view undo_chunks(const message& read, std::string_view body, const slice& part,
                               std::string_view input, stats& counted);
  std::string_view undo_codings(const message& read, std::string_view body, const slice& part,
                                std::string_view input, stats& counted);
  std::string_view undo_undeclared(const message& read, std::string_view body);
  std::string_view undo_packing(std::string_view body, const slice& part, std::string_view input,
                                stats& counted);
  std::string_view padded(std::string_view decoded);
  std::string_view joined(std::string_view earlier, std::string_view later);

  limits bounds_;
  unsigned status_ = 0;
  std::string_view canonical_;
  content_decoder decoder_;
  arena scratch_;
};

}  // namespace urlsieve

#endif
