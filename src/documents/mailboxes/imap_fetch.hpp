// Splits a saved IMAP FETCH session (RFC 3501 section 7.4.2): protocol lines, with messages as literals
// between them.
#ifndef URLSIEVE_DOCUMENTS_IMAP_FETCH_HPP
#define URLSIEVE_DOCUMENTS_IMAP_FETCH_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/documents/input_head.hpp"
#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Returns true if the first line of `text` is a FETCH response ("* 12 FETCH (...") that ends with the size of
// a literal.
[[nodiscard]] bool begins_imap_fetch(std::string_view text);

// Returns the offset of the first FETCH response that a header line of mail follows; nullopt if there is
// none.
[[nodiscard]] std::optional<std::size_t> find_imap_fetch(const input_head& head);

// A literal ends at its declared size if ")" or a blank and the next item follow there. A size that counts CR
// is accepted for a file whose line ends lost the CR. Otherwise the literal ends before the next FETCH
// response, and is damage::bad_record_length. Protocol lines are skipped.
class imap_fetch_splitter final : public message_stream {
 public:
  explicit imap_fetch_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;

  declared_length length_;
};

}  // namespace urlsieve

#endif
