// Splits an MMDF mailbox: a line of four SOH bytes stands before each message and another one behind it.
#ifndef URLSIEVE_DOCUMENTS_MMDF_HPP
#define URLSIEVE_DOCUMENTS_MMDF_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/documents/input_head.hpp"
#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_search.hpp"

namespace urlsieve {

// `text` begins with the line between messages.
[[nodiscard]] bool begins_mmdf(std::string_view text);

// Where such a line stands before a header of mail.
[[nodiscard]] std::optional<std::size_t> find_mmdf(const input_head& head);

// Lines with nothing between them are the container's own, as is a "From " line before a header.
class mmdf_splitter final : public message_stream {
 public:
  explicit mmdf_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;
};

}  // namespace urlsieve

#endif
