// Splits what an IMAP server said when messages were fetched (RFC 3501 section 7.4.2), saved as it came:
// lines of the protocol, and messages as literals between them.
#ifndef URLSIEVE_DOCUMENTS_IMAP_FETCH_HPP
#define URLSIEVE_DOCUMENTS_IMAP_FETCH_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/documents/input_head.hpp"
#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_search.hpp"

namespace urlsieve {

// `text` begins with "* 12 FETCH (" and so on, and that line ends with the size of a literal.
[[nodiscard]] bool begins_imap_fetch(std::string_view text);

// Where such a line stands before a header line of mail.
[[nodiscard]] std::optional<std::size_t> find_imap_fetch(const input_head& head);

// A literal ends where its size says if the list that it is in goes on or ends there, be it that its line
// ends lost their CR; else before the next such line, and that is damage::bad_record_length. Lines of the
// protocol are the container's own.
class imap_fetch_splitter final : public message_stream {
 public:
  explicit imap_fetch_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;

  told_length length_;
};

}  // namespace urlsieve

#endif
