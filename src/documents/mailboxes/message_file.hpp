// Splits a file that is one message: mail (.eml), Apple Mail's .emlx, web pages saved as MHTML, a file of a
// Maildir, an MH folder or a news spool. Articles as NNTP sends them (RFC 3977 section 3.1.1) may follow one
// another: lines end in CR LF, and "." alone ends an article.
#ifndef URLSIEVE_DOCUMENTS_MESSAGE_FILE_HPP
#define URLSIEVE_DOCUMENTS_MESSAGE_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_search.hpp"

namespace urlsieve {

// What stands before the message is no part of it: a "From " line, the size that an .emlx begins with, a
// server's "220"; nor is the property list at the end of an .emlx.
class message_file_splitter final : public message_stream {
 public:
  explicit message_file_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

  void tell_without_dots(std::uint64_t bytes) override { without_dots_ = bytes; }

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  opening open_next(std::string_view rest, bool last);
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;
  ending end_of_emlx(std::string_view text, std::size_t from, bool whole, bool last);
  [[nodiscard]] bool ends_article(std::string_view behind, bool bare_feeds, bool last) const;

  enum class part : unsigned char { start, article, tail };
  part next_ = part::start;
  bool announced_ = false;  // a server's status line stood before an article
  std::uint64_t without_dots_ = 0;
  told_length length_;  // of an .emlx
};

}  // namespace urlsieve

#endif
