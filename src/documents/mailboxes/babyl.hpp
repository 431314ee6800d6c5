// Splits Babyl files of Emacs Rmail: options, then messages between control characters. A message may have
// two headers: the original header and the header shown to the reader.
#ifndef URLSIEVE_DOCUMENTS_BABYL_HPP
#define URLSIEVE_DOCUMENTS_BABYL_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Returns true if `text` begins with the options of a Babyl file.
[[nodiscard]] bool begins_babyl(std::string_view text);

// Delivers each message with its original header if present, else with the shown header.
class babyl_splitter final : public message_stream {
 public:
  explicit babyl_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;
  void transform(slice& message) const override;

  bool in_options_ = false;
};

}  // namespace urlsieve

#endif
