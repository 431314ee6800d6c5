#include "src/url/tracking/rule_provider.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "src/text/ascii.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t longest_lowered_name = 256;

}  // namespace

void parameter_rules::add_name(std::string_view name, letter_case letters) {
  if (letters == letter_case::exact || name.size() > longest_lowered_name) {
    names_.emplace(name);
    return;
  }
  lowered_names_.insert(ascii::lowered(name));
  longest_lowered_ = std::max(longest_lowered_, name.size());
}

result<void> parameter_rules::add_name_pattern(std::string_view expression, letter_case letters) {
  // Compiled alone, because "a)(b" is not an expression, although "^(?:a)(b)$" is.
  if (result<pattern> alone = pattern::of(expression, letters); !alone)
    return tl::unexpected(std::move(alone.error()));
  name_expressions_[static_cast<std::size_t>(letters)].emplace_back(expression);
  return {};
}

void parameter_rules::finish() {
  for (const letter_case letters : {letter_case::exact, letter_case::ignored}) {
    std::vector<std::string>& expressions = name_expressions_[static_cast<std::size_t>(letters)];
    if (expressions.empty()) continue;
    std::string joined;
    for (const std::string& expression : expressions)
      joined.append(joined.empty() ? "^(?:(?:" : "|(?:").append(expression).append(")");
    joined += ")$";
    if (result<pattern> all = pattern::of(joined, letters)) {
      name_patterns_.push_back(std::move(*all));
    } else {  // too large together
      for (const std::string& expression : expressions)
        if (result<pattern> whole = pattern::of("^(?:" + expression + ")$", letters))
          name_patterns_.push_back(std::move(*whole));
    }
    expressions.clear();
  }
}

result<void> parameter_rules::add_parameter_pattern(std::string_view expression, letter_case letters,
                                                    std::string_view value) {
  result<pattern> compiled = pattern::of(expression, letters);
  if (!compiled) return tl::unexpected(std::move(compiled.error()));
  patterns_.push_back({std::string(value), std::move(*compiled)});
  return {};
}

void parameter_rules::add_all_but(std::string_view name) {
  kept_names_.push_back('~' + std::string(name));
}

bool parameter_rules::has_lowered(std::string_view name) const {
  if (name.size() > longest_lowered_) return false;
  std::array<char, longest_lowered_name> lowered;
  std::transform(name.begin(), name.end(), lowered.begin(), ascii::lower);
  return lowered_names_.contains(std::string_view(lowered.data(), name.size()));
}

}  // namespace urlsieve
