// The columns of a URL that a filter may look at.
#ifndef URLSIEVE_PIPELINE_FILTER_COLUMN_HPP
#define URLSIEVE_PIPELINE_FILTER_COLUMN_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "urlsieve/url.hpp"

namespace urlsieve {

enum class filter_column : std::uint8_t {
  url,  // all of it
  scheme,
  userinfo,
  host,
  subdomain,  // what of the host stands before its registrable domain, without the "." between them
  domain,     // the registrable domain; empty where the host has none
  suffix,     // the public suffix
  port,
  path,
  extension,  // as extension_of() has it
  query,
  fragment
};

inline constexpr std::array<std::string_view, 12> filter_column_names{
    "url",    "scheme", "userinfo", "host",      "subdomain", "domain",
    "suffix", "port",   "path",     "extension", "query",     "fragment"};

[[nodiscard]] std::optional<filter_column> filter_column_named(std::string_view name);

// What stands behind the last "." of the path's last segment; empty where that has none, or begins with its
// only one (".profile"), and where the path has no root ("a@b.c" of a mail address).
[[nodiscard]] std::string_view extension_of(std::string_view path);

// The registrable domain of a host in normal form; empty where it has none: an address, a single label, a
// public suffix itself.
[[nodiscard]] std::string_view domain_of(std::string_view host);

// Empty where the URL has no such part.
[[nodiscard]] std::string_view column_of(const url_view& url, filter_column column);

}  // namespace urlsieve

#endif
