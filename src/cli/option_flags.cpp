#include "src/cli/option_flags.hpp"

#include <CLI/Error.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "src/api/list_elements.hpp"
#include "src/cli/field_flags.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/help/declared_page.hpp"
#include "src/cli/help/flag_text.hpp"
#include "src/cli/help/suggestion.hpp"
#include "src/codec/compression.hpp"
#include "src/codec/encoding.hpp"
#include "src/pipeline/filters/sample_part.hpp"
#include "src/shards/option_rows.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve::cli {

namespace {

// Returns "64KiB" for 65536, and an empty text for 0.
std::string size_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> units{"", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; unit + 1 < units.size() && bytes != 0 && bytes % 1024 == 0; ++unit) bytes /= 1024;
  return bytes == 0 ? std::string() : std::to_string(bytes).append(units[unit]);
}

std::string number_text(std::uint64_t number) {
  return number == 0 ? std::string() : std::to_string(number);
}

std::vector<std::string> names_of_flags(std::uint16_t known) {
  std::vector<std::string> names;
  flag::each_name(known, [&](std::string_view name) { names.emplace_back(name); });
  return names;
}

std::uint16_t flag_named(const std::string& option, const std::string& name, std::uint16_t known) {
  const flag::named* const found = flag::find(name);
  if (found != nullptr && (found->bit & known) != 0) return found->bit;
  throw CLI::ValidationError(option,
                             "no flag is called '" + name + "'" + did_you_mean(name, names_of_flags(known)));
}

void check_charset_label(const std::string& option, const std::string& typed) {
  if (find_encoding(typed).kind == encoding_kind::unknown)
    throw CLI::ValidationError(option, "'" + typed + "' is not a label of a charset" +
                                           did_you_mean(ascii::lowered(typed), encoding_labels()));
}

// Adds the flag of a row. The functions leave the help of the value, the default and the group to add_flag().
class flag_adder {
 public:
  flag_adder(CLI::App& app, const option_row& row, extract_options& options, std::uint16_t known)
      : app_(app),
        row_(row),
        options_(options),
        known_(known),
        name_(std::string("--").append(row.word)),
        declared_(row.letter.empty() ? name_ : "-" + std::string(row.letter) + "," + name_),
        help_(with_flags(row.help)) {}

  CLI::Option* operator()(const choice_access& choice) const {
    if (!row_.shortened.empty()) {
      const auto place = std::find(choice.words.begin(), choice.words.end(), row_.shortened);
      const auto number = static_cast<std::size_t>(place - choice.words.begin());
      return app_.add_flag_callback(
          name_, [options = &options_, choice, number] { choice.set(*options, number); }, help_);
    }
    choices<std::size_t> words;
    for (std::size_t i = row_.first_word_unset ? 1 : 0; i < choice.words.size(); ++i)
      if (is_offered(i)) words.emplace_back(choice.words[i], i);
    return add_choice<std::size_t>(
        app_, name_, choice.of(options_),
        [options = &options_, choice](std::size_t number) { choice.set(*options, number); }, words, help_);
  }

  CLI::Option* operator()(const option_access<bool>& truth) const {
    bool& value = truth.in(options_);
    if (row_.kind == option_kind::choice) {
      choices<bool> words{{std::string(row_.truth_words[0]), false},
                          {std::string(row_.truth_words[1]), true}};
      if (value) std::swap(words[0], words[1]);  // the default comes first
      return add_choice<bool>(app_, name_, value, words, help_);
    }
    if (row_.inverted) return app_.add_flag_callback(name_, [&value] { value = false; }, help_);
    return app_.add_flag(name_, value, help_);
  }

  CLI::Option* operator()(const option_access<std::uint16_t>& flags) const {
    std::uint16_t& set = flags.in(options_);
    return app_
        .add_option_function<std::vector<std::string>>(
            name_,
            [name = name_, &set, known = known_](const std::vector<std::string>& typed) {
              for (const std::string& word : typed) set |= flag_named(name, word, known);
            },
            help_)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name(joined(names_of_flags(known_), ','));
  }

  template <class Number>
    requires std::is_same_v<Number, std::uint32_t> || std::is_same_v<Number, std::uint64_t>
  CLI::Option* operator()(const option_access<Number>& member) const {
    Number& number = member.in(options_);
    if (row_.kind == option_kind::size)
      return add_size(app_, name_, number, row_.range.least, row_.range.most, size_text(number), help_);
    return add_number(app_, declared_, number, row_.range.least, row_.range.most, number_text(number), help_);
  }

  CLI::Option* operator()(const option_access<double>& part) const {
    double& value = part.in(options_);
    return app_.add_option_function<std::string>(
        name_,
        [name = name_, &value](const std::string& typed) {
          const std::optional<double> read = sample_part(typed);
          if (!read)
            throw CLI::ValidationError(name,
                                       "'" + typed + "' is not a fraction of the URLs, such as 0.01 or 1%");
          value = *read;
        },
        help_);
  }

  CLI::Option* operator()(const option_access<std::string>& text) const {
    std::string& value = text.in(options_);
    if (row_.entry.form == manifest_form::charset)
      return app_.add_option_function<std::string>(
          name_,
          [name = name_, &value](const std::string& typed) {
            check_charset_label(name, typed);
            value = typed;
          },
          help_);
    return app_.add_option(declared_, value, help_)->default_str(value);
  }

  CLI::Option* operator()(const option_access<std::vector<std::string>>& texts) const {
    CLI::Option* const added = add_texts(texts.in(options_))->allow_extra_args(false);
    return row_.kind == option_kind::list ? added->delimiter(',')->type_name("LIST") : added;
  }

  CLI::Option* operator()(const option_access<std::vector<field>>& fields) const {
    return add_fields_flag(app_, fields.in(options_), [](field) { return true; }, help_);
  }

 private:
  // Returns false for compressions that are only read.
  [[nodiscard]] bool is_offered(std::size_t number) const {
    return row_.member != "output_options::compress" || is_writable(static_cast<compression>(number));
  }

  [[nodiscard]] CLI::Option* add_texts(std::vector<std::string>& list) const {
    if (row_.element == list_element::text) return app_.add_option(name_, list, help_);
    const bool replaces_default = row_.element == list_element::scheme;
    CLI::Option* const added = app_.add_option_function<std::vector<std::string>>(
        name_,
        [name = name_, &list, &options = options_, kind = row_.element,
         replaces_default](const std::vector<std::string>& typed) {
          if (replaces_default) list.clear();
          for (const std::string& text : typed)
            if (const result<void> status = add_list_element(kind, text, list, options); !status)
              throw CLI::ValidationError(name, status.error().message);
        },
        help_);
    return replaces_default ? added->default_str(joined(list, ',')) : added;
  }

  CLI::App& app_;
  const option_row& row_;
  extract_options& options_;
  std::uint16_t known_;
  std::string name_;      // "--output"
  std::string declared_;  // "-o,--output"
  std::string help_;
};

// Returns the heading of help under which an option is listed.
std::string_view heading_of(const option_row& row) {
  if (row.tier == option_tier::common) return common_options;
  if (row.tier == option_tier::expert) return expert_options;
  return name_of(row.group);
}

CLI::Option* add_row(CLI::App& app, const option_row& row, extract_options& options, std::uint16_t known) {
  CLI::Option* const added = std::visit(flag_adder(app, row, options, known), row.access);
  if (!row.value_name.empty()) added->type_name(std::string(row.value_name));
  if (!row.standing.empty()) added->default_str(with_flags(row.standing));
  if (const std::string_view heading = heading_of(row); !heading.empty()) added->group(std::string(heading));
  return added;
}

// Adds what the rows say about two flags, for the flags that `app` has. CLI11 finds a flag by comparing all
// names of all flags, so the flags are indexed first.
void relate_flags(CLI::App& app) {
  std::unordered_map<std::string_view, CLI::Option*> flags;
  for (CLI::Option* const added : app.get_options())
    for (const std::string& word : added->get_lnames()) flags.emplace(word, added);
  const auto flag = [&flags](std::string_view word) {
    const auto found = flags.find(word);
    return found == flags.end() ? nullptr : found->second;
  };
  for (const option_row& row : all_option_rows()) {
    CLI::Option* const added = flag(row.word);
    if (added == nullptr) continue;
    if (CLI::Option* const needed = flag(row.needed); needed != nullptr) added->needs(needed);
    for (const std::string_view word : row.excluded)
      if (CLI::Option* const excluded = flag(word); excluded != nullptr) added->excludes(excluded);
  }
}

void add_group(CLI::App& app, option_group group, std::uint8_t command, extract_options& options) {
  for (const option_row& row : all_option_rows())
    if (row.group == group && (row.commands & command) != 0) add_row(app, row, options, flags_of_references);
}

}  // namespace

CLI::Option* add_flag(CLI::App& app, std::string_view word, extract_options& options, std::uint16_t known) {
  return add_row(app, option_row_of(word), options, known);
}

void add_all_flags(CLI::App& app, extract_options& options) {
  for (const option_row& row : all_option_rows()) add_row(app, row, options, flags_of_text);
  relate_flags(app);
}

void add_flags_except(CLI::App& app, std::span<const std::string_view> excluded, extract_options& options) {
  for (const option_row& row : all_option_rows())
    if (std::ranges::find(excluded, row.word) == excluded.end()) add_row(app, row, options, flags_of_text);
  relate_flags(app);
}

void add_flags_of_file_run(CLI::App& app, std::string_view on_disk, extract_options& options) {
  constexpr std::array<std::string_view, 12> words{
      "files-from", "max-document", "inputs-prefix", "connections", "endpoint", "anonymous",
      "retries",    "stall",        "threads",       "on-error",    "memory",   "tmpdir"};
  for (const std::string_view word : words) add_flag(app, word, options);
  app.get_option("--memory")
      ->description("Memory for the whole process; " + std::string(on_disk) + " beyond it are on disk");
  app.get_option("--tmpdir")->default_str("beside FILE; of standard output TMPDIR");
}

void add_reference_flags(CLI::App& app, std::uint8_t command, extract_options& options) {
  add_group(app, option_group::output, command, options);
  add_group(app, option_group::urls, command, options);
  add_group(app, option_group::redirects, command, options);
  add_flag(app, "memory", options)
      ->description("Memory for the whole process; redirects beyond a third of it are stored on disk")
      ->group(std::string(name_of(option_group::redirects)));
  add_flag(app, "tmpdir", options)
      ->description("Directory for these redirects")
      ->default_str("$TMPDIR, or /tmp")
      ->group(std::string(name_of(option_group::redirects)));
  add_group(app, option_group::safety, command, options);
  add_group(app, option_group::conventions, command, options);
}

}  // namespace urlsieve::cli
