#include "src/api/list_elements.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/conventions/parameter_lists.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace {

bool has_only(std::string_view text, const byte_set& set) {
  return std::all_of(text.begin(), text.end(), [&](char c) { return set.contains(c); });
}

result<void> refuse_word(std::string_view word, std::string_view why) {
  return tl::unexpected(error{error_code::usage, in_quotes(word).append(" is no ").append(why)});
}

// Adds a scheme (RFC 3986 section 3.1), in lower case.
result<void> add_scheme(std::string_view typed, std::vector<std::string>& schemes) {
  const std::string_view word = trimmed(typed, bytes::html_space);
  if (word.empty()) return {};
  if (!bytes::alpha.contains(word.front()) || !has_only(word, bytes::scheme_char))
    return refuse_word(word, "scheme, such as https");
  schemes.push_back(ascii::lowered(word));
  return {};
}

// Adds an extension as the field `extension` has it: letters and digits, in lower case.
result<void> add_extension(std::string_view typed, std::vector<std::string>& extensions) {
  std::string_view word = trimmed(typed, bytes::html_space);
  if (word.starts_with('.')) word.remove_prefix(1);
  if (word.empty()) return {};
  if (!has_only(word, bytes::alphanum))
    return refuse_word(word, "extension of letters and digits, such as pdf");
  extensions.push_back(ascii::lowered(word));
  return {};
}

// Adds a value of the field `where`; "*" matches any bytes.
result<void> add_context(std::string_view typed, std::vector<std::string>& contexts) {
  const std::string_view word = trimmed(typed, bytes::html_space);
  if (!word.empty()) contexts.emplace_back(word);
  return {};
}

result<void> add_names(result<void> (*add)(std::string_view, std::vector<std::string>&),
                       std::string_view typed, std::vector<std::string>& list, extract_options& options) {
  if (const std::string_view file = file_of_names(typed); !file.empty()) options.also_read.emplace_back(file);
  return add(typed, list);
}

}  // namespace

result<void> add_list_element(list_element kind, std::string_view typed, std::vector<std::string>& list,
                              extract_options& options) {
  switch (kind) {
    case list_element::scheme:
      return add_scheme(typed, list);
    case list_element::extension:
      return add_extension(typed, list);
    case list_element::context:
      return add_context(typed, list);
    case list_element::parameter:
      return add_names(add_parameter_names, typed, list, options);
    case list_element::index_page:
      return add_names(add_index_names, typed, list, options);
    case list_element::text:
      break;
  }
  list.emplace_back(typed);
  return {};
}

}  // namespace urlsieve
