#include "src/documents/message/mail_words.hpp"

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/base64.hpp"
#include "src/text/hex.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t longest_charset = 64;

constexpr bool is_word_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool is_all_blank(std::string_view text) {
  for (const char c : text)
    if (!is_word_blank(c)) return false;
  return true;
}

}  // namespace

void append_unescaped(std::string_view text, char escape, bool underscore_is_space, std::string& out) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == escape && at + 2 < text.size() && (hex_value(text[at + 1]) | hex_value(text[at + 2])) < 16) {
      out.push_back(static_cast<char>(hex_value(text[at + 1]) << 4U | hex_value(text[at + 2])));
      at += 2;
    } else {
      out.push_back(underscore_is_space && c == '_' ? ' ' : c);
    }
  }
}

// Reads "=?" charset [ "*" language ] "?" ( "B" / "Q" ) "?" text "?=" at the front. Accepts spaces in the
// text, which section 2 forbids but senders write.
bool mail_word_decoder::read_word(std::string_view from, word& found) {
  if (!from.starts_with("=?")) return false;
  const std::size_t first = from.substr(0, longest_charset).find('?', 2);
  if (first == npos || first == 2 || first + 3 >= from.size() || from[first + 2] != '?') return false;
  found.coding = static_cast<char>(from[first + 1] | 0x20);
  if (found.coding != 'q' && found.coding != 'b') return false;
  const std::size_t end = from.find('?', first + 3);
  if (end == npos || end + 1 >= from.size() || from[end + 1] != '=') return false;
  found.charset = from.substr(2, first - 2);
  found.charset = found.charset.substr(0, found.charset.find('*'));  // RFC 2231 section 5
  found.text = from.substr(first + 3, end - first - 3);
  found.size = end + 2;
  return true;
}

void mail_word_decoder::append(const word& found) {
  if (!ascii::same(found.charset, pending_charset_)) flush();
  pending_charset_ = ascii::lowered(found.charset);
  if (found.coding == 'q') return append_unescaped(found.text, '=', true, pending_);
  const std::size_t before = pending_.size();
  pending_.resize(before + found.text.size() + decoding_slack);
  pending_.resize(before + decode_base64(found.text, pending_.data() + before).size);
}

void mail_word_decoder::flush() {
  if (!pending_.empty()) text_ += charsets_.decode(find_mail_encoding(pending_charset_), pending_, decoded_);
  pending_.clear();
  pending_charset_.clear();
  decoded_.clear();
}

std::string_view mail_word_decoder::decode(std::string_view value, arena& out) {
  if (value.find("=?") == npos) return value;
  text_.clear();
  bool after_word = false;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t start = value.find("=?", at);
    const std::string_view plain = value.substr(at, start == npos ? npos : start - at);
    word found;
    const bool is_word = start != npos && read_word(value.substr(start), found);
    if (!(is_word && after_word && is_all_blank(plain))) {
      flush();
      text_ += plain;
    }
    if (start == npos) break;
    if (is_word) {
      append(found);
      at = start + found.size;
    } else {
      flush();
      text_ += "=?";
      at = start + 2;
    }
    after_word = is_word;
  }
  flush();
  return out.copy(text_);
}

}  // namespace urlsieve
