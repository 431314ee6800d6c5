// Splits mbox files (RFC 4155, and the dialects mboxo, mboxrd, mboxcl and mboxcl2) into messages.
//
// A message begins behind a line that separates_messages() accepts. Content-Length counts only if the end of
// the input or such a line is at its end. The length was wrong in 614 of 615 messages of a sample.
#ifndef URLSIEVE_DOCUMENTS_MBOX_HPP
#define URLSIEVE_DOCUMENTS_MBOX_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

class mbox_splitter final : public message_stream {
 public:
  explicit mbox_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;
  [[nodiscard]] ending end_at(std::string_view text, std::size_t place, bool whole, bool last) const;

  line_stuffing stuffing_ = line_stuffing::mboxo;
};

}  // namespace urlsieve

#endif
