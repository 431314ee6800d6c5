#include "src/codec/transfer_encoding.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "src/codec/inline_block.hpp"
#include "src/text/encodings/base64.hpp"
#include "src/text/encodings/quoted_printable.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr byte_set base64_line_byte =
    bytes::alphanum | byte_set("+/=") | byte_set::range(0, ' ') | byte_set("\x7F");
constexpr byte_set blank_byte{std::string_view(" \t\r\f\v")};

// Returns the end of the comment that begins at `at`; comments nest, and a backslash quotes (RFC 822 section
// 3.3).
std::size_t skip_comment(std::string_view value, std::size_t at) {
  std::size_t depth = 0;
  for (; at < value.size(); ++at) {
    if (value[at] == '\\')
      ++at;
    else if (value[at] == '(')
      ++depth;
    else if (value[at] == ')' && --depth == 0)
      return at + 1;
  }
  return value.size();
}

// Returns the letters and digits of the name in lower case, without comments and parameters.
std::string_view bare_name(std::string_view value, std::array<char, 20>& buffer) {
  std::size_t size = 0;
  for (std::size_t at = 0; at < value.size() && size < buffer.size();) {
    const char c = value[at];
    if (c == '(') {
      at = skip_comment(value, at);
      continue;
    }
    ++at;
    if (c == ';' || c == ',') break;
    if (bytes::upper.contains(c))
      buffer[size++] = static_cast<char>(c + ('a' - 'A'));
    else if (bytes::alphanum.contains(c) || bytes::non_ascii.contains(c))
      buffer[size++] = c;
  }
  return {buffer.data(), size};
}

std::string_view encoding_without_blanks(std::string_view line) {
  while (!line.empty() && blank_byte.contains(line.back())) line.remove_suffix(1);
  while (!line.empty() && blank_byte.contains(line.front())) line.remove_prefix(1);
  return line;
}

// Finds the beginning of text behind base64: a line with other bytes behind the last encoded line, which is
// padded or shorter, or a first line with blanks between words.
std::size_t end_of_base64(std::string_view body) {
  std::size_t full = 0;  // length of the first line
  bool ended = false;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t line_end = std::min(body.find('\n', at), body.size());
    const std::string_view line = encoding_without_blanks(body.substr(at, line_end - at));
    const bool is_foreign =
        !std::all_of(line.begin(), line.end(), [](char c) { return base64_line_byte.contains(c); });
    if (is_foreign && (ended || (full == 0 && line.find(' ') != std::string_view::npos))) return at;
    if (!line.empty()) {
      if (full == 0) full = line.size();
      ended = line.back() == '=' || line.size() < full;
    }
    at = line_end + 1;
  }
  return body.size();
}

decoded_transfer from_base64(std::string_view body, arena& out) {
  char* const buffer = out.reserve(body.size() + decoding_slack);
  decoded_extent decoded = decode_base64(body, buffer);
  std::size_t encoded = body.size();
  if (decoded.damaged) {
    encoded = end_of_base64(body);
    if (encoded < body.size()) decoded = decode_base64(body.substr(0, encoded), buffer);
  }
  const bool is_text = encoded == 0 && !body.empty();
  return {out.commit(decoded.size), body.substr(encoded), decoded.damaged || is_text};
}

decoded_transfer from_uuencode(std::string_view body, arena& out) {
  inline_block block;
  std::size_t from = 0;
  while (find_inline_block(body, from, block)) {
    if (block.coding == inline_coding::uuencode) {
      const decoded_uuencode decoded = decode_uuencode(block.lines, out);
      return {decoded.bytes, body.substr(block.end), decoded.damaged || !block.closed};
    }
    from = block.end;
  }
  return {{}, body, true};
}

}  // namespace

transfer_encoding find_transfer_encoding(std::string_view header_value) {
  std::array<char, 20> buffer;
  const std::string_view name = bare_name(header_value, buffer);
  if (name.empty()) return transfer_encoding::identity;
  for (const std::string_view known : {"7bit", "8bit", "binary", "7bits", "8bits"})
    if (name == known) return transfer_encoding::identity;
  if (name == "quotedprintable") return transfer_encoding::quoted_printable;
  if (name == "base64") return transfer_encoding::base64;
  for (const std::string_view known : {"xuuencode", "uuencode", "xuue", "uue", "xuu", "uu"})
    if (name == known) return transfer_encoding::uuencode;
  return transfer_encoding::unknown;
}

decoded_transfer decode_transfer(transfer_encoding encoding, std::string_view body, arena& out) {
  switch (encoding) {
    case transfer_encoding::quoted_printable: {
      const decoded_extent decoded = decode_quoted_printable(body, out.reserve(body.size() + decoding_slack));
      return {out.commit(decoded.size), {}, decoded.damaged};
    }
    case transfer_encoding::base64:
      return from_base64(body, out);
    case transfer_encoding::uuencode:
      return from_uuencode(body, out);
    default:
      return {body, {}, false};
  }
}

}  // namespace urlsieve
