// Reads multipart bodies of HTTP: form-data (RFC 7578), related (RFC 2387), mixed, byteranges and others.
// Each part is a document of its own type.
#ifndef URLSIEVE_DOCUMENTS_MULTIPART_BODY_HPP
#define URLSIEVE_DOCUMENTS_MULTIPART_BODY_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/charset.hpp"
#include "src/documents/document_sink.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/message/mail_parameters.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Holds scratch memory; one object per thread.
class multipart_body_reader final : private related_parts {
 public:
  static constexpr std::size_t max_depth = 8;  // nesting; a deeper part is damage::too_deep, and text

  // `undeclared`: the charset of text that declares none; if unknown, the reader guesses.
  multipart_body_reader(script_bodies scripts, const encoding& undeclared)
      : scripts_(scripts), undeclared_(undeclared) {}

  // Delivers the parts of `whole.body` to `sink`, with the other attributes of `whole`, their number ("2.1")
  // and type. An absolute Content-Location of a part is its base (RFC 2557), and a reference "cid:" to
  // another part is internal. Counts a part that no finder reads as skipped ("type:image/png"). Text before
  // and behind the parts is delivered as text of the body. A body without delimiter lines is
  // damage::bad_message, and text. `content_type` is the field of the response. Requires: 64 readable bytes
  // follow the body.
  void read(const document& whole, std::string_view content_type, document_sink& sink, stats& counted);

 private:
  struct part_header {
    std::string_view content_type;
    std::string_view transfer_encoding;
    std::string_view location;
    std::string_view id;  // without "<>"
    std::size_t body = 0;
  };

  part_header read_header(std::string_view part);
  void list_ids(std::string_view body, std::string_view content_type, std::size_t depth);
  void read_parts(const document& whole, std::string_view content_type, std::size_t depth,
                  const std::string& number);
  void read_part(const document& whole, std::string_view part, std::size_t depth, const std::string& number);
  [[nodiscard]] std::string_view where_of_text(const document& whole);
  void read_stray(document whole, damage why, std::string_view detail);
  void read_text(document whole, std::string_view text);
  template <class Take, class Around>
  bool each_part(std::string_view body, std::string_view content_type, const Take& take,
                 const Around& around);
  internal_target find_internal(std::string_view reference, const base_url* base, bool navigates) override;

  script_bodies scripts_;
  encoding undeclared_;
  mail_parameter_reader parameters_;
  arena scratch_;
  std::vector<std::string_view> ids_;  // Content-ID of all parts
  document_sink* sink_ = nullptr;
  stats* counted_ = nullptr;
};

}  // namespace urlsieve

#endif
