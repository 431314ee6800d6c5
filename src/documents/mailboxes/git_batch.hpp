// Splits what `git cat-file --batch` prints of messages, as those of a public-inbox: before each a line with
// its name among git's objects, "blob" and its size, and a line feed behind it.
#ifndef URLSIEVE_DOCUMENTS_GIT_BATCH_HPP
#define URLSIEVE_DOCUMENTS_GIT_BATCH_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_search.hpp"

namespace urlsieve {

// `text` begins with such a line and a message behind it.
[[nodiscard]] bool begins_git_batch(std::string_view text);

// What git says that it does not have is damage::bad_message.
class git_batch_splitter final : public message_stream {
 public:
  explicit git_batch_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;

  told_length length_;
};

}  // namespace urlsieve

#endif
