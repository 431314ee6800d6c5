// Splits MMDF mailboxes: a line of four SOH bytes precedes and follows each message.
#ifndef URLSIEVE_DOCUMENTS_MMDF_HPP
#define URLSIEVE_DOCUMENTS_MMDF_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/documents/input_head.hpp"
#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Returns true if `text` begins with a separator line.
[[nodiscard]] bool begins_mmdf(std::string_view text);

// Returns the offset of the first separator before a header of mail.
[[nodiscard]] std::optional<std::size_t> find_mmdf(const input_head& head);

// Separators without a message between them, and a "From " line before a header, are not part of a message.
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
