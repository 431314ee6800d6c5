// Counts the members of a struct, so that a table can require a row for each.
#ifndef URLSIEVE_API_MEMBER_COUNT_HPP
#define URLSIEVE_API_MEMBER_COUNT_HPP

#include <cstddef>

namespace urlsieve {

namespace member_count_parts {

// Converts to every type.
struct any_value {
  template <class Type>
  operator Type() const;  // NOLINT(google-explicit-constructor): initializes a member of any type
};

template <class Struct, class... Values>
[[nodiscard]] consteval std::size_t count_with() {
  if constexpr (requires { Struct{Values{}..., any_value{}}; })
    return count_with<Struct, Values..., any_value>();
  else
    return sizeof...(Values);
}

}  // namespace member_count_parts

// The number of members of an aggregate without base classes and without arrays.
template <class Struct>
inline constexpr std::size_t member_count = member_count_parts::count_with<Struct>();

}  // namespace urlsieve

#endif
