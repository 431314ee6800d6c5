#include "src/references/in_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/markup/link_tag.hpp"
#include "src/references/text/in_text_part.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// Returns true if the text has a character reference ("&amp;", "&#47;"). "&" alone also separates the
// parameters of a URL.
bool has_character_reference(std::string_view text) {
  for (std::size_t at = text.find('&'); at != npos; at = text.find('&', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.starts_with('#') || rest.starts_with("amp;") || rest.starts_with("quot;")) return true;
  }
  return false;
}

// Finds the signs of fields that are more than text: escapes of JSON, except those of white space ("\n" also
// in "C:\new", "\N" of databases), and the beginnings of tags.
class field_signs {
 public:
  explicit field_signs(std::string_view text)
      : text_(text),
        escape_(may_hold_json(text) ? next('\\', escaped, 0) : npos),
        tag_(next('<', bytes::alpha, 0)) {}

  // Returns the position of the first sign at or behind `at`; npos if there is none. Linear time if the
  // positions ascend.
  [[nodiscard]] std::size_t find(std::size_t at) {
    if (escape_ < at) escape_ = next('\\', escaped, at);
    if (tag_ < at) tag_ = next('<', bytes::alpha, at);
    return std::min(escape_, tag_);
  }

 private:
  static bool may_hold_json(std::string_view text) {
    return text.find('\\') != npos && (text.find('{') != npos || text.find('[') != npos);
  }

  static constexpr byte_set escaped = byte_set("/u\"\\");

  [[nodiscard]] std::size_t next(char sign, const byte_set& behind, std::size_t at) const {
    at = text_.find(sign, at);
    while (at != npos && (at + 1 == text_.size() || !behind.contains(text_[at + 1])))
      at = text_.find(sign, at + 1);
    return at;
  }

  std::string_view text_;
  std::size_t escape_;
  std::size_t tag_;
};

// Returns the content of a quoted field without the doubling of its quotes.
std::string_view with_single_quotes(std::string_view field, arena& decoded) {
  char* const out = decoded.reserve(field.size());
  char* end = out;
  while (!field.empty()) {
    const std::size_t size = std::min(field.find('"'), field.size() - 1) + 1;
    end = std::copy_n(field.data(), size, end);
    field.remove_prefix(size);
    if (end[-1] == '"' && field.starts_with('"')) field.remove_prefix(1);
  }
  return decoded.commit(static_cast<std::size_t>(end - out));
}

enum class field_content : std::uint8_t { text, html, json };

// Returns the kind of a field, and sets `value` to its content without the doubling of quotes.
field_content read_content(std::string_view field, bool is_quoted, markup_text& value, arena& decoded) {
  const std::size_t first = field.find_first_not_of(" \t\r\n");
  if (first == npos) return field_content::text;
  const bool may_be_json = field[first] == '{' || field[first] == '[';
  const bool may_be_html = has_character_reference(field) && field.find('<') != npos;
  if (!may_be_json && !may_be_html) return field_content::text;
  const bool is_doubled = is_quoted && field.find("\"\"") != npos;
  value.text = is_doubled ? with_single_quotes(field, decoded) : field;
  value.in_place = !is_doubled && is_utf8(field);
  if (may_be_json && is_whole_json(value.text)) return field_content::json;
  return may_be_html && json_finder::is_html(value.text) ? field_content::html : field_content::text;
}

}  // namespace

void find_in_table(text_finder& text, json_finder& values, const document& separated,
                   std::string_view written, findings& found, stats& counted) {
  const std::string_view body = separated.body;
  field_signs signs(body);
  std::size_t sign = signs.find(0);
  if (sign == npos || body.find('\0') != npos) return text.find_with_utf16(separated, found, counted);
  const arena::mark filled = found.decoded.filled();
  std::size_t searched = 0;
  while (sign != npos) {
    const std::size_t before = body.substr(0, sign).rfind(field_form::separator);
    const std::size_t begin = before == npos ? 0 : before + 1;
    const std::size_t end = std::min(body.find(field_form::separator, sign), body.size());
    const bool is_quoted = begin != 0 && written[begin - 1] == '"';
    markup_text value;
    value.origin = static_cast<std::uint32_t>(begin);
    const field_content kind = read_content(body.substr(begin, end - begin), is_quoted, value, found.decoded);
    if (kind != field_content::text) {
      find_in_text_part(text, separated, body.substr(searched, begin - searched), found, counted);
      searched = end;
      if (kind == field_content::json)
        values.find_inside(value, separated.base, found, counted);
      else
        values.find_html_inside(value, separated.base, found, counted);
      found.deliver_batch(filled);
    }
    sign = signs.find(end);
  }
  if (searched == 0) return text.find_with_utf16(separated, found, counted);
  find_in_text_part(text, separated, body.substr(searched), found, counted);
}

}  // namespace urlsieve
