// Only this file uses RE2. The functions are members of classes and are looked up by their mangled names in
// the Itanium C++ ABI; inline functions of the header are compiled here.
#include "src/text/pattern.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "src/text/lazy_library.hpp"
#include "src/text/visible.hpp"

namespace urlsieve {

namespace {

// Signatures in the ABI: the object is the first parameter.
using construct_function = void (*)(void* place, const re2::StringPiece& expression,
                                    const re2::RE2::Options& options);
using destroy_function = void (*)(void* object);
using match_function = bool (*)(const void* object, const re2::StringPiece& text, std::size_t from,
                                std::size_t to, re2::RE2::Anchor anchor, re2::StringPiece* groups, int count);

struct re2_functions {
  lazy_library library{URLSIEVE_RE2_LIBRARY};
  construct_function construct =
      reinterpret_cast<construct_function>(library.find("_ZN3re23RE2C1ERKNS_11StringPieceERKNS0_7OptionsE"));
  destroy_function destroy = reinterpret_cast<destroy_function>(library.find("_ZN3re23RE2D1Ev"));
  match_function match = reinterpret_cast<match_function>(
      library.find("_ZNK3re23RE25MatchERKNS_11StringPieceEmmNS0_6AnchorEPS1_i"));
};

const re2_functions& re2_library() {
  static const re2_functions loaded;
  return loaded;
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
std::size_t place_of_fault(const re2::RE2& made, std::string_view expression) {
  if (made.error_code() == re2::RE2::ErrorMissingParen) return unpaired(expression, '(');
  if (made.error_code() == re2::RE2::ErrorUnexpectedParen) return unpaired(expression, ')');
  const std::size_t at = expression.find(made.error_arg());
  return at == std::string_view::npos ? 0 : at;
}

}  // namespace

class pattern::compiled {
 public:
  explicit compiled(std::string_view expression) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    re2_library().construct(place_, re2::StringPiece(expression.data(), expression.size()), options);
  }
  compiled(const compiled&) = delete;
  compiled& operator=(const compiled&) = delete;
  ~compiled() { re2_library().destroy(place_); }

  [[nodiscard]] const re2::RE2& inner() const {
    return *std::launder(reinterpret_cast<const re2::RE2*>(place_));
  }

  [[nodiscard]] bool is_in(std::string_view text) const {
    return re2_library().match(place_, re2::StringPiece(text.data(), text.size()), 0, text.size(),
                               re2::RE2::UNANCHORED, nullptr, 0);
  }

 private:
  alignas(re2::RE2) std::byte place_[sizeof(re2::RE2)];
};

pattern::pattern(std::unique_ptr<compiled> made) : made_(std::move(made)) {}
pattern::pattern(pattern&& other) noexcept = default;
pattern& pattern::operator=(pattern&& other) noexcept = default;
pattern::~pattern() = default;

result<pattern> pattern::of(std::string_view expression) {
  auto made = std::make_unique<compiled>(expression);
  if (made->inner().ok()) return pattern(std::move(made));
  return tl::unexpected(
      error{error_code::usage, "byte " + std::to_string(place_of_fault(made->inner(), expression)) + " of " +
                                   in_quotes(expression) + ": " + made->inner().error()});
}

bool pattern::is_in(std::string_view text) const {
  return made_->is_in(text);
}

}  // namespace urlsieve
