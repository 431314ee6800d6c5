// The way of one reference through this module, in one call: repair, resolution against a base, the rungs of
// the ladder up to the one chosen, the schemes kept. This is the hot path; parse, resolve and normalize are
// its parts.
#ifndef URLSIEVE_URL_CANONICAL_HPP
#define URLSIEVE_URL_CANONICAL_HPP

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/url/base.hpp"
#include "src/url/mended_form.hpp"
#include "src/url/parameter_lists.hpp"
#include "src/url/repair.hpp"
#include "src/url/target.hpp"
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

  // What canonicalize() may write at most, scratch and vector-sized overrun included.
  [[nodiscard]] static std::size_t room_for(std::size_t reference_size, const base_url* base);

  // Writes the URL of `reference` at the chosen rung to `out`, which has room_for() bytes. `base` may be
  // null. A reference that is empty or only white space is a same-document reference; with `empty_is_base` it
  // means the base itself (form@action, img@src). An absolute reference at the `string` rung stays byte for
  // byte, but for repair. Thread-safe.
  canonical_url canonicalize(std::string_view reference, const base_url* base, char* out,
                             bool empty_is_base = false) const;

  // Whether an http or https URL in normal form at the scheme rung stays as it is.
  [[nodiscard]] bool keeps_normal() const {
    return kept_http_ != nullptr && kept_https_ != nullptr && !folds_;
  }

  // The target that the resolution algorithm gives for the reference as repaired, the fragment kept; no rung,
  // no scheme is left out. To the letter of the algorithm but for this: the paths of opaque references and
  // selectors are not looked into, and base_url::hierarchical() decides about opaque bases.
  canonical_url resolve(std::string_view reference, const base_url* base, char* out) const;

  // Normalizes a reference as such: a relative one keeps its leading dot segments (rfc2396bis-01 section
  // 6.2.2.3 needs a base for them).
  canonical_url normalize(std::string_view reference, char* out) const;

 private:
  [[nodiscard]] bool keeps_scheme(std::string_view scheme) const;
  [[nodiscard]] canonical_url finish(const target& url, const repaired_reference& repaired, rung ladder,
                                     char* out) const;

  [[nodiscard]] std::size_t fold(char* url, std::size_t size) const;

  // The short way for what is in normal form already; 0: it may not be.
  [[nodiscard]] std::size_t copy_normal(std::string_view reference, const base_url* base, char* out,
                                        web_front& front) const;

  // The short ways of schemes other than http and https; 0: the URL is on neither.
  [[nodiscard]] std::size_t copy_other(std::string_view reference, const base_url* base, char* out) const;

  // The middle way for an absolute URL in need of little; size 0: it may need more.
  [[nodiscard]] mended_form mend(std::string_view reference, const web_front& front, char* out) const;

  url_options options_;
  const scheme_info* kept_http_;  // null: these URLs are left out
  const scheme_info* kept_https_;
  std::bitset<128> kept_rows_;  // of the table of schemes
  mender mender_;
  bool joins_;  // the resolution algorithm is that of join_if_normal()
  parameter_lists parameters_;
  bool folds_;  // some convention beyond the ladder is switched on
};

}  // namespace urlsieve

#endif
