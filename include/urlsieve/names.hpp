// Names of enumerators, for flags, manifests, statistics and column headers. The table of an enum's names is
// beside the enum.
#ifndef URLSIEVE_NAMES_HPP
#define URLSIEVE_NAMES_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace urlsieve {

// The names of `Choice` by enumerator. Empty for types without names.
template <class Choice>
inline constexpr std::array<std::string_view, 0> words_for{};

template <class Choice>
concept named_choice = !words_for<Choice>.empty();

// The number of enumerators of `Choice`.
template <named_choice Choice>
inline constexpr std::size_t count_of = words_for<Choice>.size();

template <named_choice Choice>
[[nodiscard]] constexpr std::string_view name_of(Choice choice) {
  return words_for<Choice>[static_cast<std::size_t>(choice)];
}

// Returns the enumerator named `name`, or nullopt.
template <named_choice Choice>
[[nodiscard]] constexpr std::optional<Choice> parse_name(std::string_view name) {
  for (std::size_t i = 0; i < count_of<Choice>; ++i)
    if (words_for<Choice>[i] == name) return static_cast<Choice>(i);
  return std::nullopt;
}

}  // namespace urlsieve

#endif
