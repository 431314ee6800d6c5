// urlsieve compare: at which rung of the ladder two URLs are equivalent, and by which rules.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/report.hpp"
#include "src/cli/saying.hpp"
#include "src/cli/url_flags.hpp"
#include "src/dedup/redirect_table.hpp"
#include "src/pipeline/redirect_reader.hpp"
#include "src/shards/json_writer.hpp"
#include "src/url/base.hpp"
#include "src/url/ladder_trace.hpp"
#include "src/url/typed_reference.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, rung_count + 1> rung_names{"string", "syntax", "scheme", "protocol"};

constexpr const char* examples =
    R"(Prints the lowest rung at which A and B are equivalent, both forms at each rung, and the rules that made them.
Exit code: 0 if they are equivalent at --ladder, 1 if not. White space around a URL, one pair of <...> or "..." and a
"URL:" before its scheme are no part of it.

Examples:
  urlsieve compare http://example.com/%7Eme HTTP://EXAMPLE.com:80/~me
  urlsieve compare --ladder syntax --json http://a/b/../c http://a/c
  urlsieve compare --ladder protocol --redirects seen.tsv http://a/old http://a/new)";

using forms = std::vector<rung_trace>;  // one for each rung

class compare_command final : public command {
 public:
  void declare(CLI::App& app) override {
    flags_ = app.add_subcommand("compare", "Tell at which rung of the ladder two URLs are equivalent");
    flags_->footer(examples);
    flags_->add_option("A", a_, "A URL")->required();
    flags_->add_option("B", b_, "Another")->required();
    flags_->add_option("--base", base_, "Resolve both against this URL first")->type_name("URL");
    flags_->add_flag("--json", json_, "As one JSON object");
    add_url_flags(*flags_, options_);
    add_fragment_flag(*flags_, options_);
    add_protocol_flag(*flags_, redirects_);
  }

  int run() override {
    options_.drop_schemes.clear();
    options_.keep_same_document = true;
    for (std::string* const one : {&a_, &b_, &base_}) *one = std::string(typed_reference(*one));
    base_url base;
    if (!base_.empty() && !base.assign(base_, options_)) {
      say("--base is no absolute URL");
      return wrong_usage;
    }
    redirect_table observed;
    stats counted;
    if (const result<void> loaded = load_redirects(options_, redirects_, observed, counted); !loaded) {
      say(loaded.error().message);
      return exit_code_of(loaded.error().code);
    }
    for (const damage_example& one : counted.examples) say(damage_line(one));
    const forms a = climb(a_, base, observed);
    const forms b = climb(b_, base, observed);
    std::size_t lowest = 0;
    while (lowest < a.size() && !equivalent(a, b, lowest)) ++lowest;
    line_writer out;
    out.add(json_ ? as_json(a, b, lowest) : as_text(a, b, lowest));
    if (const result<void> written = out.flush(); !written) {
      if (written.error().code != error_code::closed_output) say(written.error().message);
      if (written.error().code != error_code::closed_output) return exit_code_of(written.error().code);
    }
    return equivalent(a, b, static_cast<std::size_t>(options_.ladder)) ? all_read : some_damaged;
  }

 private:
  [[nodiscard]] forms climb(const std::string& url, const base_url& base,
                            const redirect_table& observed) const {
    const auto written = trace_ladder(url, &base, options_);
    forms made(written.begin(), written.end());
    if (options_.ladder != rung::protocol) return made;
    rung_trace& followed = made.emplace_back(made.back());
    followed.rules.clear();
    std::string room;
    const std::string target(observed.find_inheriting(followed.form, room));
    if (target.empty()) return made;
    followed.form = target;
    followed.rules.push_back({"observed permanent redirects followed (rfc2396bis-01 section 6.2.4)", target});
    return made;
  }

  static bool equivalent(const forms& a, const forms& b, std::size_t rung) {
    return a[rung].rejected == rejection::none && b[rung].rejected == rejection::none &&
           a[rung].form == b[rung].form;
  }

  static std::string as_text(const forms& a, const forms& b, std::size_t lowest) {
    std::string text =
        lowest == a.size() ? "not equivalent" : fmt::format("equivalent from {} on", rung_names[lowest]);
    for (std::size_t i = 0; i < a.size(); ++i) {
      text += fmt::format("\n{} {}", rung_names[i], equivalent(a, b, i) ? "=" : "/=");
      for (const auto& [name, url] : {std::pair{'A', &a[i]}, std::pair{'B', &b[i]}}) {
        const bool gone = url->rejected != rejection::none;
        text += fmt::format("\n  {} {}{}", name, gone ? "rejected: " : "",
                            gone ? std::string(name_of(url->rejected)) : url->form);
        for (const applied_rule& one : url->rules) {
          text += fmt::format("\n      {}", one.rule);
          if (!one.form.empty()) text += fmt::format("\n        {}", one.form);
        }
      }
    }
    return text;
  }

  [[nodiscard]] std::string as_json(const forms& a, const forms& b, std::size_t lowest) const {
    json_writer json;
    json.begin_object();
    json.key("a").value(a_);
    json.key("b").value(b_);
    json.key("ladder").value(rung_names[static_cast<std::size_t>(options_.ladder)]);
    json.key("equivalent").value(equivalent(a, b, static_cast<std::size_t>(options_.ladder)));
    json.key("lowest_rung");
    lowest == a.size() ? json.null() : json.value(rung_names[lowest]);
    json.key("rungs").begin_array();
    for (std::size_t i = 0; i < a.size(); ++i) {
      json.begin_object();
      json.key("rung").value(rung_names[i]);
      json.key("equivalent").value(equivalent(a, b, i));
      json.key("a");
      write_form(a[i], json);
      json.key("b");
      write_form(b[i], json);
      json.end_object();
    }
    json.end_array();
    json.end_object();
    std::string object = json.take();
    object.pop_back();
    return object;
  }

  static void write_form(const rung_trace& url, json_writer& json) {
    const bool gone = url.rejected != rejection::none;
    json.begin_object();
    json.key("form");
    gone ? json.null() : json.value(url.form);
    if (gone) json.key("rejected").value(name_of(url.rejected));
    json.key("rules").begin_array();
    for (const applied_rule& one : url.rules) {
      json.begin_object(true);
      json.key("rule").value(one.rule);
      if (!one.form.empty()) json.key("form").value(one.form);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }

  url_options options_;
  redirect_options redirects_;
  std::string a_;
  std::string b_;
  std::string base_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<command> make_compare_command() {
  return std::make_unique<compare_command>();
}

}  // namespace urlsieve::cli
