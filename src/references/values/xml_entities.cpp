#include "src/references/values/xml_entities.hpp"

#include <algorithm>

#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

std::string_view without_leading_space(std::string_view text) {
  while (!text.empty() && bytes::html_space.contains(text.front())) text.remove_prefix(1);
  return text;
}

// Removes the name at the beginning of `text`, and returns the name; empty if the name is too long.
std::string_view take_name(std::string_view& text) {
  constexpr std::size_t longest = 64;
  const std::size_t end = text.substr(0, longest + 1).find_first_of(" \t\r\n>");
  if (end == npos) return {};
  const std::string_view name = text.substr(0, end);
  text.remove_prefix(end);
  return name;
}

bool is_predefined(std::string_view name) {
  return name == "amp" || name == "lt" || name == "gt" || name == "quot" || name == "apos";
}

}  // namespace

void xml_entities::read(std::string_view doctype) {
  constexpr std::string_view begin = "<!ENTITY";
  for (std::size_t at = doctype.find("<!"); at != npos; at = doctype.find("<!", at)) {
    std::string_view rest = doctype.substr(at);
    at += 2;
    if (rest.starts_with("<!--")) {
      at = std::min(doctype.find("-->", at + 2), doctype.size());
      continue;
    }
    if (!rest.starts_with(begin)) continue;
    rest = without_leading_space(rest.substr(begin.size()));
    const std::string_view name = take_name(rest);
    rest = without_leading_space(rest);
    if (name.empty() || name == "%" || is_predefined(name) || rest.empty()) continue;
    if (rest.front() != '"' && rest.front() != '\'') continue;
    const std::size_t end = rest.find(rest.front(), 1);
    if (end == npos) return;
    at = static_cast<std::size_t>(rest.data() - doctype.data()) + end;
    const std::string_view value = rest.substr(1, end - 1);
    const bool is_text = value.find_first_of("&<") == npos;
    if (is_text && value.size() <= max_value && values_.size() < max_entities) values_.emplace(name, value);
  }
}

std::string_view xml_entities::expand(std::string_view text, arena& storage) {
  struct entity_reference {
    std::size_t at;
    std::size_t end;
    std::string_view value;
  };
  const auto next = [&](std::size_t from, entity_reference& found) {
    for (std::size_t at = text.find('&', from); at != npos; at = text.find('&', at + 1)) {
      const std::size_t end = text.find_first_of(";& \t\r\n", at + 1);
      if (end == npos) return false;
      if (text[end] != ';') continue;
      const auto known = values_.find(text.substr(at + 1, end - at - 1));
      if (known == values_.end()) continue;
      found = {at, end + 1, known->second};
      return true;
    }
    return false;
  };
  entity_reference found{};
  if (values_.empty() || !next(0, found)) return text;
  std::size_t size = text.size();
  std::size_t from = 0;
  for (bool more = true; more; more = next(from, found)) {
    size += found.value.size();
    from = found.end;
  }
  if (size > budget_) return text;
  budget_ -= size;
  char* const out = storage.reserve(size);
  char* end = out;
  from = 0;
  while (next(from, found)) {
    const std::string_view before = text.substr(from, found.at - from);
    end = std::copy(before.begin(), before.end(), end);
    end = std::copy(found.value.begin(), found.value.end(), end);
    from = found.end;
  }
  const std::string_view rest = text.substr(from);
  end = std::copy(rest.begin(), rest.end(), end);
  return storage.commit(static_cast<std::size_t>(end - out));
}

}  // namespace urlsieve
