// Reads the body of a response, or of a record without an HTTP header: undoes compression that the format of
// the body includes, decodes UTF-16 and UTF-32, and finds the type by the declared type and the bytes.
#ifndef URLSIEVE_DOCUMENTS_BODY_READER_HPP
#define URLSIEVE_DOCUMENTS_BODY_READER_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/codec/content_encoding.hpp"
#include "src/documents/media_type.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// The messages in a body: one message (RFC 2046 section 5.2.1), or a mailbox (RFC 4155).
enum class messages_in_body : std::uint8_t { none, one, mailbox };

// The documents in a body, if the body is not one document.
struct body_form {
  messages_in_body messages = messages_in_body::none;
  std::string_view multipart_type;  // Content-Type of a multipart, whose parts the caller reads; else empty
};

// Holds scratch memory; one object per thread.
class body_reader {
 public:
  struct limits {
    std::size_t max_document = std::size_t{64} << 20;  // bytes of a decoded body
    double max_ratio = 1000;                           // of decoded size to encoded size
    script_bodies scripts = script_bodies::as_text;
    encoding undeclared = {};  // charset of text that declares none; unknown: guessed
    // Returns the messages in a body of this type and URL; null: bodies are not searched for messages.
    messages_in_body (*find_messages)(std::string_view content_type, std::string_view url,
                                      std::string_view body) = nullptr;
  };

  // The place of a body, for reports of damage.
  struct place {
    std::string_view input;
    std::uint64_t offset = 0;  // of the record in the decompressed input
  };

  body_reader() = default;
  explicit body_reader(const limits& bounds) : bounds_(bounds) {}

  // Reads `body`, without transfer and content codings, into the body, type, charset, table form and `where`
  // of `out`. Returns false if no finder reads the body, which counts as skipped ("type:image/png"), or if
  // nothing remains of it. The URL of the body, which may imply its type, is `out.base`.
  //
  // Counts expansion_limit, bad_content_encoding and guessed_charset as damage. Views are valid until the
  // next call, or as long as `body`. At least 64 readable bytes follow a decoded body. Requires: 64 readable
  // bytes follow `body`.
  bool read(std::string_view content_type, std::string_view body, const place& at, document& out,
            body_form& form, stats& counted);

 private:
  std::string_view decode_undeclared(std::string_view content_type, std::string_view body);
  std::string_view decompress_sitemap(std::string_view body, const place& at, stats& counted);
  void describe_text(std::string_view content_type, const place& at, document& text, stats& counted) const;

  limits bounds_;
  content_decoder decoder_;
  arena scratch_;
};

// Returns false if body_reader surely skips such a body of a record, without decoding it.
[[nodiscard]] bool may_be_read(std::string_view content_type, std::string_view url, std::string_view body);

// Returns true if a body of this type is read whatever its first bytes are, unless they contradict the type.
[[nodiscard]] bool is_read_by_type(std::string_view content_type, std::string_view url);

// Returns true for the types of a message and of a mailbox.
[[nodiscard]] bool is_mail_type(std::string_view content_type);

// Returns true if `read` is a part of `stored`, not a decoded copy.
[[nodiscard]] inline bool is_part_of(std::string_view stored, std::string_view read) {
  return read.data() >= stored.data() && read.data() <= stored.data() + stored.size();
}

// Returns `decoded`, which is stored in `in`, followed by arena::read_padding readable bytes.
[[nodiscard]] std::string_view with_read_padding(std::string_view decoded, arena& in);

}  // namespace urlsieve

#endif
