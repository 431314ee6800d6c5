#include "src/documents/lines/text_delimiters.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "src/documents/lines/table_record.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// Returns true if a delimiter is inside quotes that begin behind a blank: 5 "GET /a,b HTTP/1.1" 200.
bool has_quoted_delimiter(std::string_view line, char delimiter) {
  enum class quotes : std::uint8_t { none, of_field, of_text };
  quotes open = quotes::none;
  char before = delimiter;
  for (const char c : line) {
    if (c == '"' && open != quotes::none)
      open = quotes::none;
    else if (c == '"' && (before == delimiter || before == ' '))
      open = before == delimiter ? quotes::of_field : quotes::of_text;
    if (c == delimiter && open == quotes::of_text) return true;
    before = c;
  }
  return false;
}

// Returns true for the comma of a time with milliseconds: 00:00:01,123.
bool is_in_time(std::string_view line, std::size_t at) {
  const auto are_digits = [line](std::size_t begin, std::size_t count) {
    const std::string_view digits = line.substr(begin, count);
    return digits.size() == count &&
           std::all_of(digits.begin(), digits.end(), [](char c) { return bytes::digit.contains(c); });
  };
  return at >= 3 && line[at - 3] == ':' && are_digits(at - 2, 2) && are_digits(at + 1, 3);
}

// The words before a URL, with one "0" for each number and one blank for each run of blanks.
std::string shape_of(std::string_view words) {
  std::string shape;
  for (const char c : words) {
    const char sign = bytes::digit.contains(c) ? '0' : c == '\t' ? ' ' : c;
    if ((sign != '0' && sign != ' ') || shape.empty() || shape.back() != sign) shape += sign;
  }
  return shape;
}

// The places of URLs in a line that are part of a text.
class urls_in_line {
 public:
  urls_in_line(std::string_view line, char delimiter) : line_(line), delimiter_(delimiter) {}

  // Sets `begin` and `end` to the place of the next such URL. `last_lead`: the shape that words before a URL
  // at the end of the line must have; nullopt: any, which is then set.
  bool next(std::size_t& begin, std::size_t& end, std::optional<std::string>& last_lead) {
    for (std::size_t mark = line_.find("://", from_); mark != npos; mark = line_.find("://", from_)) {
      begin = mark;
      while (begin > from_ && bytes::scheme_char.contains(line_[begin - 1])) --begin;
      const std::size_t word_end = std::min(line_.find_first_of(" \t\"", mark), line_.size());
      from_ = word_end;
      end = enclosed_end(begin, word_end);
      if (end != npos) return true;
      end = word_end;
      const bool follows_word = line_.substr(0, begin).find_first_of(" \t\"") != npos;
      if (word_end < line_.size() ? follows_word : is_behind_lead(begin, last_lead)) return true;
    }
    return false;
  }

 private:
  // Returns the place of the bracket or quote that closes the one before the URL, in the same word; npos if
  // there is none.
  [[nodiscard]] std::size_t enclosed_end(std::size_t begin, std::size_t word_end) const {
    constexpr std::string_view opening = "<([{'";
    constexpr std::string_view closing = ">)]}'";
    if (begin == 0) return npos;
    const std::size_t kind = opening.find(line_[begin - 1]);
    return kind == npos ? npos : line_.substr(0, word_end).find(closing[kind], begin);
  }

  // Decides about a URL at the end of its line. Words before it may be a column of a table, which then has
  // other columns behind the URL.
  [[nodiscard]] bool is_behind_lead(std::size_t begin, std::optional<std::string>& lead) const {
    const std::string_view words = line_.substr(0, begin);
    if (words.empty()) return false;
    const std::string shape = shape_of(words);
    const bool is_count = std::count(shape.begin(), shape.end(), '0') <= 1 &&
                          std::none_of(shape.begin(), shape.end(), [](char c) { return is_letter(c); });
    if (is_count) return true;
    const bool is_file_name = words.back() == ':' && words.find_first_of(" \t") == npos &&
                              words.find_first_of("./") != npos;  // of grep; the names differ
    if (is_file_name) return true;
    if (!lead) lead = shape;
    const std::string_view last_piece = line_.substr(line_.rfind(delimiter_) + 1);
    return shape == *lead && last_piece.find_first_of("./=?&%_-~+@:") != npos;
  }

  static bool is_letter(char c) { return bytes::alpha.contains(c) || bytes::non_ascii.contains(c); }

  std::string_view line_;
  char delimiter_;
  std::size_t from_ = 0;
};

// Returns true if a delimiter is in a URL that is part of a text, and all others, too, or in a time, or at
// the end of the line.
bool has_delimiters_in_urls(std::string_view line, char delimiter, std::optional<std::string>& last_lead) {
  urls_in_line urls(line, delimiter);
  std::size_t begin = 0;
  std::size_t end = 0;
  bool has_url = urls.next(begin, end, last_lead);
  bool has_delimiter = false;
  for (std::size_t at = line.find(delimiter); at != npos; at = line.find(delimiter, at + 1)) {
    while (has_url && end <= at) has_url = urls.next(begin, end, last_lead);
    const bool is_in_url = has_url && begin <= at;
    has_delimiter = has_delimiter || is_in_url;
    if (!is_in_url && at + 1 != line.size() && !is_in_time(line, at)) return false;
  }
  return has_delimiter;
}

// Returns true if the first line can be the header of a table: names without digits between delimiters.
bool begins_with_header(std::string_view head, char delimiter) {
  const std::string_view line = head.substr(0, head.find('\n'));
  return line.find(delimiter) != npos && line.find("://") == npos &&
         std::none_of(line.begin(), line.end(), [](char c) { return bytes::digit.contains(c); });
}

}  // namespace

bool are_delimiters_of_text(std::string_view head, char delimiter) {
  std::size_t lines = 0;
  std::size_t lines_of_text = 0;
  std::optional<std::string> last_lead;
  if (begins_with_header(head, delimiter)) return false;
  while (!head.empty()) {
    std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (is_blank_record(line)) continue;
    ++lines;
    if (has_quoted_delimiter(line, delimiter) || has_delimiters_in_urls(line, delimiter, last_lead))
      ++lines_of_text;
  }
  return 2 * lines_of_text > lines;
}

}  // namespace urlsieve
