// Normalizes single references with all flags of normalize, resolve and compare: the base, the rung, opt-in
// conventions, redirects. The subcommands share this class, so their results agree.
#ifndef URLSIEVE_CLI_REFERENCE_NORMALIZER_HPP
#define URLSIEVE_CLI_REFERENCE_NORMALIZER_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/api/single_references.hpp"
#include "src/url/explain/explanation.hpp"
#include "src/url/normalize/base.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/normalizer.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/redirects.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
struct redirect_options;
}

namespace urlsieve::cli {

// Returns the explanation for a line whose text was dropped because of its length.
[[nodiscard]] explanation line_too_long(std::size_t longest);

// Loads the files of `redirects` within the memory of `output`, and counts their damage.
[[nodiscard]] result<known_redirects> load_redirects(const url_options& options,
                                                     const redirect_options& redirects,
                                                     const output_options& output, stats& counted);

// Returns the reason why `text` cannot be an absolute base. `option` names the argument.
[[nodiscard]] error base_error(std::string_view option, std::string_view text, const url_options& options);

// Assigns `typed` to `base`. `option` names the argument in messages. Fails with error_code::invalid_url and
// an explanation.
[[nodiscard]] result<void> assign_base(std::string_view option, std::string_view typed,
                                       const url_options& options, base_url& base);

class reference_normalizer {
 public:
  using outcome = normalizer::outcome;

  // Sets the options, and loads their files of rules and the files of `redirects` within the memory of
  // `output`. With an empty `base`, relative references stay relative. Fails as load_rules(), assign_base()
  // and load_redirects() do. Requires: `options` comes from for_single_references().
  [[nodiscard]] result<void> prepare(const url_options& options, const redirect_options& redirects,
                                     const output_options& output, std::string_view base, stats& counted);

  // Returns the options with the rules that prepare() loaded.
  [[nodiscard]] const url_options& options() const { return options_; }

  [[nodiscard]] outcome normalize(std::string_view reference) { return urls_->normalize(reference); }

  // Returns the form at the rung `protocol` of a URL that is normalized to the rung `scheme`.
  [[nodiscard]] std::string_view redirected(std::string_view url);

  // Returns the first error of looking up redirects.
  [[nodiscard]] result<void> state() const { return known_.state(); }

  // Returns the reason why normalize() rejected `reference`.
  [[nodiscard]] explanation explain(std::string_view reference, rejection why) const;

  [[nodiscard]] const base_url* base() const { return base_.empty() ? nullptr : &base_; }

 private:
  url_options options_;
  base_url base_;
  known_redirects known_;
  std::optional<normalizer> urls_;
  std::string moved_;
};

// Returns "line 3: "http://[::1/": byte 7, "[" without "]" (invalid-host)", with passwords masked.
[[nodiscard]] std::string rejection_line(std::string_view place, std::string_view reference, rejection why,
                                         const explanation& explained);

// Returns `url`, or `url`, TAB and its key, built in `row`, if a key is requested.
[[nodiscard]] std::string_view row_with_key(std::string_view url, key_form key, std::string& row);

}  // namespace urlsieve::cli

#endif
