// urlsieve resolve: resolves references against one base, line for line.

#include <CLI/App.hpp>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/line_command.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/reference_normalizer.hpp"
#include "src/cli/report.hpp"
#include "src/cli/saying.hpp"
#include "src/url/explain/explained_rejection.hpp"
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/parse/typed_reference.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/url.hpp"

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
    chosen_.url.ladder = rung::string;
    add_reference_flags(flags, reference_command::resolve, chosen_);
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
    options_ = for_single_references(chosen_.url);
    options_.keep_fragment = keeps_fragment_.value_or(options_.ladder == rung::string);
    const bool to_the_letter = options_.ladder == rung::string && options_.keep_fragment &&
                               options_.userinfo == userinfo_policy::keep && options_.drop_flags == 0 &&
                               !options_.conventions.any();
    letter_ = options_;
    letter_.ladder = rung::string;
    letter_.keep_fragment = true;
    letter_.userinfo = userinfo_policy::keep;
    letter_.drop_flags = 0;
    letter_.conventions = convention_options();
    canonical_.emplace(letter_);
    const std::string_view base = typed_reference(typed_base_);
    is_relative_ = parse(base).scheme_end == url_offsets::omitted;
    // Above the string rung, an absolute base works like normalize --base.
    resolves_first_ = is_relative_ || options_.ladder == rung::string;
    if (result<void> assigned =
            is_relative_ ? assign_relative(base) : assign_base("BASE", base, letter_, base_);
        !assigned)
      return assigned;
    if (to_the_letter) return {};
    return further_.emplace().prepare(options_, chosen_, resolves_first_ ? "" : base, counted_);
  }

  // Assigns a relative base. The algorithm does not need an absolute base, so the targets are relative.
  result<void> assign_relative(std::string_view base) {
    std::vector<char> room(canonicalizer::room_for(base.size(), nullptr));
    const canonical_url repaired = canonical_->normalize(base, room.data());
    relative_base_.assign(room.data(), repaired.size);
    if (repaired.rejected == rejection::none) return {};
    return tl::unexpected(
        error{error_code::invalid_url,
              rejection_line("BASE", base, repaired.rejected,
                             explain_rejection(base, repaired.rejected, nullptr, letter_))});
  }

  [[nodiscard]] std::size_t longest() const override { return options_.max_url; }

  bool take(const given_reference& one) override {
    rejection why = one.too_long ? rejection::too_long : rejection::none;
    std::string_view target = one.text;
    if (why == rejection::none && resolves_first_)
      why = is_relative_ ? resolve_relative(one.text) : resolve_absolute(one.text);
    if (why == rejection::none) {
      if (resolves_first_) target = target_;
      if (further_) {
        const auto made = further_->normalize(target);
        why = made.rejected;
        target = made.url;
      }
    }
    if (why != rejection::none) {
      ++rejected_;
    }
    if (why != rejection::none && !references_.quiet) {
      const explanation explained =
          one.too_long ? line_too_long(options_.max_url) : explain_rejection(one.text, why, base(), options_);
      say(rejection_line(one.place(), one.text, why, explained));
    }
    out_.add(row_with_key(why == rejection::none ? target : std::string_view(), chosen_.output.key, row_));
    return !out_.failed();
  }

  result<void> finish() override { return further_ ? further_->state() : result<void>(); }

  [[nodiscard]] const base_url* base() const { return is_relative_ ? nullptr : &base_; }

  rejection resolve_absolute(std::string_view reference) {
    target_.resize(canonicalizer::room_for(reference.size(), &base_));
    const canonical_url made = canonical_->resolve(reference, &base_, target_.data());
    target_.resize(made.rejected == rejection::none ? made.size : 0);
    return made.rejected != rejection::none ? made.rejected : dropped_for(made);
  }

  // Applies --drop-flags repaired here, because the target no longer shows that its reference was repaired.
  [[nodiscard]] rejection dropped_for(const canonical_url& made) const {
    const bool drops = (options_.drop_flags & flag::repaired) != 0 && made.repairs != 0;
    return drops ? rejection::flag_dropped : rejection::none;
  }

  rejection resolve_relative(std::string_view reference) {
    place_.resize(canonicalizer::room_for(reference.size(), nullptr));
    const canonical_url repaired = canonical_->normalize(reference, place_.data());
    if (repaired.rejected != rejection::none) return repaired.rejected;
    if (const rejection why = dropped_for(repaired); why != rejection::none) return why;
    auto target = urlsieve::resolve(relative_base_, {place_.data(), repaired.size}, options_);
    if (!target) return rejection::above_root;
    target_ = *std::move(target);
    return rejection::none;
  }

  extract_options chosen_;
  url_options options_;
  std::optional<bool> keeps_fragment_;
  std::string typed_base_;

  url_options letter_;                           // options for the algorithm alone
  std::optional<canonicalizer> canonical_;       // uses letter_
  std::optional<reference_normalizer> further_;  // steps beyond the algorithm
  base_url base_;
  std::string relative_base_;
  bool is_relative_ = false;
  bool resolves_first_ = true;
  std::vector<char> place_;
  std::string target_;
  std::string row_;
};

}  // namespace

std::unique_ptr<command> make_resolve_command() {
  return std::make_unique<resolve_command>();
}

}  // namespace urlsieve::cli
