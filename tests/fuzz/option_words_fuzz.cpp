// Words, sizes, numbers and lists of options: a word parses only to the choice of this name. Arguments are
// accepted, or rejected with an error of the parser; accepted values are in range.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "src/cli/option_flags.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::fuzz::option_words_target {
namespace {

template <class... Choices>
void require_words(std::string_view word) {
  const auto check = [word](auto found) { require(!found || name_of(*found) == word); };
  (check(parse_name<Choices>(word)), ...);
}

struct parsed {
  extract_options options;
  bool accepted = false;
};

parsed parse_flags(std::vector<std::string> arguments) {
  parsed result;
  CLI::App app;
  cli::add_all_flags(app, result.options);
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(arguments);
    result.accepted = true;
  } catch (const CLI::Error&) {
  }
  return result;
}

}  // namespace

extern const std::size_t longest_input = 1'000;

// Input: arguments, each with a line feed.
void run(fuzz_input& given) {
  std::vector<std::string> arguments;
  while (!given.empty()) arguments.emplace_back(given.up_to('\n'));
  for (const std::string& word : arguments)
    require_words<rung, resolution_choice, above_root_choice, same_scheme_choice, slashes_choice,
                  unreserved_set, userinfo_policy, hyphen_choice, abbreviated_choice, unescape_choice,
                  link_choice, header_choice, input_format, compression, field, row_order, partition_key,
                  edge_choice, loop_choice, key_form>(word);
  const parsed first = parse_flags(arguments);
  const parsed second = parse_flags(arguments);
  require(first.accepted == second.accepted);
  if (!first.accepted) return;
  const extract_options& options = first.options;
  require(options.batch_bytes >= 1 && options.batch_bytes <= std::size_t{1} << 30U);
  require(options.input.max_document >= 256);
  require(options.output.shards >= 1 && options.output.max_sources >= 1);
  require(options.output.memory == 0 || options.output.memory >= std::uint64_t{1} << 20U);
  require(options.output.fields == second.options.output.fields && !options.output.fields.empty());
  require(options.filters.sample > 0 && options.filters.sample <= 1);
  for (const field name : options.output.fields) require(static_cast<std::size_t>(name) < count_of<field>);
}

}  // namespace urlsieve::fuzz::option_words_target
