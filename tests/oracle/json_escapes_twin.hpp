// Reference implementation of decode_json_escapes(), from backslash to backslash.
#ifndef URLSIEVE_TESTS_ORACLE_JSON_ESCAPES_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_JSON_ESCAPES_TWIN_HPP

#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_escape.hpp"

namespace urlsieve::oracle {

// Returns nullopt for a rejected escape.
inline std::optional<std::string> decode_json_escapes(std::string_view text, invalid_escape_policy bad) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      out += text[at++];
      continue;
    }
    const json_escape found = read_json_escape(text, at);
    at += found.size;
    if (found.is != json_escape::kind::character && bad == invalid_escape_policy::reject) return std::nullopt;
    if (found.is != json_escape::kind::character && bad == invalid_escape_policy::keep) {
      at -= found.size - 1;
      out += '\\';
    } else if (found.is != json_escape::kind::unknown) {
      std::array<char, 4> bytes{};
      out.append(bytes.data(), encode_utf8(found.character, bytes.data()));
    } else if (const std::string_view digits = text.substr(at).substr(0, 3);
               digits.size() == 3 && digits[0] == 'x' &&
               std::isxdigit(static_cast<unsigned char>(digits[1])) &&
               std::isxdigit(static_cast<unsigned char>(digits[2]))) {
      out += static_cast<char>(std::stoi(std::string(digits.substr(1)), nullptr, 16));
      at += 3;
    }
  }
  return out;
}

}  // namespace urlsieve::oracle

#endif
