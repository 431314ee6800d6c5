#include "src/url/listed_words.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

bool has_only(std::string_view text, const byte_set& set) {
  return std::all_of(text.begin(), text.end(), [&](char c) { return set.contains(c); });
}

result<void> refuse_word(std::string_view word, std::string_view why) {
  return tl::unexpected(error{error_code::usage, in_quotes(word).append(" is no ").append(why)});
}

}  // namespace

result<void> add_scheme(std::string_view typed, std::vector<std::string>& schemes) {
  const std::string_view word = trimmed(typed, bytes::html_space);
  if (word.empty()) return {};
  if (!bytes::alpha.contains(word.front()) || !has_only(word, bytes::scheme_char))
    return refuse_word(word, "scheme, such as https");
  schemes.push_back(ascii::lowered(word));
  return {};
}

result<void> add_extension(std::string_view typed, std::vector<std::string>& extensions) {
  std::string_view word = trimmed(typed, bytes::html_space);
  if (word.starts_with('.')) word.remove_prefix(1);
  if (word.empty()) return {};
  if (!has_only(word, bytes::alphanum))
    return refuse_word(word, "extension of letters and digits, such as pdf");
  extensions.push_back(ascii::lowered(word));
  return {};
}

result<void> add_context(std::string_view typed, std::vector<std::string>& contexts) {
  const std::string_view word = trimmed(typed, bytes::html_space);
  if (!word.empty()) contexts.emplace_back(word);
  return {};
}

}  // namespace urlsieve
