// Hosts with letters beyond ASCII as A-labels: ICU's UTS 46, non-transitional, checked for bidi and joiners,
// not for hyphens and lengths, as browsers do. The only file that knows ICU.
#ifndef URLSIEVE_URL_IDNA_HPP
#define URLSIEVE_URL_IDNA_HPP

#include <cstddef>
#include <optional>
#include <string_view>

namespace urlsieve {

// Longer hosts are refused, before and after the conversion; a domain name has at most 253 bytes.
inline constexpr std::size_t longest_idna_host = 512;

// Writes the A-labels of `host`, which is UTF-8, to `out`, which has longest_idna_host bytes; returns how
// many. nullopt: UTS 46 refuses it, or what it gives holds a character that no host has. Thread-safe.
[[nodiscard]] std::optional<std::size_t> to_a_labels(std::string_view host, char* out);

}  // namespace urlsieve

#endif
