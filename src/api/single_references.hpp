// Resolves and normalizes references that a person or a program gives alone, outside of a document.
#ifndef URLSIEVE_API_SINGLE_REFERENCES_HPP
#define URLSIEVE_API_SINGLE_REFERENCES_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/normalizer.hpp"
#include "urlsieve/redirects.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

// Returns `options` adapted to single references: no scheme is dropped, and references to the same document
// are kept.
[[nodiscard]] url_options for_single_references(url_options options);

// Resolves references against one base, absolute or relative, as `urlsieve resolve` does: at the rung
// `string` the target is exactly the result of the algorithm, with the fragment. Other rungs, conventions and
// filters apply to the target. One thread at a time may use a resolver.
class reference_resolver {
 public:
  struct outcome {
    std::string_view target;  // valid until the next call; empty if rejected
    rejection rejected = rejection::none;
  };

  // `keeps_fragment`: nullopt keeps fragments only at the rung `string`. Requires: `options` comes from
  // for_single_references().
  reference_resolver(const url_options& options, std::optional<bool> keeps_fragment, known_redirects known);

  // Sets the base. Returns rejection::none, or the reason why the base is unusable: rejection::no_base for an
  // absolute base that cannot be a base. Call once, before resolve().
  [[nodiscard]] rejection set_base(std::string_view base);

  [[nodiscard]] outcome resolve(std::string_view reference);

  // Returns the absolute base, for explanations of rejections; null for a relative base.
  [[nodiscard]] const base_url* base() const { return is_relative_ ? nullptr : &base_; }
  [[nodiscard]] const url_options& options() const { return options_; }
  // Returns the options of the algorithm alone, by which set_base() repairs the base.
  [[nodiscard]] const url_options& algorithm_options() const { return algorithm_; }

  // Returns the first error of looking up redirects.
  [[nodiscard]] result<void> state() const { return further_ ? further_->state() : result<void>(); }

 private:
  [[nodiscard]] rejection resolve_absolute(std::string_view reference);
  [[nodiscard]] rejection resolve_relative(std::string_view reference);
  [[nodiscard]] rejection dropped_for(const canonical_url& normal_form) const;

  url_options options_;
  url_options algorithm_;
  canonicalizer canonical_;            // uses algorithm_
  std::optional<normalizer> further_;  // steps beyond the algorithm
  base_url base_;
  std::string relative_base_;
  bool is_relative_ = false;
  bool resolves_first_ = true;
  std::vector<char> storage_;
  std::string target_;
};

}  // namespace urlsieve

#endif
