// Repairs references with characters that the syntax excludes (rfc2396bis-01 section 2.4.3), as browsers do.
// Repair happens once, when the reference is read, so that later steps see only RFC 3986 syntax.
#ifndef URLSIEVE_URL_PARSE_REPAIR_HPP
#define URLSIEVE_URL_PARSE_REPAIR_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/hosts/idna.hpp"
#include "src/url/scheme.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/url_choices.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

struct repaired_reference {
  url_view url;                          // points into the reference as given, or into the scratch memory
  const scheme_info* scheme = nullptr;   // the reference's own; null: none, or not in the table
  rejection rejected = rejection::none;  // if not none, `url` and `scheme` are meaningless
  std::uint16_t repairs = 0;             // bit 1 << repair_kind for each repair
};

// Returns the maximal size of a repaired reference: every byte escaped, and the host as A-labels.
[[nodiscard]] constexpr std::size_t repaired_size(std::size_t reference_size) {
  return 3 * reference_size + 3 * longest_idna_host;
}

// Returns the size of the scratch memory that repair() needs.
[[nodiscard]] constexpr std::size_t repair_capacity(std::size_t reference_size) {
  return 2 * reference_size + repaired_size(reference_size) + longest_idna_host;
}

// Returns the offset after the white space and controls that repair() trims from the front.
[[nodiscard]] std::size_t end_of_leading_space(std::string_view reference);

struct repair_options {
  bool strict = false;  // reject references that need repair
  slashes_choice slashes = slashes_choice::strict;
};

// Repairs `reference`. If it has no scheme, the rules of `base_scheme` decide about "\" and domain hosts;
// null: no rules. Throws std::runtime_error if a host beyond ASCII needs ICU and ICU is not installed.
// Requires: `scratch` has repair_capacity(reference.size()) bytes.
[[nodiscard]] repaired_reference repair(std::string_view reference, const scheme_info* base_scheme,
                                        repair_options options, char* scratch);

}  // namespace urlsieve

#endif
