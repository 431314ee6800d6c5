// An IPv6 address by value, and its one spelling (RFC 5952 section 4).
#ifndef URLSIEVE_URL_IPV6_HPP
#define URLSIEVE_URL_IPV6_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

using ipv6_groups = std::array<std::uint16_t, 8>;

// The value of `text`, an address without brackets; nullopt: it is none (is_ipv6).
[[nodiscard]] std::optional<ipv6_groups> ipv6_value(std::string_view text);

// Writes it without brackets, at most 39 bytes: lower case, no leading zeros, "::" for the first of the
// longest runs of two zeros or more; an IPv4-mapped address with its last 32 bits in decimal (section 5).
// Returns the end.
char* write_ipv6(const ipv6_groups& address, char* out);

}  // namespace urlsieve

#endif
