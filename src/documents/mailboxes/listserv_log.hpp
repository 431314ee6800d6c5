// Splits LISTSERV logs ("notebooks" of a list): a line of 73 "=" precedes each message.
#ifndef URLSIEVE_DOCUMENTS_LISTSERV_LOG_HPP
#define URLSIEVE_DOCUMENTS_LISTSERV_LOG_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// A line of "=" separates messages only if a header line of mail follows.
class listserv_splitter final : public message_stream {
 public:
  explicit listserv_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;
};

}  // namespace urlsieve

#endif
