// The fields of a header block, as web archives (ISO 28500 section 4), HTTP (RFC 9112 section 5) and mail
// write them: "Name: value" lines, folded ones continued by white space, ended by an empty line. Reads what
// real files hold: LF alone, CR CR LF, no space or many after the colon, lines that are no field.
#ifndef URLSIEVE_DOCUMENTS_HEADER_FIELDS_HPP
#define URLSIEVE_DOCUMENTS_HEADER_FIELDS_HPP

#include <cstddef>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

struct header_field {
  std::string_view name;   // as written, without white space around it
  std::string_view value;  // likewise; holds its line ends where it was folded
};

// Goes from field to field; views lie in the block. What is irregular is noted, for those who count it.
class header_fields {
 public:
  explicit header_fields(std::string_view block) : block_(block) {}

  // The next field; false at the empty line, at the end of the block and at a line that stops().
  bool next(header_field& field);

  // Lines without a colon are passed over, unless this says that the header must have ended before.
  void stop_at(bool (*stops)(std::string_view rest)) { stops_ = stops; }

  // After next() said false: where what follows the header begins, and whether an empty line ended it.
  [[nodiscard]] std::size_t end() const { return at_; }
  [[nodiscard]] bool terminated() const { return terminated_; }
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] bool without_colon() const { return without_colon_; }  // a line that is no field
  [[nodiscard]] bool bare_line_feed() const { return bare_line_feed_; }
  [[nodiscard]] bool doubled_return() const { return doubled_return_; }  // CR CR LF, of text mode

 private:
  std::string_view line();

  std::string_view block_;
  std::size_t at_ = 0;
  bool (*stops_)(std::string_view) = nullptr;
  bool terminated_ = false;
  bool stopped_ = false;
  bool without_colon_ = false;
  bool bare_line_feed_ = false;
  bool doubled_return_ = false;
};

// The same where there is white space to leave out.
[[nodiscard]] std::string_view trimmed_of_blanks(std::string_view text);

// Without white space and line ends at either end.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  const bool is_bare = !text.empty() && text.front() > ' ' && text.back() > ' ';
  return is_bare ? text : trimmed_of_blanks(text);
}

// A value as it was before it was folded: each line end with the white space around it gives `joint`. The
// result is `value` itself where nothing was folded.
[[nodiscard]] std::string_view unfolded(std::string_view value, std::string_view joint, arena& room);

}  // namespace urlsieve

#endif
