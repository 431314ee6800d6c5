// Splits the output of `git cat-file --batch` for messages, such as the messages of a public-inbox. A line of
// object name, "blob" and size precedes each message; a line feed follows the message.
#ifndef URLSIEVE_DOCUMENTS_GIT_BATCH_HPP
#define URLSIEVE_DOCUMENTS_GIT_BATCH_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Returns true if `text` begins with the line of an object and a message, or with the line of an empty
// object.
[[nodiscard]] bool begins_git_batch(std::string_view text);

// Objects that git reports as missing are damage::bad_message.
class git_batch_splitter final : public message_stream {
 public:
  explicit git_batch_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;

  declared_length length_;
};

}  // namespace urlsieve

#endif
