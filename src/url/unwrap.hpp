// Undoes the rewriting of links by mail gateways and redirectors (unwrap_rules.hpp): the URL that one of
// theirs leads to, where it can be read out of it.
#ifndef URLSIEVE_URL_UNWRAP_HPP
#define URLSIEVE_URL_UNWRAP_HPP

#include <string>
#include <string_view>

namespace urlsieve {

inline constexpr int deepest_wrapping = 8;

// The innermost URL, in `room`; `url` itself where nothing is wrapped, or what is inside is no absolute http,
// https, ftp or mailto URL. It has been decoded once for each wrapper and is to be repaired and normalized
// like any reference. Hosts that no rule knows cost some 15 to 35 ns.
[[nodiscard]] std::string_view unwrapped(std::string_view url, std::string& room);

}  // namespace urlsieve

#endif
