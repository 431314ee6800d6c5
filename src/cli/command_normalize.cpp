// urlsieve normalize: reads references and writes normal forms, line for line.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/console.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/line_command.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/reference_normalizer.hpp"
#include "src/cli/stats_text.hpp"
#include "src/url/normalize/surt.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/tracking_rules.hpp"

namespace urlsieve::cli {

namespace {

// Writes a URL as a row of the requested columns.

// Returns true for fields that follow from a URL alone.
[[nodiscard]] constexpr bool is_of_single_url(field name) {
  return is_of_url(name) || column_of(name).source == column_source::url;
}

class url_row {
 public:
  // Requires: `fields` is not empty, and is_of_single_url() is true for each field.
  explicit url_row(std::vector<field> fields) : fields_(std::move(fields)) {}

  // Writes the columns of `url`, separated by TAB; an empty line for an empty `url`.
  void write(std::string_view url, line_writer& out);

 private:
  std::vector<field> fields_;
  std::string buffer_;
};

void url_row::write(std::string_view url, line_writer& out) {
  if (url.empty()) return out.add(url);
  url_columns split(url);
  // No column is longer than the bound for the SURT key.
  char* const begin = out.begin_line(fields_.size() * (surt_capacity(url.size()) + 1));
  char* end = begin;
  for (const field name : fields_) {
    const std::string_view value =
        name == field::url ? url : split.value(name == field::key ? field::surt : name, buffer_);
    if (!value.empty()) std::memcpy(end, value.data(), value.size());
    end += value.size();
    *end++ = '\t';
  }
  out.end_line(static_cast<std::size_t>(end - begin) - 1);
}

constexpr std::uint64_t normalize_most_named = 100;

constexpr std::array<std::string_view, 1> normalize_paragraphs{
    "Writes the normal form of each reference, one a line. A rejected reference gives an empty line; "
    "standard error reports its line, byte and value (passwords are masked). An empty line holds no "
    "reference and stays empty, so that the output can be read again; the empty reference, which means the "
    "base itself, is the line <>. With --fields, a line has the columns of the URL, separated by TABs; a "
    "missing component is empty."};
constexpr std::array<help_example, 4> normalize_examples{{
    {"One reference", "urlsieve normalize HTTP://Example.COM:80/%7Euser/../a"},
    {"Lines, against a base", "urlsieve normalize --base http://example.com/dir/ < links.txt"},
    {"Hosts, domains and paths, without a script",
     "urlsieve normalize --fields host,domain,path --files-from urls.txt.zst"},
    {"Normalization beyond the syntax",
     "urlsieve normalize --drop-tracking --fold-https --files-from links.txt.gz"},
}};
constexpr std::array<explained_word, 4> normalize_exit_codes{{
    {"0", "every reference has a normal form"},
    {"1", "a reference was rejected"},
    {"2", "wrong usage, or a missing file"},
    {"3", "reading or writing failed"},
}};
constexpr std::array<std::string_view, 8> normalize_common{"--files-from",    "--base",   "--ladder",
                                                           "--keep-fragment", "--strict", "--drop-tracking",
                                                           "--fields",        "--key"};
constexpr command_words words_of_normalize{"normalize",        "normalize references, line for line",
                                           normalize_common,   normalize_paragraphs,
                                           normalize_examples, normalize_exit_codes};

class normalize_command final : public line_command {
 public:
  normalize_command() : line_command(words_of_normalize) {}

  void declare(CLI::App& flags) override {
    flags.add_option("REF", references_.arguments,
                     "References, or - for the lines of standard input (the default)");
    references_.declare(flags, "references");
    flags.add_option("--base", base_, "Resolve the references against this base URL first")->type_name("URL");
    add_fields_flag(
        flags, fields_, is_of_single_url,
        "Print these columns of each URL, separated by commas; `urlsieve help fields` explains the columns");
    add_reference_flags(flags, reference_command::normalize, settings_);
  }

  result<int> execute() override {
    if (!place_key(settings_.output.key, fields_)) return refuse("--fields key needs --key surt");
    if (fields_ != std::vector{field::url}) row_.emplace(fields_);
    return line_command::execute();
  }

 private:
  result<void> prepare() override {
    if (result<void> prepared = normalizer_.prepare(for_single_references(settings_.url), settings_.redirects,
                                                    settings_.output, base_, counted_);
        !prepared)
      return prepared;
    if (const auto& rules = normalizer_.options().loaded_rules; rules && !references_.quiet)
      for (const std::string& warning : rules->warnings()) print_message("warning: " + warning);
    return {};
  }

  [[nodiscard]] std::size_t longest() const override { return settings_.url.max_url; }

  bool take(const input_reference& reference) override {
    if (reference.is_blank) {
      out_.add("");
      return !out_.failed();
    }
    const auto outcome = reference.too_long ? reference_normalizer::outcome{"", rejection::too_long}
                                            : normalizer_.normalize(reference.text);
    if (outcome.rejected != rejection::none && ++rejected_ <= normalize_most_named && !references_.quiet)
      print_message(rejection_line(reference.place(), reference.text, outcome.rejected,
                                   normalizer_.explain(reference.text, outcome.rejected)));
    if (row_)
      row_->write(outcome.url, out_);
    else
      out_.add(outcome.url);
    return !out_.failed();
  }

  result<void> finish() override { return normalizer_.state(); }

  void print_totals() const override {
    if (rejected_ > normalize_most_named)
      print_message(fmt::format("{} references rejected in total", rejected_));
  }

  extract_options settings_;
  std::string base_;
  reference_normalizer normalizer_;
  std::vector<field> fields_{field::url};
  std::optional<url_row> row_;  // empty if the only column is the URL
};

}  // namespace

std::unique_ptr<command> make_normalize_command() {
  return std::make_unique<normalize_command>();
}

}  // namespace urlsieve::cli
