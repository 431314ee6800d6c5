// The host of an authority: what kind it is, and its one spelling.
#ifndef URLSIEVE_URL_HOST_HPP
#define URLSIEVE_URL_HOST_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

// RFC 3986 section 3.2.2; hostname is the narrower grammar of rfc1738 section 5 and RFC 1123 section 2.1.
enum class host_kind : std::uint8_t { empty, ipv4, ipv6, ipvfuture, hostname, reg_name, invalid };

// By the syntax alone (RFC 3986 section 3.2.2): what is no address is a name, whatever it resolves to.
[[nodiscard]] host_kind classify_host(std::string_view host);

// IPv6address of RFC 3986 section 3.2.2, without the brackets. A zone ("%25eth0") is refused.
[[nodiscard]] bool is_ipv6(std::string_view text);

// IPvFuture of RFC 3986 section 3.2.2, without the brackets.
[[nodiscard]] bool is_ipvfuture(std::string_view text);

// IPv4address of RFC 3986 section 3.2.2: four decimal numbers up to 255 without leading zeros.
[[nodiscard]] bool is_ipv4(std::string_view text);

// Labels of 1 to 63 letters, digits and "-", none at either end of a label; a trailing dot is allowed.
[[nodiscard]] bool is_hostname(std::string_view text);

// The value of an IPv4 address in any notation that inet_aton reads (rfc2396bis-01 section 7.3): one to four
// parts, decimal, octal or hexadecimal, the last filling what is left.
[[nodiscard]] std::optional<std::uint32_t> any_ipv4(std::string_view text);

// Writes `address` as four decimal numbers, at most 15 bytes; returns the end.
char* write_ipv4(std::uint32_t address, char* out);

}  // namespace urlsieve

#endif
