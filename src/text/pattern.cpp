// Only this file uses RE2. The program links RE2: its functions are members of C++ classes, and dlsym finds
// only C functions by stable names (see lazy_library.hpp).
#include "src/text/pattern.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "src/text/encodings/visible.hpp"

namespace urlsieve {

namespace {

re2::RE2::Options silent_options(letter_case letters) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(letters == letter_case::exact);
  return options;
}

// Returns the offset of the last unclosed "(", or of the first unmatched ")". Skips escapes and bracket
// expressions.
std::size_t unpaired(std::string_view expression, char which) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '\\') ++i;
    if (c == '[')
      i = std::min(expression.find(']', i + (expression.substr(i + 1, 1) == "^" ? 3 : 2)), expression.size());
    if (c == '(') open.push_back(i);
    if (c == ')' && open.empty() && which == c) return i;
    if (c == ')' && !open.empty()) open.pop_back();
  }
  return open.empty() ? 0 : open.back();
}

// RE2 reports the part of the expression with the fault, but for unmatched parentheses the whole expression.
std::size_t place_of_fault(const re2::RE2& regex, std::string_view expression) {
  if (regex.error_code() == re2::RE2::ErrorMissingParen) return unpaired(expression, '(');
  if (regex.error_code() == re2::RE2::ErrorUnexpectedParen) return unpaired(expression, ')');
  const std::size_t at = expression.find(regex.error_arg());
  return at == std::string_view::npos ? 0 : at;
}

}  // namespace

class pattern::compiled {
 public:
  compiled(std::string_view expression, letter_case letters)
      : regex_(re2::StringPiece(expression.data(), expression.size()), silent_options(letters)) {}

  [[nodiscard]] const re2::RE2& regex() const { return regex_; }

  [[nodiscard]] bool is_in(std::string_view text) const {
    return regex_.Match(re2::StringPiece(text.data(), text.size()), 0, text.size(), re2::RE2::UNANCHORED,
                        nullptr, 0);
  }

  [[nodiscard]] std::optional<pattern_match> find(std::string_view text, std::size_t from) const {
    std::array<re2::StringPiece, 2> groups;
    const int count = std::min(regex_.NumberOfCapturingGroups(), 1) + 1;
    if (!regex_.Match(re2::StringPiece(text.data(), text.size()), from, text.size(), re2::RE2::UNANCHORED,
                      groups.data(), count))
      return std::nullopt;
    const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
    return pattern_match{begin, begin + groups[0].size(), {groups[1].data(), groups[1].size()}};
  }

 private:
  re2::RE2 regex_;
};

pattern::pattern(std::unique_ptr<compiled> state) : compiled_(std::move(state)) {}
pattern::pattern(pattern&& other) noexcept = default;
pattern& pattern::operator=(pattern&& other) noexcept = default;
pattern::~pattern() = default;

result<pattern> pattern::of(std::string_view expression, letter_case letters) {
  auto compiled_pattern = std::make_unique<compiled>(expression, letters);
  if (compiled_pattern->regex().ok()) return pattern(std::move(compiled_pattern));
  return tl::unexpected(error{
      error_code::usage, "byte " + std::to_string(place_of_fault(compiled_pattern->regex(), expression)) +
                             " of " + in_quotes(expression) + ": " + compiled_pattern->regex().error()});
}

bool pattern::is_in(std::string_view text) const {
  return compiled_->is_in(text);
}

std::optional<pattern_match> pattern::find(std::string_view text, std::size_t from) const {
  return compiled_->find(text, from);
}

}  // namespace urlsieve
