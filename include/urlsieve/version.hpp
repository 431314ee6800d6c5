// The version of the library and the program.
#ifndef URLSIEVE_VERSION_HPP
#define URLSIEVE_VERSION_HPP

#include <string_view>

namespace urlsieve {

inline constexpr std::string_view version = "0.2.0";

}  // namespace urlsieve

#endif
