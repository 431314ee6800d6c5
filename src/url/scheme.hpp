// The table of schemes: what each is, where that is written, and which rules apply to its URLs.
//
// src/references/text/in_text_schemes.hpp is another table on purpose. It says what must stand behind a colon
// in running text for a URL to begin there, and it has rows that are none here: "URL:", which is no scheme,
// names that begin no URL in text, and schemes that text has and no rule knows (s3, rtmp, mms, imaps). A row
// here says nothing about text. A test holds that every scheme of this table is decided on in that one.
#ifndef URLSIEVE_URL_SCHEME_HPP
#define URLSIEVE_URL_SCHEME_HPP

#include <cstdint>
#include <span>
#include <string_view>

namespace urlsieve {

// What holds for the URLs of a scheme, as bits.
namespace scheme_rule {
inline constexpr std::uint16_t generic = 1U << 0;    // generic syntax: "//" authority, "/" path; else opaque
inline constexpr std::uint16_t backslash = 1U << 1;  // browsers read "\" as "/" before the query
inline constexpr std::uint16_t host_required = 1U << 2;  // an authority with an empty host is none
inline constexpr std::uint16_t slash_path = 1U << 3;     // an empty path after an authority means "/"
inline constexpr std::uint16_t domain_host = 1U << 4;  // the host is a domain or an address: IDNA, IPv4 forms
inline constexpr std::uint16_t local_host = 1U << 5;   // host "localhost" = empty host
inline constexpr std::uint16_t address_domain = 1U << 6;  // what follows the last "@" of the path is a domain
inline constexpr std::uint16_t type_code = 1U << 7;       // ";type=" at the end of the path, in any case
inline constexpr std::uint16_t gopher_type = 1U << 8;     // an empty path means a directory: "/" and "1"
// What stands before the first ":" of the path is caseless.
inline constexpr std::uint16_t namespace_name = 1U << 9;
// The path is a name of the server's own: dots in it mean nothing.
inline constexpr std::uint16_t selector = 1U << 10;
inline constexpr std::uint16_t on_server = 1U << 11;  // opaque, but "//" begins an authority like any other
}  // namespace scheme_rule

struct scheme_info {
  std::string_view name;
  std::uint16_t rules = 0;
  std::uint16_t default_port = 0;  // 0: none
  std::string_view source;         // the document and section that says so

  [[nodiscard]] constexpr bool has(std::uint16_t rule) const { return (rules & rule) != 0; }

  // Has what follows "//" a host, and perhaps a user and a port?
  [[nodiscard]] constexpr bool names_server() const {
    return has(scheme_rule::generic | scheme_rule::on_server);
  }
};

// The row of `name`, in any case; null: not in the table.
[[nodiscard]] const scheme_info* find_scheme(std::string_view name);

// The row whose name, in lower case, stands at the front of `url` with a ":" behind it; null: there is none.
[[nodiscard]] const scheme_info* scheme_in_front(std::string_view url);

// All rows, in the order of the table.
[[nodiscard]] std::span<const scheme_info> all_schemes();

}  // namespace urlsieve

#endif
