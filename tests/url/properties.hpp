// Properties of every reference and base at every rung. Returns the violated property, or "".
#ifndef URLSIEVE_TESTS_URL_PROPERTIES_HPP
#define URLSIEVE_TESTS_URL_PROPERTIES_HPP

#include <algorithm>
#include <string>
#include <string_view>

#include "src/text/scan/byte_class.hpp"
#include "src/url/parse/validity.hpp"
#include "src/url/percent.hpp"
#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::testing {

// Returns the unescaped reserved characters in order, without characters that a rung may remove.
inline std::string reserved_of(std::string_view url) {
  static constexpr byte_set counted = bytes::reserved - byte_set(":/[]@");
  std::string found;
  std::copy_if(url.begin(), url.end(), std::back_inserter(found), [](char c) { return counted.contains(c); });
  return found;
}

inline std::string broken_property(std::string_view reference, std::string_view base, url_options options) {
  options.keep_fragment = true;
  options.drop_schemes.clear();
  const auto to = [&options](rung ladder) {
    options.ladder = ladder;
    return options;
  };
  base_url from;
  const std::string string = canonicalized(reference, base, to(rung::string));
  for (const rung ladder : {rung::string, rung::syntax, rung::scheme}) {
    to(ladder);
    canonical_url output;
    const std::string once = canonicalized(reference, base, options, &output);
    if (once == "!base") return "";
    // The fast paths equal the full path, which a leading space forces.
    canonical_url long_way;
    const std::string spaced = canonicalized(std::string(" ").append(reference), base, options, &long_way);
    if (once != spaced && once != "!too-long" && spaced != "!too-long")
      return "short way " + once + " long way " + spaced;
    if (once.starts_with("!")) continue;
    constexpr auto trimmed = static_cast<std::uint16_t>(1U << static_cast<unsigned>(repair_kind::trimmed));
    if ((output.repairs | trimmed) != (long_way.repairs | trimmed)) return "repairs of " + once;
    if ((output.flags | flag::repaired) != (long_way.flags | flag::repaired)) return "flags of " + once;
    if (normalized(once, options) != once)
      return "idempotent: " + once + " gives " + normalized(once, options);
    if (!string.starts_with("!") && normalized(string, options) != once)
      return "monotone: " + string + " gives " + normalized(string, options) + " not " + once;
    const url_view url = url_view::of(once);
    if (!url.has_scheme()) return "absolute: " + once;
    for (const char c : once)
      if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x7F)
        return "ASCII: " + once;
    // Only brackets may stay at places where the syntax forbids them.
    if (once.find_first_of("[]") == std::string::npos && url.host().find('%') == std::string_view::npos &&
        !is_valid(url))
      return "valid: " + once;
  }
  return "";
}

// For a URL without a base: no reserved character, scheme or authority appears or disappears.
inline std::string broken_alone(std::string_view reference, url_options options) {
  options.keep_fragment = true;
  options.drop_schemes.clear();
  options.ladder = rung::string;
  const std::string string = normalized(reference, options);
  if (string.starts_with("!")) return "";
  const url_view before = url_view::of(string);
  for (const rung ladder : {rung::syntax, rung::scheme}) {
    options.ladder = ladder;
    const std::string once = normalized(string, options);
    if (once.starts_with("!")) return "rejected " + string;
    if (normalized(once, options) != once) return "idempotent alone: " + once;
    const url_view after = url_view::of(once);
    if (before.has_scheme() != after.has_scheme()) return "scheme: " + string + " gives " + once;
    // For file URLs, a missing authority equals an empty authority (RFC 8089 Appendix B).
    const bool is_file = ladder == rung::scheme && after.scheme() == "file" && after.authority().empty();
    if (before.has_authority() != after.has_authority() && !is_file)
      return "authority: " + string + " gives " + once;
    if (before.has_query() != after.has_query()) return "query: " + string + " gives " + once;
    if (reserved_of(before.query()) != reserved_of(after.query()))
      return "reserved: " + string + " gives " + once;
    if (reserved_of(before.fragment()) != reserved_of(after.fragment()))
      return "reserved: " + string + " gives " + once;
  }
  return "";
}

}  // namespace urlsieve::testing

#endif
