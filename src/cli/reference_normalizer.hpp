// A reference through all that the flags of normalize, resolve and compare ask of it: the base, the rung,
// what lies beyond the ladder, redirects. One class, so that the three agree.
#ifndef URLSIEVE_CLI_REFERENCE_NORMALIZER_HPP
#define URLSIEVE_CLI_REFERENCE_NORMALIZER_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/cli/protocol_choice.hpp"
#include "src/url/base.hpp"
#include "src/url/explanation.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/normalizer.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/redirects.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

// `options` for the subcommands about single references: every scheme is kept, an empty reference is one.
[[nodiscard]] url_options for_single_references(url_options options);

// Of a line of which only that is known.
[[nodiscard]] explanation line_too_long(std::size_t longest);

// Takes `typed`, named `option` in messages, as a base. error_code::invalid_url says what is wrong with it.
[[nodiscard]] result<void> assign_base(std::string_view option, std::string_view typed,
                                       const url_options& options, base_url& base);

class reference_normalizer {
 public:
  using outcome = normalizer::outcome;

  // `base` may be empty: then a relative reference stays one. `options` is for_single_references().
  [[nodiscard]] result<void> prepare(const url_options& options, const protocol_choice& redirects,
                                     std::string_view base, stats& counted);

  [[nodiscard]] outcome normalize(std::string_view reference) { return urls_->normalize(reference); }

  // The form at the rung `protocol` of one that is at `scheme`.
  [[nodiscard]] std::string_view redirected(std::string_view url);

  // Whether redirects could be looked up whenever it was asked.
  [[nodiscard]] result<void> state() const { return known_.state(); }

  // Why normalize() rejected `reference`.
  [[nodiscard]] explanation explain(std::string_view reference, rejection why) const;

  [[nodiscard]] const base_url* base() const { return base_.empty() ? nullptr : &base_; }

 private:
  url_options options_;
  base_url base_;
  known_redirects known_;
  std::optional<normalizer> urls_;
  std::string moved_;
};

// "line 3: "http://[::1/": byte 7, "[" without "]" (invalid-host)", without the password.
[[nodiscard]] std::string rejection_line(std::string_view place, std::string_view reference, rejection why,
                                         const explanation& explained);

// `url`, with its key behind a TAB if one is asked for; in `row` then.
[[nodiscard]] std::string_view row_with_key(std::string_view url, key_form key, std::string& row);

}  // namespace urlsieve::cli

#endif
