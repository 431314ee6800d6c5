// The way of one reference through this room, in one call: repair, resolution against a base, the rungs of
// the ladder up to the one chosen, the schemes kept. This is the hot path; parse, resolve and normalize are
// its parts.
#ifndef URLSIEVE_URL_CANONICAL_HPP
#define URLSIEVE_URL_CANONICAL_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/base.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct canonical_url {
  std::size_t size = 0;                  // bytes written
  rejection rejected = rejection::none;  // else nothing was written
  std::uint16_t repairs = 0;             // bit 1 << repair_kind for each kind made
  std::uint16_t flags = 0;               // of namespace flag
};

class canonicalizer {
 public:
  explicit canonicalizer(const url_options& options);

  // What canonicalize() may write at most, vector-sized overrun included.
  [[nodiscard]] static std::size_t room_for(std::size_t reference_size, const base_url* base);

  // Writes the URL of `reference` at the chosen rung to `out`, which has room_for() bytes. `base` may be
  // null. A reference that is empty is a same-document reference. Thread-safe.
  canonical_url canonicalize(std::string_view reference, const base_url* base, char* out) const;

  // The same, stopped after resolution: the `string` rung (fragment kept).
  canonical_url resolve(std::string_view reference, const base_url* base, char* out) const;
};

}  // namespace urlsieve

#endif
