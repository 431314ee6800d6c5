// Splits a file that is one message: mail (.eml), Apple Mail (.emlx), web pages saved as MHTML, files of a
// Maildir, an MH folder or a news spool. Articles as sent by NNTP (RFC 3977 section 3.1.1) may follow one
// another: lines end in CR LF, and a line of "." ends an article.
#ifndef URLSIEVE_DOCUMENTS_MESSAGE_FILE_HPP
#define URLSIEVE_DOCUMENTS_MESSAGE_FILE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/documents/mailboxes/message_stream.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Lines before the message are not part of it: a "From " line, the size at the start of an .emlx, the "220"
// of a server. The property list at the end of an .emlx is skipped.
class message_file_splitter final : public message_stream {
 public:
  explicit message_file_splitter(const input_options& options, const text_search& text = {})
      : message_stream(options, text) {}

  void hint_no_dot_stuffing(std::uint64_t bytes) override { without_dots_ = bytes; }

 private:
  opening read_opening(std::string_view rest, std::uint64_t offset, bool last) override;
  opening open_next(std::string_view rest, bool last);
  ending find_end(std::string_view text, std::size_t from, bool whole, bool last) override;
  [[nodiscard]] std::size_t lookahead() const override;
  ending end_of_emlx(std::string_view text, std::size_t from, bool whole, bool last);
  [[nodiscard]] bool ends_article(std::string_view behind, bool bare_feeds, bool last) const;

  enum class part : unsigned char { start, article, tail };
  part next_ = part::start;
  bool announced_ = false;  // a server's status line precedes an article
  std::uint64_t without_dots_ = 0;
  declared_length length_;  // of the message in an .emlx
};

}  // namespace urlsieve

#endif
