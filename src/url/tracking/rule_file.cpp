#include "src/url/tracking/rule_file.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "src/text/encodings/utf8.hpp"
#include "src/text/encodings/wide_text.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/npos.hpp"
#include "src/url/tracking/clean_urls_reader.hpp"
#include "src/url/tracking/clear_urls_reader.hpp"
#include "src/url/tracking/filter_list_reader.hpp"

namespace urlsieve {

namespace {

std::string_view without_space_in_front(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == npos ? std::string_view() : text.substr(first);
}

// Returns true for the array of clean-urls.json. The "[" of a filter list begins a title: "[Adblock
// Plus 2.0]".
bool is_json_array(std::string_view text) {
  if (!text.starts_with('[')) return false;
  const std::string_view inside = without_space_in_front(text.substr(1));
  return inside.starts_with('{') || inside.starts_with(']');
}

// Returns the message of read_json() without its subject, the files of urlsieve.
std::string fault_of(const error& fault) {
  const std::size_t colon = fault.message.find(": ");
  return colon == npos ? fault.message : fault.message.substr(colon + 2);
}

result<void> read_json_rules(const rule_text& file, std::string_view text, rule_content& to) {
  result<json_value> root = read_json(text);
  if (!root)
    return tl::unexpected(
        error{error_code::cannot_read, file.name + ": damaged JSON: " + fault_of(root.error())});
  return root->is == json_value::kind::list ? read_clean_urls(file.name, *root, to)
                                            : read_clear_urls(file.name, *root, to);
}

}  // namespace

result<void> read_rule_file(const rule_text& file, rule_content& content) {
  std::string converted;
  std::string_view text = file.bytes;
  if (const std::optional<wide_encoding> wide = find_wide_encoding(text))
    text = converted = wide_as_utf8(text, *wide);
  text = without_utf8_mark(text);
  const std::string_view begin = without_space_in_front(text);
  if (begin.starts_with('{') || is_json_array(begin)) return read_json_rules(file, text, content);
  return read_filter_list(file.name, text, content);
}

}  // namespace urlsieve
