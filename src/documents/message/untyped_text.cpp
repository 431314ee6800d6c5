#include "src/documents/message/untyped_text.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view eudora_page = "<x-html>";
constexpr std::string_view eudora_page_end = "</x-html>";

std::string_view behind_blanks(std::string_view text) {
  text = without_utf8_mark(text);
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

bool begins_page(std::string_view text) {
  text = behind_blanks(text);
  for (const std::string_view tag : {std::string_view("<html"), std::string_view("<!doctype html")})
    if (ascii::begins(text, tag))
      return text.size() == tag.size() || !bytes::alphanum.contains(text[tag.size()]);
  return false;
}

}  // namespace

bool begins_untyped_page(std::string_view text) {
  return begins_page(text) || ascii::begins(behind_blanks(text), eudora_page);
}

untyped_piece take_untyped_piece(std::string_view& rest) {
  untyped_piece piece{rest, begins_page(rest) ? media::html : media::text};
  const std::size_t begin = piece.type == media::html ? npos : rest.find(eudora_page);
  if (begin == 0) {
    const std::size_t close = rest.find(eudora_page_end);
    const std::size_t end = close == npos ? rest.size() : close + eudora_page_end.size();
    piece = {rest.substr(0, end), media::html};
  } else if (begin != npos) {
    piece.bytes = rest.substr(0, begin);
  }
  rest.remove_prefix(piece.bytes.size());
  return piece;
}

}  // namespace urlsieve
