#include "src/markup/xml_markup.hpp"

#include <algorithm>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t npos = std::string_view::npos;

xml_markup until(std::string_view input, std::size_t from, std::string_view stop, xml_kind kind) {
  const std::size_t found = input.find(stop, from);
  const std::string_view content =
      input.substr(std::min(from, input.size()), found == npos ? npos : found - from);
  return {kind, content, found == npos ? input.size() : found + stop.size()};
}

// Reads a DOCTYPE with its internal subset, in which ">" ends only declarations.
std::size_t declaration_end(std::string_view input, std::size_t at) {
  bool in_subset = false;
  for (; at < input.size(); ++at) {
    const char c = input[at];
    if (c == '"' || c == '\'') {
      at = input.find(c, at + 1);
      if (at == npos) return input.size();
    } else if (c == '[') {
      in_subset = true;
    } else if (c == ']') {
      in_subset = false;
    } else if (c == '>' && !in_subset) {
      return at + 1;
    }
  }
  return input.size();
}

}  // namespace

xml_markup read_xml_markup(std::string_view input, std::size_t at) {
  const std::string_view rest = input.substr(at);
  if (rest.starts_with("<!--")) return until(input, at + 4, "-->", xml_kind::comment);
  if (rest.starts_with("<![CDATA[")) return until(input, at + 9, "]]>", xml_kind::cdata);
  if (rest.starts_with("<!")) return {xml_kind::declaration, {}, declaration_end(input, at)};
  if (rest.starts_with("<?")) return until(input, at + 2, "?>", xml_kind::instruction);
  const std::size_t first = rest.starts_with("</") ? 2 : 1;
  const char name = first < rest.size() ? rest[first] : '\0';
  const bool is_tag = bytes::alpha.contains(name) || name == '_' || bytes::non_ascii.contains(name);
  return is_tag ? xml_markup{xml_kind::tag, {}, at} : xml_markup{xml_kind::text, {}, at + 1};
}

std::size_t root_at(std::string_view input) {
  for (std::size_t at = input.find('<'); at < input.size(); at = input.find('<', at)) {
    const xml_markup found = read_xml_markup(input, at);
    if (found.kind == xml_kind::tag) return at;
    at = found.end;
  }
  return npos;
}

}  // namespace urlsieve
