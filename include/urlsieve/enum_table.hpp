// Tables with a value for each enumerator of an enum.
#ifndef URLSIEVE_ENUM_TABLE_HPP
#define URLSIEVE_ENUM_TABLE_HPP

#include <array>
#include <cstddef>
#include <string_view>

namespace urlsieve {

template <class Enum, class Value = std::string_view>
struct enum_row {
  Enum enumerator;
  Value value;
};

namespace enum_detail {

// Compilers print a value without an enumerator as a cast: "Value = (urlsieve::rung)4]".
template <auto Value>
[[nodiscard]] consteval bool is_enumerator() {
  constexpr std::string_view text = __PRETTY_FUNCTION__;
  constexpr std::string_view label = "Value = ";
  return text[text.find(label) + label.size()] != '(';
}

template <class Enum, std::size_t First = 0>
[[nodiscard]] consteval std::size_t count_from() {
  if constexpr (is_enumerator<static_cast<Enum>(First)>())
    return count_from<Enum, First + 1>();
  else
    return First;
}

template <class Enum>
[[nodiscard]] consteval std::size_t count() {
  if constexpr (requires { Enum::count_; })
    return static_cast<std::size_t>(Enum::count_);
  else
    return count_from<Enum>();
}

}  // namespace enum_detail

// The number of enumerators of an enum with the values 0, 1, 2 and so on, not counting a last `count_`.
template <class Enum>
inline constexpr std::size_t enumerator_count = enum_detail::count<Enum>();

// Returns the values of `rows`, by enumerator. A row that is missing, extra or out of order is a compile
// error.
template <class Enum, class Value = std::string_view, std::size_t Count>
[[nodiscard]] consteval std::array<Value, Count> enum_table(const enum_row<Enum, Value> (&rows)[Count]) {
  static_assert(Count == enumerator_count<Enum>, "a table has one row for each enumerator");
  std::array<Value, Count> values{};
  for (std::size_t i = 0; i < Count; ++i) {
    if (rows[i].enumerator != static_cast<Enum>(i)) throw "rows are in the order of the enumerators";
    values[i] = rows[i].value;
  }
  return values;
}

}  // namespace urlsieve

#endif
