// Characters that the syntax excludes (rfc2396bis-01 section 2.4.3) arrive in real links. They are repaired
// once, when the reference is read, as browsers do, so that what follows sees RFC 3986 syntax only.
#ifndef URLSIEVE_URL_REPAIR_HPP
#define URLSIEVE_URL_REPAIR_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/idna.hpp"
#include "src/url/scheme.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

struct repaired_reference {
  url_view url;                          // into the reference as given, or into the scratch memory
  const scheme_info* scheme = nullptr;   // of the reference's own scheme; null: none, or not in the table
  rejection rejected = rejection::none;  // then the rest says nothing
  std::uint16_t repairs = 0;             // bit 1 << repair_kind for each kind made
};

// The bytes of a repaired reference at most: every byte escaped, and the host as A-labels.
[[nodiscard]] constexpr std::size_t repaired_size(std::size_t reference_size) {
  return 3 * reference_size + 3 * longest_idna_host;
}

// What repair() needs as scratch memory.
[[nodiscard]] constexpr std::size_t repair_room(std::size_t reference_size) {
  return 2 * reference_size + repaired_size(reference_size) + longest_idna_host;
}

// Where the reference begins, after the white space and controls that repair() takes off.
[[nodiscard]] std::size_t first_written(std::string_view reference);

struct repair_options {
  bool strict = false;  // a reference that needs repair is rejected
  slashes_choice slashes = slashes_choice::strict;
};

// `base_scheme` says whether "\" is "/" in a reference without a scheme of its own; null: it is not.
[[nodiscard]] repaired_reference repair(std::string_view reference, const scheme_info* base_scheme,
                                        repair_options options, char* scratch);

}  // namespace urlsieve

#endif
