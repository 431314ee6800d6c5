// urlsieve compare: tells whether two URLs are equivalent, from which rung of the ladder on and by which
// rules; otherwise shows their differences.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/comparison_text.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/help/flag_text.hpp"
#include "src/cli/help_output.hpp"
#include "src/cli/line_command.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/reference_normalizer.hpp"
#include "src/cli/stats_text.hpp"
#include "src/url/conventions/conventions.hpp"
#include "src/url/explain/ladder_trace.hpp"
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"
#include "src/url/parse/typed_reference.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 1> compare_paragraphs{
    "Compares two URLs, or the URLs of lines with two URLs each, separated by a TAB, or by white space if "
    "neither URL contains any. Prints the lowest rung at which A and B are equivalent, both forms at each "
    "rung, and the rules that made the forms; for different URLs, prints the different components, and the "
    "fewest options that would make the URLs equal."};
constexpr std::array<help_example, 5> compare_examples{{
    {"Two URLs", "urlsieve compare http://example.com/%7Eme HTTP://EXAMPLE.com:80/~me"},
    {"Up to a rung, as JSON", "urlsieve compare --ladder syntax --json http://a/b/../c http://a/c"},
    {"By convention", "urlsieve compare --fold-www --fold-https https://www.a.example/ http://a.example"},
    {"By observed redirects",
     "urlsieve compare --ladder protocol --redirects seen.tsv http://a/old http://a/new"},
    {"Lines of pairs, one object each", "urlsieve compare --json < pairs.tsv"},
}};
constexpr std::array<explained_word, 4> compare_exit_codes{{
    {"0", "the URLs (of all pairs) are equivalent, as in `normalize` with the same options"},
    {"1", "the URLs of a pair are not equivalent"},
    {"2", "wrong usage, or an argument is not a URL: standard error reports the reason and the byte"},
    {"3", "reading or writing failed"},
}};
constexpr std::array<std::string_view, 5> compare_common{"--json", "--files-from", "--base", "--ladder",
                                                         "--redirects"};
constexpr command_words words_of_compare{
    "compare",        "report the rung of the ladder at which two URLs are equivalent",
    compare_common,   compare_paragraphs,
    compare_examples, compare_exit_codes};

using url_pair = std::pair<std::string_view, std::string_view>;

// Splits a line with two URLs at its only TAB, or at white space if the line has no TAB.
std::optional<url_pair> pair_in(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  const char divider = line.find('\t') != std::string_view::npos ? '\t' : ' ';
  const std::size_t first = line.find_first_not_of(' ');
  const std::size_t end = line.find(divider, first == std::string_view::npos ? 0 : first);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view second = line.substr(divider == '\t' ? end + 1 : line.find_first_not_of(' ', end));
  if (second.find(divider) != std::string_view::npos) return std::nullopt;
  return url_pair{line.substr(0, end), second};
}

struct known_switch {
  std::string typed;
  bool of_resolution;  // without effect unless there is a base
  // Sets the option; without effect if the option is already set.
  std::function<void(url_options&)> set;
  std::function<bool(const url_options&)> is_set;
};

known_switch switch_of(const convention& row) {
  return {flag_of(row.name), false, [&row](url_options& options) { options.conventions.*row.is_on = true; },
          [&row](const url_options& options) { return options.conventions.*row.is_on; }};
}

template <auto Which, auto Value>
known_switch choice(std::string typed, bool of_resolution = false) {
  return {std::move(typed), of_resolution, [](url_options& options) { options.*Which = Value; },
          [](const url_options& options) { return options.*Which == Value; }};
}

// The switches of the ladder come first: their equivalences are facts, those of the other switches are
// assumptions.
std::vector<known_switch> all_switches() {
  std::vector<known_switch> all{
      {"--ladder syntax", false, [](url_options& options) { options.ladder = rung::syntax; },
       [](const url_options& options) { return options.ladder >= rung::syntax; }},
      {"--ladder scheme", false, [](url_options& options) { options.ladder = rung::scheme; },
       [](const url_options& options) { return options.ladder >= rung::scheme; }},
      choice<&url_options::keep_fragment, false>("no --keep-fragment"),
      choice<&url_options::unreserved, unreserved_set::rfc3986>("--unreserved rfc3986"),
      choice<&url_options::above_root, above_root_choice::remove>("--above-root remove"),
      choice<&url_options::resolution, resolution_choice::rfc3986>("--resolution rfc3986", true),
      choice<&url_options::resolution, resolution_choice::rfc2396bis>("--resolution rfc2396bis", true),
      choice<&url_options::resolution, resolution_choice::url_syntax_05>("--resolution url-syntax-05", true),
      choice<&url_options::same_scheme, same_scheme_choice::compatible>("--same-scheme compatible", true),
      choice<&url_options::slashes, slashes_choice::browser>("--slashes browser")};
  for (const convention& row : conventions) all.push_back(switch_of(row));
  all.push_back(choice<&url_options::userinfo, userinfo_policy::strip>("--userinfo strip"));
  return all;
}

// Returns a small set of options, as typed ("--fold-www"), that make `equal` true when added to `options`;
// empty if none is known. Tries each option alone, then all options together, and then removes options one by
// one. `with_base`: the URLs are resolved against a base, so options of resolution matter. Requires:
// equal(options) is false.
std::vector<std::string_view> equalizing_switches(const url_options& options, bool with_base,
                                                  const std::function<bool(const url_options&)>& equal) {
  static const std::vector<known_switch> switches = all_switches();
  std::vector<const known_switch*> off;
  for (const known_switch& candidate : switches)
    if ((with_base || !candidate.of_resolution) && !candidate.is_set(options)) off.push_back(&candidate);
  const auto with = [&](const std::vector<const known_switch*>& set) {
    url_options changed = options;
    for (const known_switch* const candidate : set) candidate->set(changed);
    return changed;
  };
  for (const known_switch* const candidate : off)
    if (equal(with({candidate}))) return {candidate->typed};
  // The choices of one option override each other, so the options of resolution stay unchanged here.
  std::erase_if(off, [](const known_switch* candidate) { return candidate->of_resolution; });
  if (!equal(with(off))) return {};
  // Removes from the back: of two rungs, the lower one stays.
  for (std::size_t i = off.size(); i-- != 0;) {
    std::vector<const known_switch*> fewer = off;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (equal(with(fewer))) off = std::move(fewer);
  }
  std::vector<std::string_view> typed;
  typed.reserve(off.size());
  for (const known_switch* const candidate : off) typed.push_back(candidate->typed);
  return typed;
}

class compare_command final : public line_command {
 public:
  compare_command() : line_command(words_of_compare, false) {}

  void declare(CLI::App& flags) override {
    flags
        .add_option("URL", references_.arguments,
                    "Two URLs, or - for lines of two URLs on standard input (the default)")
        ->expected(0, 2);
    references_.declare(flags, "pairs of URLs");
    flags.add_option("--base", base_, "Resolve both URLs against this base URL first")->type_name("URL");
    flags.add_flag("--json", json_, "Print a JSON object; for lines, one object a line");
    add_color_flag(flags, color_);
    add_reference_flags(flags, reference_command::compare, settings_);
  }

  result<int> execute() override {
    const std::vector<std::string>& typed = references_.arguments;
    has_pair_ = typed.size() == 2 && typed[0] != "-" && typed[1] != "-";
    if (!has_pair_ && !(typed.empty() || (typed.size() == 1 && typed[0] == "-")))
      return refuse("compare needs two URLs, or lines of two URLs each (-, --files-from)");
    return line_command::execute();
  }

 private:
  result<void> prepare() override {
    colored_ = coloring(json_ ? color_choice::never : color_, STDOUT_FILENO);
    if (colored_.is_on()) out_.keep_colors();
    options_ = for_single_references(settings_.url);
    return normalizer_.prepare(options_, settings_.redirects, settings_.output, base_, counted_);
  }

  result<bool> begin() override {
    const std::vector<std::string> typed = std::exchange(references_.arguments, {});
    if (has_pair_) compare("", typed[0], typed[1], false);
    return !has_pair_ || references_.has_files();
  }

  [[nodiscard]] std::size_t longest() const override { return 2 * std::size_t{options_.max_url} + 1; }

  bool take(const input_reference& line) override {
    const auto pair = line.too_long ? std::nullopt : pair_in(line.text);
    if (pair) {
      compare(line.place() + ": ", pair->first, pair->second, true);
    } else {
      ++rejected_;
      if (!references_.quiet) print_message(fmt::format("{}: not two URLs separated by a TAB", line.place()));
      code_ = wrong_usage;
      if (json_) out_.add("null");
    }
    return !out_.failed();
  }

  result<void> finish() override { return normalizer_.state(); }

  [[nodiscard]] int code() const override {
    return code_ == all_read && counted_.total_damage() != 0 ? some_damaged : code_;
  }

  void compare(const std::string& place, std::string_view a, std::string_view b, bool is_line) {
    comparison pair;
    pair.a = typed_reference(a);
    pair.b = typed_reference(b);
    pair.ladder = name_of(options_.ladder);
    pair.a_rejected = normalize(pair.a, pair.a_form);
    pair.b_rejected = normalize(pair.b, pair.b_form);
    const bool comparable = !pair.a_rejected && !pair.b_rejected;
    if (comparable) {
      pair.equal = pair.a_form == pair.b_form;
      pair.stages = climb(pair.a, pair.b);
      if (!pair.equal) pair.equal_with = switches_for(pair.a, pair.b);
    } else if (!json_) {
      if (pair.a_rejected) print_rejected(place + "A", pair.a, *pair.a_rejected);
      if (pair.b_rejected) print_rejected(place + "B", pair.b, *pair.b_rejected);
    }
    if (!comparable) ++rejected_;
    code_ = std::max<int>(code_, !comparable ? wrong_usage : pair.equal ? all_read : some_damaged);
    if (json_)
      out_.add(as_json(pair, is_line));
    else if (comparable)
      out_.add((printed_count_++ != 0 ? "\n" : "") + as_text(pair, colored_));
  }

  std::optional<uncomparable> normalize(std::string_view url, std::string& form) {
    const reference_normalizer::outcome outcome = normalizer_.normalize(url);
    form = outcome.url;
    if (outcome.rejected == rejection::none) return std::nullopt;
    return uncomparable{outcome.rejected, normalizer_.explain(url, outcome.rejected)};
  }

  void print_rejected(const std::string& place, std::string_view url, const uncomparable& why) const {
    if (!references_.quiet)
      print_message("cannot compare " + rejection_line(place, url, why.reason, why.why));
  }

  // Returns the stages: all rungs; with conventions, the rungs up to --ladder and the stage of the
  // conventions.
  [[nodiscard]] std::vector<compared_stage> climb(std::string_view a, std::string_view b) {
    const auto of_a = trace_ladder(a, normalizer_.base(), options_);
    const auto of_b = trace_ladder(b, normalizer_.base(), options_);
    const bool folds = options_.conventions.any();
    const std::size_t top = std::min(static_cast<std::size_t>(options_.ladder), rung_count - 1);
    std::vector<compared_stage> stages;
    const std::size_t last = folds ? top + 1 : rung_count;
    stages.reserve(last);
    for (std::size_t i = 0; i < last; ++i) stages.push_back({words_for<rung>[i], of_a[i], of_b[i]});
    add_userinfo_rule(a, stages[0].a);
    add_userinfo_rule(b, stages[0].b);
    if (folds) {
      compared_stage folded{"conventions", of_a[top], of_b[top]};
      for (rung_trace* const trace : {&folded.a, &folded.b}) {
        trace->rules = trace_conventions(options_.conventions, trace->form);
        if (!trace->rules.empty()) trace->form = trace->rules.back().form;
      }
      stages.push_back(std::move(folded));
    }
    if (options_.ladder == rung::protocol) stages.push_back(follow_redirects(stages.back()));
    return stages;
  }

  void add_userinfo_rule(std::string_view url, rung_trace& trace) const {
    if (options_.userinfo == userinfo_policy::strip && url_view::of(url).has_userinfo())
      trace.rules.push_back({"user name and password dropped (--userinfo strip)", {}});
  }

  compared_stage follow_redirects(compared_stage stage) {
    stage.name = words_for<rung>[rung_count];
    for (rung_trace* const trace : {&stage.a, &stage.b}) {
      trace->rules.clear();
      const std::string target(normalizer_.redirected(trace->form));
      if (target == trace->form) continue;
      trace->form = target;
      trace->rules.push_back({"observed permanent redirects followed (rfc2396bis-01 section 6.2.4)", target});
    }
    return stage;
  }

  // Ignores redirects: forms that are equal before redirects are also equal after them.
  std::vector<std::string_view> switches_for(std::string_view a, std::string_view b) {
    const base_url* const base = normalizer_.base();
    const auto form = [base](const canonicalizer& canonical, std::string_view url) {
      std::string buffer(canonicalizer::capacity_for(url.size(), base), '\0');
      const canonical_url url_form = base != nullptr ? canonical.canonicalize(url, base, buffer.data())
                                                     : canonical.normalize(url, buffer.data());
      return url_form.rejected == rejection::none ? std::optional(buffer.substr(0, url_form.size))
                                                  : std::nullopt;
    };
    return equalizing_switches(options_, base != nullptr, [&](const url_options& changed) {
      const canonicalizer canonical(changed);
      const auto of_a = form(canonical, a);
      return of_a && of_a == form(canonical, b);
    });
  }

  extract_options settings_;
  url_options options_;
  std::string base_;
  bool has_pair_ = false;
  bool json_ = false;
  color_choice color_ = color_choice::automatic;
  coloring colored_;
  reference_normalizer normalizer_;
  std::size_t printed_count_ = 0;
  std::uint64_t rejected_ = 0;  // lines
  int code_ = all_read;
};

}  // namespace

std::unique_ptr<command> make_compare_command() {
  return std::make_unique<compare_command>();
}

}  // namespace urlsieve::cli
