// Repair path between the copy of URLs in normal form (normal_form.hpp) and the slow path. Writes an http or
// https URL with common faults in normal form in one pass. Escapes excluded and non-ASCII characters,
// normalizes escapes, lowers or converts the host, and removes the default port and dot segments. All other
// URLs need the slow path.
#ifndef URLSIEVE_URL_NORMALIZE_FAST_NORMALIZER_HPP
#define URLSIEVE_URL_NORMALIZE_FAST_NORMALIZER_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/normalize/normal_form.hpp"

namespace urlsieve {

struct url_options;

struct fast_form {
  std::size_t size = 0;       // 0: the URL needs the slow path
  std::uint16_t repairs = 0;  // bit 1 << repair_kind for each repair
  std::uint16_t flags = 0;    // bits of namespace flag
};

class fast_normalizer {
 public:
  explicit fast_normalizer(const url_options& options);

  // Writes the result of the slow path for the absolute `url` to `out`, or returns size 0. Requires: `out`
  // has normal_form_overrun bytes more than the result, and `front` is empty or set by copy_if_normal() for
  // the same `url` and `out`.
  [[nodiscard]] fast_form normalize(std::string_view url, const web_front& front, char* out) const;

 private:
  bool is_applicable_;  // the options need nothing that only the slow path does
  bool scheme_rung_;
  bool keep_fragment_;
  bool keep_above_root_;
  bool refuse_above_root_;
};

}  // namespace urlsieve

#endif
