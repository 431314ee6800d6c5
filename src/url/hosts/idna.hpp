// Converts hosts beyond ASCII to A-labels with ICU: UTS 46, non-transitional. Checks bidi and joiners, but
// not hyphens and lengths, as browsers do.
#ifndef URLSIEVE_URL_HOSTS_IDNA_HPP
#define URLSIEVE_URL_HOSTS_IDNA_HPP

#include <cstddef>
#include <optional>
#include <string_view>

namespace urlsieve {

// The size limit for hosts before and after conversion; a domain name has at most 253 bytes.
inline constexpr std::size_t longest_idna_host = 512;

// Writes the A-labels of `host` to `out` and returns their size. Returns nullopt if UTS 46 rejects `host`, or
// if the result has a character that no host allows, or if `host` or the result exceeds the limit. Throws
// std::runtime_error if ICU or its data are not installed. Requires: `out` has longest_idna_host bytes.
// Thread-safe.
[[nodiscard]] std::optional<std::size_t> to_a_labels(std::string_view host, char* out);

}  // namespace urlsieve

#endif
