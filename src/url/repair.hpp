// Characters that the syntax excludes (rfc2396bis-01 section 2.4.3) arrive in real links. They are repaired
// once, when the reference is read, as browsers do, so that what follows sees RFC 3986 syntax only.
#ifndef URLSIEVE_URL_REPAIR_HPP
#define URLSIEVE_URL_REPAIR_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/scheme.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

struct repaired_reference {
  url_view url;                          // into the reference as given, or into the scratch memory
  const scheme_info* scheme = nullptr;   // of the reference's own scheme; null: none, or not in the table
  rejection rejected = rejection::none;  // then the rest says nothing
  std::uint16_t repairs = 0;             // bit 1 << repair_kind for each kind made
};

// What repair() may write to its scratch memory at most.
[[nodiscard]] constexpr std::size_t repair_room(std::size_t reference_size) {
  constexpr std::size_t host_growth = 1024;  // a host as A-labels
  return 4 * reference_size + host_growth + 64;
}

// `base_scheme` says whether "\" is "/" in a reference without a scheme of its own; null: it is not. With
// `strict` a reference that needs repair is rejected.
[[nodiscard]] repaired_reference repair(std::string_view reference, const scheme_info* base_scheme,
                                        bool strict, char* scratch);

}  // namespace urlsieve

#endif
