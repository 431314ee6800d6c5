// The position that searches in text return without a match.
#ifndef URLSIEVE_TEXT_NPOS_HPP
#define URLSIEVE_TEXT_NPOS_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

inline constexpr std::size_t npos = std::string_view::npos;

}  // namespace urlsieve

#endif
