// Canonicalizes a reference in one call: repairs, resolves against a base, normalizes up to the chosen rung,
// and filters by scheme. This is the hot path; parse, resolve and normalize are its steps.
#ifndef URLSIEVE_URL_NORMALIZE_CANONICAL_HPP
#define URLSIEVE_URL_NORMALIZE_CANONICAL_HPP

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "src/url/conventions/parameter_lists.hpp"
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/fast_normalizer.hpp"
#include "src/url/normalize/target.hpp"
#include "src/url/parse/repair.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/url_choices.hpp"

namespace urlsieve {

struct url_options;

struct canonical_url {
  std::size_t size = 0;                  // bytes written
  rejection rejected = rejection::none;  // if not none, nothing was written
  std::uint16_t repairs = 0;             // bit 1 << repair_kind for each repair
  std::uint16_t flags = 0;               // bits of namespace flag
};

// Copies the options; copies of a canonicalizer share them. Thread-safe. Throws std::runtime_error if a host
// beyond ASCII needs ICU and ICU is not installed.
class canonicalizer {
 public:
  explicit canonicalizer(const url_options& options);

  // Returns the options as they are applied: the rung is that of the form, and index names are in lower case.
  [[nodiscard]] const url_options& options() const { return *options_; }

  // Returns the capacity in bytes that canonicalize(), resolve() and normalize() (with a null base) need in
  // `out`, including scratch memory and vector overrun.
  [[nodiscard]] static std::size_t capacity_for(std::size_t reference_size, const base_url* base);

  // Writes the URL of `reference` at the chosen rung to `out`, which must have capacity_for() bytes. `base`
  // may be null. A reference that is empty, blank or only a fragment is rejected as same_document, unless
  // options.keep_same_document. With `empty_is_base`, an empty reference means the base (form@action,
  // img@src). At the `string` rung, an absolute reference keeps its bytes, except for repairs and for parts
  // that the options remove.
  canonical_url canonicalize(std::string_view reference, const base_url* base, char* out,
                             bool empty_is_base = false) const;

  // Returns true if canonicalize() copies every http or https URL of at most max_url bytes that is in normal
  // form at the scheme rung. Returns false if an option drops a scheme, or may rewrite URLs in normal form.
  [[nodiscard]] bool keeps_normal() const {
    return kept_http_ != nullptr && kept_https_ != nullptr && !folds_;
  }

  // Returns true if keeps_normal() holds for URLs without a query.
  [[nodiscard]] bool keeps_normal_paths() const { return keeps_normal_paths_; }

  // Writes the target of the repaired `reference` by the resolution algorithm, with its fragment, to `out`.
  // Applies no rung and drops no scheme. Follows the algorithm exactly, with two exceptions: opaque paths and
  // selectors keep their dot segments, and base_url::hierarchical() decides about opaque bases.
  canonical_url resolve(std::string_view reference, const base_url* base, char* out) const;

  // Normalizes `reference` without a base. A relative reference keeps its leading dot segments, which need a
  // base (rfc2396bis-01 section 6.2.2.3).
  canonical_url normalize(std::string_view reference, char* out) const;

 private:
  [[nodiscard]] bool keeps_scheme(std::string_view scheme) const;
  [[nodiscard]] canonical_url finish(const target& url, const repaired_reference& repaired, rung ladder,
                                     char* out) const;

  // Rewrites `url` by the conventions, lists and tracking rules of the options. The result is never empty.
  [[nodiscard]] std::size_t fold_by_options(char* url, std::size_t size) const;

  // Rewrites `url` by fold_by_options() and by the learnt rules of the options.
  [[nodiscard]] std::size_t fold(char* url, std::size_t size) const;

  // Follows redirectors of options.loaded_rules from the URL `written` in `out`. A target is normalized as a
  // reference of its own, with its repairs and flags, and may lead to further redirectors. Stops at a URL
  // whose target is rejected, but returns the rejection flag_dropped. Keeps the URL if the chain is longer
  // than 16 redirectors.
  canonical_url follow_redirectors(canonical_url written, char* out) const;

  // Follows redirectors from the URL `written` in `out`, and rejects a URL longer than max_url.
  canonical_url complete(canonical_url written, char* out) const;

  // Canonicalizes as canonicalize(), but follows no redirectors. The URL may be longer than max_url.
  canonical_url write(std::string_view reference, const base_url* base, char* out, bool empty_is_base) const;

  // Writes the URL by one of the fast paths below, and folds it. Returns size 0 without a rejection if the
  // reference needs the slow path.
  canonical_url write_fast(std::string_view reference, const base_url* base, char* out) const;

  // Fast path: copies a reference in normal form. Returns 0 if the reference may not be in normal form.
  [[nodiscard]] std::size_t copy_normal(std::string_view reference, const base_url* base, char* out,
                                        web_front& front) const;

  // Fast path for schemes other than http and https. Returns 0 if the URL needs the slow path.
  [[nodiscard]] std::size_t copy_other_scheme(std::string_view reference, const base_url* base,
                                              char* out) const;

  // Repair path for an absolute URL with common faults. Returns size 0 if the URL needs the slow path.
  [[nodiscard]] fast_form normalize_fast(std::string_view reference, const web_front& front, char* out) const;

  std::shared_ptr<const url_options> options_;
  const scheme_info* kept_http_;  // null if http URLs are dropped
  const scheme_info* kept_https_;
  std::bitset<128> kept_rows_;  // indices into the table of schemes
  fast_normalizer fast_normalizer_;
  bool joins_;  // the options resolve references as join_if_normal() does
  parameter_lists parameters_;
  bool folds_;  // options beyond the ladder may rewrite URLs
  bool folds_only_rules_;
  bool keeps_normal_paths_;
  bool folds_only_conventions_;
  bool folds_only_learnt_;  // only learnt rules, if any, may rewrite URLs
};

}  // namespace urlsieve

#endif
