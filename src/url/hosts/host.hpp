// Classifies hosts and converts IPv4 addresses.
#ifndef URLSIEVE_URL_HOSTS_HOST_HPP
#define URLSIEVE_URL_HOSTS_HOST_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

// The kinds of RFC 3986 section 3.2.2. `hostname` is the narrower grammar of rfc1738 section 5 and RFC 1123
// section 2.1.
enum class host_kind : std::uint8_t { empty, ipv4, ipv6, ipvfuture, hostname, reg_name, invalid };

// Returns the kind of `host` by syntax alone (RFC 3986 section 3.2.2), without resolution of names. IP
// literals have their brackets.
[[nodiscard]] host_kind classify_host(std::string_view host);

// Returns true for an IPv6address of RFC 3986 section 3.2.2, without brackets. A zone ("%25eth0") is invalid.
[[nodiscard]] bool is_ipv6(std::string_view text);

// Returns true for an IPvFuture of RFC 3986 section 3.2.2, without brackets.
[[nodiscard]] bool is_ipvfuture(std::string_view text);

// Returns true for an IPv4address of RFC 3986 section 3.2.2: four decimal numbers up to 255, no leading
// zeros.
[[nodiscard]] bool is_ipv4(std::string_view text);

// Returns true for labels of 1 to 63 letters, digits and inner "-", divided by dots. Allows a trailing dot.
[[nodiscard]] bool is_hostname(std::string_view text);

// Returns the value of an IPv4 address in any notation of inet_aton (rfc2396bis-01 section 7.3), or nullopt.
// The notation has one to four parts, decimal, octal or hexadecimal; the last part fills the remaining bytes.
[[nodiscard]] std::optional<std::uint32_t> any_ipv4(std::string_view text);

// Writes `address` as four decimal numbers, at most 15 bytes. Returns the end of the output.
char* write_ipv4(std::uint32_t address, char* out);

}  // namespace urlsieve

#endif
