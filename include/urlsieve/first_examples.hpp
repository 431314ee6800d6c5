// Keeps the first few examples of each reason, shortened and without passwords, for messages and reports.
#ifndef URLSIEVE_FIRST_EXAMPLES_HPP
#define URLSIEVE_FIRST_EXAMPLES_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/password.hpp"

namespace urlsieve {

// Returns `text` without passwords. A text longer than `longest` bytes is cut between characters to at most
// `longest` bytes, and "..." (U+2026, three bytes) follows. Requires: longest >= 4.
[[nodiscard]] inline std::string as_example(std::string_view text, std::size_t longest) {
  const std::size_t slashes = text.find("//");
  const std::size_t authority = slashes == std::string_view::npos ? 0 : slashes + 2;
  const std::size_t needed = std::min(text.find_first_of("/?#", authority), text.size());
  const std::string_view considered = text.substr(0, std::max(needed, longest + 1));
  std::string shown = without_password(considered);
  if (shown.size() <= longest) return considered.size() == text.size() ? shown : shown.append("\xE2\x80\xA6");
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  std::size_t end = longest;
  while (end > longest - 4 && continues(shown[end])) --end;
  return shown.erase(end).append("\xE2\x80\xA6");
}

// The first distinct examples of each reason. A reason is a number below `Reasons`.
template <std::size_t Reasons>
class first_examples {
 public:
  static constexpr std::size_t most = 3;       // examples of each reason
  static constexpr std::size_t longest = 160;  // bytes

  struct example {
    std::size_t reason;
    std::string text;
  };

  // Returns true if fewer than `most` examples of the reason are kept.
  [[nodiscard]] bool wants(std::size_t reason) const { return met_[reason] < most; }

  [[nodiscard]] bool has_none(std::size_t reason) const { return met_[reason] == 0; }

  // Keeps as_example(text). Ignores an empty text, a repeated text, and examples beyond `most`.
  void note(std::size_t reason, std::string_view text) {
    if (wants(reason) && !text.empty() && !has(reason, text)) keep({reason, as_example(text, longest)});
  }

  // Keeps a text that as_example() has shortened already. Ignores a repeated text, and examples beyond
  // `most`.
  void restore(std::size_t reason, std::string text) {
    if (wants(reason)) keep({reason, std::move(text)});
  }

  // Adds the examples of a later batch.
  void add(const first_examples& later) {
    for (const example& each : later.all_)
      if (wants(each.reason)) keep(each);
  }

  // Returns all examples, of all reasons mixed. The examples of each reason are in input order.
  [[nodiscard]] const std::vector<example>& all() const { return all_; }

 private:
  [[nodiscard]] bool has(std::size_t reason, std::string_view text) const {
    return met_[reason] != 0 && std::any_of(all_.begin(), all_.end(), [&](const example& each) {
             return each.reason == reason && each.text == text;
           });
  }
  void keep(example each) {
    if (has(each.reason, each.text)) return;
    ++met_[each.reason];
    all_.push_back(std::move(each));
  }

  std::array<std::uint8_t, Reasons> met_{};
  std::vector<example> all_;
};

}  // namespace urlsieve

#endif
