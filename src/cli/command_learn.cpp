// urlsieve learn: learns rules of hosts from web archives.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/closing_line.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/heap.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/option_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "src/input/lists/listing.hpp"
#include "src/text/encodings/visible.hpp"
#include "urlsieve/learn_rules.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 2> learn_paragraphs{
    "Reads web archives as extract does, and writes rules of single hosts that make URLs of the same page "
    "equal: parameters without a meaning, names of index pages, trailing slashes, capitals in paths, https, "
    "and aliases of hosts. Two pages are the same if their payloads are equal (WARC-Payload-Digest, also of "
    "revisit records), or if they name the same canonical URL. Only responses with status 200 count.",
    "Each rule has the number of pairs of URLs that support the rule, and the number of false merges: pairs "
    "of different pages that the rule makes equal. The file is text, a rule a line, for extract --rules. "
    "Data that exceeds --memory is stored on disk."};
constexpr std::array<help_example, 3> learn_examples{{
    {"Learn, look at the rules, apply them",
     "urlsieve learn crawl/*.warc.gz -o rules.tsv; less rules.tsv; urlsieve extract crawl --rules rules.tsv "
     "-o links"},
    {"Only rules that never merge two pages", "urlsieve learn crawl --max-false 0 --min-support 20"},
    {"Apply rules to an output", "urlsieve convert links -o fewer --rules rules.tsv"},
}};
constexpr std::array<explained_word, 4> learn_exit_codes{{
    {"0", "all input was read; there may be no rule"},
    {"1", "faults occurred (see --on-error); the rules are those of the readable input"},
    {"2", "wrong usage, or an argument that names nothing"},
    {"3", "the run failed, or no input could be read: no rules were written"},
}};
constexpr std::array<std::string_view, 5> learn_common{"--output", "--min-support", "--max-false", "--memory",
                                                       "--quiet"};
constexpr command_words words_of_learn{"learn",        "learn rules of hosts from web archives",
                                       learn_common,   learn_paragraphs,
                                       learn_examples, learn_exit_codes};

// Returns a message unless `typed` is a number from 0 to 1.
std::string part_of_all(const std::string& typed) {
  double part = 0;
  const auto [end, fault] = std::from_chars(typed.data(), typed.data() + typed.size(), part);
  const bool is_part = fault == std::errc() && end == typed.data() + typed.size() && part >= 0 && part <= 1;
  return is_part ? std::string() : in_quotes(typed) + " is not from 0 to 1";
}

class learn_command final : public watched_command {
 public:
  learn_command() : watched_command(words_of_learn) {}

  void declare(CLI::App& flags) override {
    flags.add_option("INPUT", options_.run.input.paths,
                     "Files, directories, URLs (https:, http:, s3:), or - for standard input (the default)");
    flags.add_option("-o,--output", options_.output, "Write the rules to FILE")
        ->default_str("standard output")
        ->type_name("FILE");
    add_number(flags, "--min-support", options_.min_support, 1, std::uint64_t{1} << 40U, "5",
               "Least support of a rule");
    flags
        .add_option("--max-false", options_.max_false,
                    "Largest part of false merges among the pairs of a rule, and of all rules of a host")
        ->check(part_of_all)
        ->default_str("0.01")
        ->type_name("P");
    add_flag(flags, "input-format", options_.run);
    add_flags_of_file_run(flags, "pairs of pages", options_.run);
    for (CLI::Option* const flag : flags.get_options()) flag->group("Options");
    declare_watch(flags, "Report only errors that end the run");
  }

  result<int> execute() override {
    extend_heap(options_.run.output.memory, options_.run.threads);
    const closing_line closing(quiet());
    const input_options& input = options_.run.input;
    if (!quiet() && input.paths.empty() && input.files_from.empty()) print_input_hint();
    if (closing.is_seen()) monitor().stored_bytes_total = listing::total_size(input);
    report_damage();
    const result<learn_summary> learnt =
        watch(task::extracting, options_.run.remote, [this] { return learn_rules(options_, &monitor()); });
    if (!learnt) return tl::unexpected(learnt.error());
    print_verdict(learnt->run, closing, quiet());
    if (learnt->run.ended == outcome::nothing_read) {
      print_message("none of the inputs could be read: there are no rules");
      return exit_code_of(learnt->run.ended);
    }
    if (options_.output.empty())
      if (const result<void> printed = print_rules(learnt->rules); !printed)
        return tl::unexpected(printed.error());
    if (!quiet()) print_message(summary_of(*learnt));
    return exit_code_of(learnt->run.ended);
  }

 private:
  static result<void> print_rules(const std::vector<learnt_rule>& rules) {
    line_writer out;
    std::string text = text_of_rules(rules);
    text.pop_back();  // the writer adds the last line end
    out.add(text);
    return out.flush();
  }

  static std::string summary_of(const learn_summary& learnt) {
    if (learnt.pages == 0)
      return "the inputs have no page of a web archive (WARC, ARC, WACZ): there are no rules";
    std::uint64_t hosts = 0;
    const std::string* last = nullptr;
    for (const learnt_rule& rule : learnt.rules) {
      hosts += last == nullptr || *last != rule.host ? 1U : 0U;
      last = &rule.host;
    }
    std::string text = fmt::format("{} of {}: {}, {} of {}", counted(learnt.urls, "distinct URL"),
                                   counted(learnt.pages, "page"), counted(learnt.candidates, "candidate"),
                                   counted(learnt.rules.size(), "rule"), counted(hosts, "host"));
    if (learnt.withdrawn_hosts != 0)
      text += fmt::format("; {} without rules, because these merge different pages together",
                          counted(learnt.withdrawn_hosts, "host"));
    return text;
  }

  learn_options options_;
};

}  // namespace

std::unique_ptr<command> make_learn_command() {
  return std::make_unique<learn_command>();
}

}  // namespace urlsieve::cli
