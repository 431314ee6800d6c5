// urlsieve normalize: references in, normal forms out, line for line.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/reference_lines.hpp"
#include "src/cli/reference_normalizer.hpp"
#include "src/cli/report.hpp"
#include "src/cli/saying.hpp"
#include "src/cli/url_flags.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::uint64_t most_named = 100;

constexpr const char* examples =
    R"(Writes the normal form of each reference, one a line. A reference that is rejected gives an empty line; standard
error names its line, its byte and its value (passwords are masked), and the exit code is 1. An empty line
holds no reference and stays empty, so that what was written can be read again; the empty reference, which means the base itself, is the line <>.

Examples:
  urlsieve normalize HTTP://Example.COM:80/%7Euser/../a
  urlsieve normalize --base http://example.com/dir/ < links.txt
  urlsieve normalize --drop-tracking --fold-https --lines links.txt.gz)";

class normalize_command final : public command {
 public:
  void declare(CLI::App& app) override {
    flags_ = app.add_subcommand("normalize", "Normalize references, line for line");
    flags_->footer(examples);
    flags_->add_option("REF", references_.arguments,
                       "References, - for the lines of standard input (the default)");
    references_.declare(*flags_, "References");
    flags_->add_option("--base", base_, "Resolve against this URL first")->type_name("URL");
    add_key_flag(*flags_, key_);
    add_url_flags(*flags_, options_);
    add_fragment_flag(*flags_, options_);
    add_protocol_flags(*flags_, redirects_);
    add_safety_flags(*flags_, options_, flags_of_references);
    add_convention_flags(*flags_, options_.conventions);
  }

  int run() override {
    stats counted;
    result<void> ended = normalizer_.prepare(for_single_references(options_), redirects_, base_, counted);
    if (ended) ended = references_.open(counted);
    if (!ended) return exit_code_after(ended, wrong_usage);
    ended = references_.each(options_.max_url, counted,
                             [this](const given_reference& one) { return normalize(one); });
    if (ended) ended = normalizer_.state();
    if (rejected_ > most_named) say(fmt::format("{} references rejected in all", rejected_));
    for (const damage_example& one : counted.examples) say(damage_line(one));
    const result<void> written = out_.flush();
    return exit_code_after(written ? ended : written,
                           rejected_ != 0 || counted.total_damage() != 0 ? some_damaged : all_read);
  }

 private:
  bool normalize(const given_reference& one) {
    if (one.is_blank) {
      out_.add("");
      return !out_.failed();
    }
    const auto made = one.too_long ? reference_normalizer::outcome{"", rejection::too_long}
                                   : normalizer_.normalize(one.text);
    if (made.rejected != rejection::none && ++rejected_ <= most_named)
      say(rejection_line(one.place(), one.text, made.rejected, normalizer_.explain(one.text, made.rejected)));
    out_.add(key_ == key_form::none ? made.url : row_with_key(made.url, key_, row_));
    return !out_.failed();
  }

  url_options options_;
  protocol_choice redirects_;
  std::string base_;
  key_form key_ = key_form::none;
  reference_lines references_;
  reference_normalizer normalizer_;
  line_writer out_;
  std::string row_;
  std::uint64_t rejected_ = 0;
};

}  // namespace

std::unique_ptr<command> make_normalize_command() {
  return std::make_unique<normalize_command>();
}

}  // namespace urlsieve::cli
