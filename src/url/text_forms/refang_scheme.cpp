#include "src/url/text_forms/refang_scheme.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve::defanged {
namespace {

bool is_any_of(char c, std::string_view set) {
  return set.find(ascii::lower(c)) != npos;
}

bool spells_http(std::string_view word) {
  return word.size() == 4 && is_any_of(word[0], "h") && is_any_of(word[1], "tx*") &&
         is_any_of(word[2], "tx*") && is_any_of(word[3], "p");
}

// Reads http or https with brackets around letters: "h[tt]p", "hxxp[s]", "[http]".
scheme_word read_bracketed_scheme(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 12;
  const std::string_view rest = text.substr(at, longest);
  std::string letters;
  bool is_open = false;
  bool has_bracket = false;
  std::size_t end = 0;
  for (; end < rest.size(); ++end) {
    const bool is_bracket = (is_open ? closers : openers).contains(rest[end]);
    if (is_bracket) {
      is_open = !is_open;
      has_bracket = true;
    } else if (bytes::alpha.contains(rest[end]) || rest[end] == '*') {
      letters += rest[end];
    } else {
      break;
    }
  }
  // A bracket behind the word may belong to the delimiter: "h[tt]p[:]//".
  if (is_open && end != 0 && openers.contains(rest[end - 1])) {
    is_open = false;
    --end;
  }
  const bool is_secure = letters.size() == 5 && is_any_of(letters[4], "s");
  if (!has_bracket || is_open || !spells_http(std::string_view(letters).substr(0, is_secure ? 4 : npos)))
    return {};
  return {at + end, is_secure ? "https" : "http", true};
}

}  // namespace

scheme_word read_scheme(std::string_view text, std::size_t at) {
  if (const scheme_word bracketed = read_bracketed_scheme(text, at); bracketed.end != 0) return bracketed;
  const std::string_view rest = text.substr(at, 6);
  scheme_word found;
  std::size_t size = 0;
  if (spells_http(rest.substr(0, 4))) {
    found.is_unambiguous = !(is_any_of(rest[1], "t") && is_any_of(rest[2], "t"));
    size = 4;
    found.real = "http";
  } else {
    const std::size_t secure = !rest.empty() && is_any_of(rest[0], "s") ? 1 : 0;
    const std::string_view name = rest.substr(secure, 3);
    constexpr std::array<std::string_view, 4> names{"ftp", "fxp", "ftx", "f*p"};
    const auto* const known = std::find_if(names.begin(), names.end(),
                                           [&](std::string_view each) { return ascii::same(name, each); });
    if (known == names.end()) return found;
    found.is_unambiguous = known != names.begin();
    size = secure + 3;
    found.real = secure != 0 ? "sftp" : "ftp";
  }
  if (size < rest.size() && is_any_of(rest[size], "s") && found.real != "sftp") {
    ++size;
    found.real = found.real == "http" ? "https" : "ftps";
  }
  found.end = at + size;
  return found;
}

std::size_t delimiter_end(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 3);
  if (rest == "://" || rest == ":\\\\" || rest == ":__") return at + 3;
  if (rest.starts_with("__")) return at + 2;
  for (const char wanted : {':', '/', '/'}) {
    at = skip_escape(text, at, openers);
    if (holds(text, at, openers)) ++at;
    if (at >= text.size() || (text[at] != wanted && (wanted != '/' || text[at] != '\\'))) return npos;
    ++at;
    at = skip_escape(text, at, closers);
    if (holds(text, at, closers)) ++at;
  }
  return at;
}

}  // namespace urlsieve::defanged
