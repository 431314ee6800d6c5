// Parses IPv6 addresses and writes the canonical text (RFC 5952 section 4).
#ifndef URLSIEVE_URL_HOSTS_IPV6_HPP
#define URLSIEVE_URL_HOSTS_IPV6_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

using ipv6_groups = std::array<std::uint16_t, 8>;

// Returns the value of an address without brackets, or nullopt if `text` is not an address (is_ipv6()).
[[nodiscard]] std::optional<ipv6_groups> ipv6_value(std::string_view text);

// Writes `address` without brackets, at most 39 bytes, and returns the end. Uses lower case, no leading
// zeros, and "::" for the first of the longest runs of at least two zero groups. Writes the last 32 bits of
// an IPv4-mapped address in decimal (section 5).
char* write_ipv6(const ipv6_groups& address, char* out);

}  // namespace urlsieve

#endif
