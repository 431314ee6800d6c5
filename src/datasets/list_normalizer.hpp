// Normalizes single references as a run over a list of URLs does.
#ifndef URLSIEVE_DATASETS_LIST_NORMALIZER_HPP
#define URLSIEVE_DATASETS_LIST_NORMALIZER_HPP

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/text/arena.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/redirects.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// One thread at a time may use an object.
class list_normalizer {
 public:
  // Follows the redirects in `known`. Requires: the rules of `options` are loaded (load_rules()).
  list_normalizer(const url_options& options, known_redirects known)
      : options_(options), canonicalizer_(options_), known_(std::move(known)) {}
  list_normalizer(const list_normalizer&) = delete;
  list_normalizer& operator=(const list_normalizer&) = delete;

  // Returns the URL, or the target of its redirect, stored in `storage`. Returns nullopt for a reference that
  // the canonicalizer rejects, that is longer than max_url, or that has a flag of drop_flags. A redirect to
  // such a target is ignored.
  std::optional<std::string_view> normalize(std::string_view reference, arena& storage) {
    if (reference.size() > options_.max_url) return std::nullopt;
    const std::optional<std::string_view> url = canonicalize(reference, storage);
    if (!url || known_.empty()) return url;
    const std::string_view target = known_.find(*url, moved_);
    if (target.empty()) return url;
    const std::optional<std::string_view> moved = canonicalize(target, storage);
    return moved ? moved : url;
  }

  // Returns the first read error of a redirect.
  [[nodiscard]] result<void> state() const { return known_.state(); }

 private:
  [[nodiscard]] std::optional<std::string_view> canonicalize(std::string_view reference,
                                                             arena& storage) const {
    char* const place = storage.reserve(canonicalizer::capacity_for(reference.size(), nullptr));
    const canonical_url normal_form = canonicalizer_.canonicalize(reference, nullptr, place);
    if (normal_form.rejected != rejection::none || (normal_form.flags & options_.drop_flags) != 0)
      return std::nullopt;
    return storage.commit(normal_form.size);
  }

  url_options options_;
  canonicalizer canonicalizer_;
  known_redirects known_;
  std::string moved_;
};

}  // namespace urlsieve

#endif
