#include "src/pipeline/filters/url_patterns.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

// Joins the expressions of a column into one, so that the text is read once: RE2 takes no longer for many
// alternatives.
result<url_patterns> url_patterns::of(const std::vector<std::string>& expressions, std::string_view option) {
  url_patterns whole;
  std::vector<column_patterns>& all = whole.columns_;
  std::vector<std::string> joined;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    std::string_view expression = expressions[i];
    field column = field::url;
    const std::size_t equals = expression.find('=');
    if (equals != std::string_view::npos) {
      const std::optional<field> named = parse_name<field>(expression.substr(0, equals));
      if (named && (*named == field::url || is_of_url(*named))) {
        column = *named;
        expression.remove_prefix(equals + 1);
      }
    }
    result<pattern> compiled = pattern::of(expression);
    if (!compiled)
      return tl::unexpected(error{
          compiled.error().code,
          std::string(option) + ", pattern " + std::to_string(i + 1) + ": " + compiled.error().message});
    auto same = std::find_if(all.begin(), all.end(),
                             [column](const column_patterns& group) { return group.column == column; });
    if (same == all.end()) {
      same = all.insert(all.end(), {column, {}});
      joined.emplace_back();
    }
    same->any.push_back(std::move(*compiled));
    std::string& alternation = joined[static_cast<std::size_t>(same - all.begin())];
    alternation.append(alternation.empty() ? "(?:" : "|(?:").append(expression).append(1, ')');
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].any.size() == 1) continue;
    result<pattern> alternatives = pattern::of(joined[i]);
    if (!alternatives) continue;
    all[i].any.clear();
    all[i].any.push_back(std::move(*alternatives));
  }
  return whole;
}

bool url_patterns::match(url_columns& columns, std::string_view url, std::string& buffer) const {
  return std::any_of(columns_.begin(), columns_.end(), [&](const column_patterns& group) {
    const std::string_view text = group.column == field::url ? url : columns.value(group.column, buffer);
    return std::any_of(group.any.begin(), group.any.end(),
                       [text](const pattern& expression) { return expression.is_in(text); });
  });
}

}  // namespace urlsieve
