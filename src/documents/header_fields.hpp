// Reads header blocks of web archives (ISO 28500 section 4), HTTP (RFC 9112 section 5) and mail. A block
// begins behind the status or version line and has "Name: value" lines. White space continues a line, and an
// empty line ends the block. Accepts deviations found in practice: LF alone, CR CR LF, any number of blanks
// after the colon, lines without a colon.
#ifndef URLSIEVE_DOCUMENTS_HEADER_FIELDS_HPP
#define URLSIEVE_DOCUMENTS_HEADER_FIELDS_HPP

#include <cstddef>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

struct header_field {
  std::string_view name;   // as written, without surrounding white space
  std::string_view value;  // as written, without surrounding white space; a folded value keeps its line ends
};

// A forward iterator over the fields of a block. It records irregularities for callers that count them. Views
// point into the block, which must outlive the iterator.
class header_fields {
 public:
  explicit header_fields(std::string_view block) : block_(block) {}

  // Reads the next field. Returns false at the empty line, at the end of the block, and at a line that
  // `stops` accepts (see stop_at()).
  bool next(header_field& field);

  // Ends the header at a line without a colon for which `stops` returns true; other lines without a colon are
  // skipped. `stops` receives the block from that line on.
  void stop_at(bool (*stops)(std::string_view rest)) { stops_ = stops; }

  // After next() has returned false, return the offset behind the header, and true if an empty line (or
  // `stops`) ended the header.
  [[nodiscard]] std::size_t end() const { return at_; }
  [[nodiscard]] bool terminated() const { return terminated_; }
  [[nodiscard]] bool stopped() const { return stopped_; }
  // Return true if the lines so far have the irregularity.
  [[nodiscard]] bool without_colon() const { return without_colon_; }    // a line had no colon
  [[nodiscard]] bool bare_line_feed() const { return bare_line_feed_; }  // a line ended in LF without CR
  [[nodiscard]] bool doubled_return() const {
    return doubled_return_;
  }  // a line ended in CR CR LF (text mode, written twice)

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

struct header_end {
  std::size_t at;   // the offset behind the header
  bool terminated;  // an empty line ended the header
};

// Returns the end of the header at the front of `block`.
[[nodiscard]] header_end end_of_header(std::string_view block);

// Removes white space and line ends from both ends; the slow path of trimmed().
[[nodiscard]] std::string_view trimmed_of_blanks(std::string_view text);

// Removes white space and line ends from both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  const bool is_bare = !text.empty() && text.front() > ' ' && text.back() > ' ';
  return is_bare ? text : trimmed_of_blanks(text);
}

// Removes a line feed or "\r\n" at the end, or a carriage return.
[[nodiscard]] constexpr std::string_view without_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// Returns a folded value as one line: `joint` replaces each line end with the white space around it. Returns
// `value` itself if it is not folded; otherwise the result is stored in `scratch`.
[[nodiscard]] std::string_view unfolded(std::string_view value, std::string_view joint, arena& scratch);

}  // namespace urlsieve

#endif
