// The table of schemes: kind, default port, rules and source document of each scheme.
//
// src/references/text/in_text_schemes.hpp is a separate table by design: it decides which text after a colon
// begins a URL in running text. Its additional rows are "URL:", which is not a scheme, names that begin no
// URL in text, and schemes without rules here (s3, rtmp, mms, imaps). A test ensures that the other table
// covers every scheme of this table.
#ifndef URLSIEVE_URL_SCHEME_HPP
#define URLSIEVE_URL_SCHEME_HPP

#include <cstdint>
#include <span>
#include <string_view>

namespace urlsieve {

// Bits for the properties of a scheme's URLs.
namespace scheme_rule {
inline constexpr std::uint16_t generic = 1U << 0;    // generic syntax: "//" authority, "/" path; else opaque
inline constexpr std::uint16_t backslash = 1U << 1;  // browsers read "\" as "/" before the query
inline constexpr std::uint16_t host_required = 1U << 2;   // an empty host is invalid
inline constexpr std::uint16_t slash_path = 1U << 3;      // an empty path after an authority means "/"
inline constexpr std::uint16_t domain_host = 1U << 4;     // the host is a domain or address: IDNA, IPv4 forms
inline constexpr std::uint16_t local_host = 1U << 5;      // host "localhost" = empty host
inline constexpr std::uint16_t address_domain = 1U << 6;  // a domain follows the last "@" of the path
inline constexpr std::uint16_t type_code = 1U << 7;       // ";type=" at the end of the path, case-insensitive
inline constexpr std::uint16_t gopher_type = 1U << 8;     // an empty path means a directory: "/1"
// The text before the first ":" of the path is case-insensitive.
inline constexpr std::uint16_t namespace_name = 1U << 9;
// The path is a name that only the server interprets: dots have no meaning.
inline constexpr std::uint16_t selector = 1U << 10;
inline constexpr std::uint16_t on_server = 1U << 11;  // opaque, but "//" begins an authority
}  // namespace scheme_rule

struct scheme_info {
  std::string_view name;
  std::uint16_t rules = 0;
  std::uint16_t default_port = 0;  // 0: none
  std::string_view source;         // document and section that define the scheme

  [[nodiscard]] constexpr bool has(std::uint16_t rule) const { return (rules & rule) != 0; }

  // Returns true if "//" introduces a host with optional user and port.
  [[nodiscard]] constexpr bool names_server() const {
    return has(scheme_rule::generic | scheme_rule::on_server);
  }
};

// Returns the row of `name`, in any case; null if the scheme is not in the table.
[[nodiscard]] const scheme_info* find_scheme(std::string_view name);

// Returns the row whose lower-case name and ":" begin `url`; null if there is none.
[[nodiscard]] const scheme_info* scheme_in_front(std::string_view url);

// Returns all rows in table order.
[[nodiscard]] std::span<const scheme_info> all_schemes();

}  // namespace urlsieve

#endif
