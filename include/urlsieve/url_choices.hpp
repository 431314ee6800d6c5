// The choices of url_options: ladder, resolution and repair.
#ifndef URLSIEVE_URL_CHOICES_HPP
#define URLSIEVE_URL_CHOICES_HPP

#include <cstdint>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

// The comparison ladder (rfc2396bis-01 section 6.2): each rung includes those before it. `protocol` is the
// scheme rung plus the redirects that were observed (redirect_options).
enum class rung : std::uint8_t { string, syntax, scheme, protocol };
template <>
inline constexpr auto words_for<rung> = enum_table<rung>({{rung::string, "string"},
                                                          {rung::syntax, "syntax"},
                                                          {rung::scheme, "scheme"},
                                                          {rung::protocol, "protocol"}});

// The specification of the resolution algorithm: RFC 3986, or one of the two drafts.
enum class resolution_choice : std::uint8_t { rfc3986, rfc2396bis, url_syntax_05 };
template <>
inline constexpr auto words_for<resolution_choice> =
    enum_table<resolution_choice>({{resolution_choice::rfc3986, "rfc3986"},
                                   {resolution_choice::rfc2396bis, "rfc2396bis"},
                                   {resolution_choice::url_syntax_05, "url-syntax-05"}});

// ".." above the root (rfc2396bis-01 section 5.2 step 7 allows all three).
enum class above_root_choice : std::uint8_t {
  as_resolution,  // as the resolution algorithm: RFC 3986 removes, the drafts keep
  remove,
  keep,
  reject
};
template <>
inline constexpr auto words_for<above_root_choice> =
    enum_table<above_root_choice>({{above_root_choice::as_resolution, "as-resolution"},
                                   {above_root_choice::remove, "remove"},
                                   {above_root_choice::keep, "keep"},
                                   {above_root_choice::reject, "reject"}});

// "http:g" against an http base (RFC 3986 section 5.2.2, last paragraphs): an absolute URL (strict), or the
// relative reference "g" (compatible).
enum class same_scheme_choice : std::uint8_t { strict, compatible };
template <>
inline constexpr auto words_for<same_scheme_choice> = enum_table<same_scheme_choice>(
    {{same_scheme_choice::strict, "strict"}, {same_scheme_choice::compatible, "compatible"}});

// Slashes before the authority of http, https, ws, wss and ftp URLs.
enum class slashes_choice : std::uint8_t {
  strict,  // two of them (RFC 3986 section 3.2)
  browser  // any number, "http:///h" or "https:/h" (URL Standard, "special authority ignore slashes state")
};
template <>
inline constexpr auto words_for<slashes_choice> =
    enum_table<slashes_choice>({{slashes_choice::strict, "strict"}, {slashes_choice::browser, "browser"}});

// The characters whose escapes the syntax rung decodes.
enum class unreserved_set : std::uint8_t {
  rfc3986,  // ALPHA DIGIT - . _ ~   (RFC 3986 section 2.3)
  draft     // ALPHA DIGIT _ ~       (rfc2396bis-01 section 6.2.2.2)
};
template <>
inline constexpr auto words_for<unreserved_set> =
    enum_table<unreserved_set>({{unreserved_set::rfc3986, "rfc3986"}, {unreserved_set::draft, "draft"}});

// Treatment of userinfo in URLs (rfc2396bis-01 section 7.4).
enum class userinfo_policy : std::uint8_t {
  keep,
  strip,  // remove the userinfo
  drop    // reject the reference: rejection::flag_dropped
};
template <>
inline constexpr auto words_for<userinfo_policy> = enum_table<userinfo_policy>(
    {{userinfo_policy::keep, "keep"}, {userinfo_policy::strip, "strip"}, {userinfo_policy::drop, "drop"}});

// The default of url_options::max_url, in bytes.
inline constexpr std::uint32_t default_max_url = 8192;

}  // namespace urlsieve

#endif
