// Options of the resolution, normalization and validation of URLs.
#ifndef URLSIEVE_URL_OPTIONS_HPP
#define URLSIEVE_URL_OPTIONS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

class learnt_rule_set;
class tracking_rule_set;

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

// Opt-in normalization: equivalences that hold only by convention.
struct convention_options {
  bool drop_tracking = false;        // remove parameters that only track the origin of visitors
  bool drop_session_ids = false;     // remove parameters that only identify a session
  bool sort_query = false;           // sort parameters by their bytes
  bool fold_www = false;             // "www.example.com" = "example.com"
  bool fold_index = false;           // "/index.html" = "/"
  bool fold_https = false;           // "http:" = "https:"
  bool fold_amp = false;             // "&amp;" = "&" in queries
  bool drop_empty_params = false;    // remove parameters without a value: "a=", and "" between separators
  bool drop_empty_query = false;     // remove "?" without a query
  bool fold_slash_runs = false;      // "//" = "/" in paths
  bool fold_trailing_slash = false;  // "/a/" = "/a"
  bool fold_path_case = false;       // "/A" = "/a"

  friend bool operator==(const convention_options&, const convention_options&) = default;
  [[nodiscard]] bool any() const { return !(*this == convention_options()); }
};

struct url_options {
  rung ladder = rung::scheme;
  resolution_choice resolution = resolution_choice::rfc3986;
  above_root_choice above_root = above_root_choice::as_resolution;
  same_scheme_choice same_scheme = same_scheme_choice::strict;
  slashes_choice slashes = slashes_choice::strict;
  unreserved_set unreserved = unreserved_set::rfc3986;
  bool keep_fragment = false;
  bool keep_same_document = false;   // resolve a reference to the document itself to the base
  bool strict = false;               // reject references that need repair
  std::vector<std::string> schemes;  // lower case; empty: all but drop_schemes
  std::vector<std::string> drop_schemes{"javascript", "data", "about", "blob", "view-source"};
  std::uint32_t max_url = 8192;  // bytes; limit for the reference as written and for the URL
  userinfo_policy userinfo = userinfo_policy::keep;
  std::uint16_t drop_flags = 0;  // bits of namespace flag: reject URLs with any of these flags
  convention_options conventions;
  // Query parameters to remove, and the only parameters to keep among the others (empty: all). Names are
  // case-insensitive; "utm_*" matches a prefix. Applies to http and https URLs, as the conventions do.
  std::vector<std::string> drop_params;
  std::vector<std::string> keep_params;
  // Names of index pages that are removed from the end of a path, besides the names of fold_index.
  std::vector<std::string> index_names;
  // Files with rules of ClearURLs, AdGuard or Brave (tracking_rules.hpp), and files with learnt rules
  // (learnt_rules.hpp). load_rules() reads the files. Runs, and normalizers of the program, C and Python,
  // call load_rules(); C++ callers of normalize(), canonicalize() and class normalizer call it first.
  std::vector<std::string> tracking_rules;
  std::vector<std::string> rules;
  std::shared_ptr<const tracking_rule_set> loaded_rules;
  std::shared_ptr<const learnt_rule_set> learnt_rules;

  // Returns true if options beyond the ladder may rewrite URLs.
  [[nodiscard]] bool folds() const {
    return conventions.any() || !drop_params.empty() || !keep_params.empty() || !index_names.empty() ||
           loaded_rules != nullptr || learnt_rules != nullptr;
  }
};

}  // namespace urlsieve

#endif
