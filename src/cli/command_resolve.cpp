// urlsieve resolve: resolves references against one base, line for line.

#include <CLI/App.hpp>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/api/single_references.hpp"
#include "src/cli/console.hpp"
#include "src/cli/line_command.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/reference_normalizer.hpp"
#include "src/cli/stats_text.hpp"
#include "src/url/explain/explained_rejection.hpp"
#include "src/url/parse/typed_reference.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 1> resolve_paragraphs{
    "Prints the target of each reference, one a line, exactly as the algorithm gives the target, with the "
    "fragment. Further options (--ladder syntax and above, --fold-www ...) apply to the target. A rejected "
    "reference gives an empty line; standard error reports the reference, its byte and its value. A relative "
    "BASE gives relative targets."};
constexpr std::array<help_example, 4> resolve_examples{{
    {"References against a base", "urlsieve resolve 'http://a/b/c/d;p?q' ../g '?y' '#s'"},
    {"By the draft of 1997", "urlsieve resolve --resolution url-syntax-05 'http://a/b/c/d;p?q' '?y'"},
    {"A relative base", "urlsieve resolve --ladder scheme --keep-fragment ../dir/ 'page#part'"},
    {"Lines", "urlsieve resolve http://example.com/dir/page < references.txt"},
}};
constexpr std::array<explained_word, 4> resolve_exit_codes{{
    {"0", "every reference has a target"},
    {"1", "a reference was rejected"},
    {"2", "wrong usage, an invalid BASE, or a missing file"},
    {"3", "reading or writing failed"},
}};
constexpr std::array<std::string_view, 5> resolve_common{"--files-from", "--resolution", "--above-root",
                                                         "--ladder", "--keep-fragment"};
constexpr command_words words_of_resolve{"resolve",        "resolve references against a base URL",
                                         resolve_common,   resolve_paragraphs,
                                         resolve_examples, resolve_exit_codes};

class resolve_command final : public line_command {
 public:
  resolve_command() : line_command(words_of_resolve) {}

  void declare(CLI::App& flags) override {
    flags.add_option("BASE", typed_base_, "Base URL, absolute or relative")->required();
    flags.add_option("REF", references_.arguments,
                     "References, or - for the lines of standard input (the default)");
    references_.declare(flags, "references");
    settings_.url.ladder = rung::string;
    add_reference_flags(flags, reference_command::resolve, settings_);
    CLI::Option* const keep = flags.add_flag_callback(
        "--keep-fragment", [this] { keeps_fragment_ = true; },
        "Keep #fragments (the default at --ladder string, which gives exactly the target of the algorithm)");
    CLI::Option* const drop = flags.add_flag_callback(
        "--drop-fragment", [this] { keeps_fragment_ = false; },
        "Drop #fragments (the default from --ladder syntax on)");
    keep->excludes(drop)->group("URLs");
    drop->group("URLs");
  }

 private:
  result<void> prepare() override {
    const url_options options = for_single_references(settings_.url);
    result<known_redirects> known = load_redirects(options, settings_.redirects, settings_.output, counted_);
    if (!known) return tl::unexpected(std::move(known.error()));
    resolver_.emplace(options, keeps_fragment_, *std::move(known));
    const std::string_view base = typed_reference(typed_base_);
    const rejection why = resolver_->set_base(base);
    if (why == rejection::none) return {};
    const url_options& repairing = resolver_->algorithm_options();
    if (resolver_->base() != nullptr) return tl::unexpected(base_error("BASE", base, repairing));
    return tl::unexpected(
        error{error_code::invalid_url,
              rejection_line("BASE", base, why, explain_rejection(base, why, nullptr, repairing))});
  }

  [[nodiscard]] std::size_t longest() const override { return settings_.url.max_url; }

  bool take(const input_reference& reference) override {
    const reference_resolver::outcome outcome = reference.too_long
                                                    ? reference_resolver::outcome{{}, rejection::too_long}
                                                    : resolver_->resolve(reference.text);
    if (outcome.rejected != rejection::none) report(reference, outcome.rejected);
    out_.add(row_with_key(outcome.target, settings_.output.key, row_));
    return !out_.failed();
  }

  void report(const input_reference& reference, rejection why) {
    ++rejected_;
    if (references_.quiet) return;
    const explanation explained =
        reference.too_long ? line_too_long(settings_.url.max_url)
                           : explain_rejection(reference.text, why, resolver_->base(), resolver_->options());
    print_message(rejection_line(reference.place(), reference.text, why, explained));
  }

  result<void> finish() override { return resolver_ ? resolver_->state() : result<void>(); }

  extract_options settings_;
  std::optional<bool> keeps_fragment_;
  std::string typed_base_;
  std::optional<reference_resolver> resolver_;
  std::string row_;
};

}  // namespace

std::unique_ptr<command> make_resolve_command() {
  return std::make_unique<resolve_command>();
}

}  // namespace urlsieve::cli
