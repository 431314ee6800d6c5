// A row of the table of options (option_table.hpp): the facts about one option, and how to read and write its
// member of the options.
#ifndef URLSIEVE_OPTION_ROW_HPP
#define URLSIEVE_OPTION_ROW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "urlsieve/column_table.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/option_words.hpp"

namespace urlsieve {

// Reads and writes a member of the options.
template <class Value>
struct option_access {
  Value& (*in)(extract_options& options);
  const Value& (*of)(const extract_options& options);
};

// Reads and writes a member that is an enum with words; a value is the number of its word. An optional member
// without a value reads as the first word.
struct choice_access {
  std::span<const std::string_view> words;
  void (*set)(extract_options& options, std::size_t number);
  std::size_t (*of)(const extract_options& options);
};

// The access to a member, by its type. Type std::uint16_t is a set of safety flags (namespace flag).
using member_access =
    std::variant<option_access<bool>, option_access<std::uint16_t>, option_access<std::uint32_t>,
                 option_access<std::uint64_t>, option_access<double>, option_access<std::string>,
                 option_access<std::vector<std::string>>, option_access<std::vector<field>>, choice_access>;

// The elements of a list of texts.
enum class list_element : std::uint8_t {
  text,       // stored unchanged
  scheme,     // stored in lower case; a new list replaces the previous list
  extension,  // stored in lower case, without the "."
  context,    // value of the field `where`, without white space around
  parameter,  // name of a query parameter, or "@FILE" with one name a line
  index_page  // last segment of a path, or "@FILE" with one segment a line
};

// The groups of options in the help of the program.
enum class option_group : std::uint8_t {
  general,
  input,
  network,
  output,
  urls,
  safety,
  conventions,
  filters,
  text,
  links,
  mail,
  redirects,
  running
};

template <>
inline constexpr auto words_for<option_group> = enum_table<option_group>(
    {{option_group::general, ""},
     {option_group::input, "Input"},
     {option_group::network, "Network"},
     {option_group::output, "Output"},
     {option_group::urls, "URLs"},
     {option_group::safety, "Safety"},
     {option_group::conventions, "Opt-in normalization (equivalent by convention only)"},
     {option_group::filters, "Filters"},
     {option_group::text, "URLs in text"},
     {option_group::links, "Links in markup"},
     {option_group::mail, "Mail and news"},
     {option_group::redirects, "Redirects"},
     {option_group::running, "Running"}});

// The rank of an option in help. Short help (-h) has the common options; full help (--help) has all, with the
// expert options last.
enum class option_tier : std::uint8_t { common, more, expert };

// Bits of the subcommands for single references.
namespace reference_command {
inline constexpr std::uint8_t normalize = 1;
inline constexpr std::uint8_t resolve = 2;
inline constexpr std::uint8_t compare = 4;
}  // namespace reference_command

// How the manifest of an output writes the value of an option.
enum class manifest_form : std::uint8_t {
  value,     // unchanged
  presence,  // true for a list with elements, because files have other names on other machines
  masked,    // without passwords
  charset    // the name of the charset that the label names
};

struct manifest_entry {
  std::uint8_t place = 0;     // from 1, in the order of the manifest; 0: the manifest has no such option
  std::string_view key = {};  // "keep_fragment"
  manifest_form form = manifest_form::value;
};

// The rule for merging outputs that differ in the option.
struct merge_equality {
  bool is_equal = false;  // such a merge is an error, because the option changes the form of URLs
  // The value, as JSON, in manifests of versions without the option; empty: all versions have the option.
  std::string_view if_missing = {};
};

// The values of a number or a size. The default of a member is also valid if it is out of range: 0 for an
// unlimited or an unknown number.
struct option_range {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] constexpr bool has(std::uint64_t number) const { return number >= least && number <= most; }
};

struct option_row {
  std::string_view word;    // "keep-fragment"
  std::string_view member;  // "url_options::keep_fragment"
  member_access access;
  option_kind kind;
  option_group group;
  std::string_view help;  // "{word}" stands for the flag of another option
  option_tier tier = option_tier::more;

  // The values.
  option_range range = {};
  list_element element = list_element::text;
  std::array<std::string_view, 2> truth_words = {};  // words of a bool that is a choice: false, true
  bool inverted = false;                             // a bool, which is false if the option is true
  std::string_view shortened = {};  // the word of a choice that the option sets if it is true

  // Outputs.
  manifest_entry entry = {};
  merge_equality merging = {};

  // The command line.
  std::string_view letter = {};                   // short name: "o"
  bool letter_in_messages = false;                // messages name the option by its letter
  std::string_view value_name = {};               // "FILE"; empty: by the type of the member
  std::string_view standing = {};                 // default for help; empty: the default of the member
  bool first_word_unset = false;                  // the first word of a choice means "option not given"
  std::string_view needed = {};                   // the option requires this option
  std::array<std::string_view, 2> excluded = {};  // the option rejects these options
  bool is_planned = false;                        // tasks of a plan may have the option
  std::uint8_t commands = 0;                      // bits of namespace reference_command
};

namespace option_rows {

// Returns "url_options::ladder" for &url_options::ladder.
template <auto Member>
[[nodiscard]] consteval std::string_view name_of_member() {
  constexpr std::string_view text = __PRETTY_FUNCTION__;
  constexpr std::string_view space = "&urlsieve::";
  constexpr std::size_t begin = text.find(space) + space.size();
  return text.substr(begin, text.find_first_of(";]", begin) - begin);
}

template <auto... Path>
inline constexpr std::array<std::string_view, sizeof...(Path)> names_on_path{name_of_member<Path>()...};

template <auto... Path>
using value_on_path = std::remove_reference_t<decltype((std::declval<extract_options&>().*....*Path))>;

// The enum of a choice, which may be optional.
template <class Value>
struct choice_of {
  using type = Value;
};
template <class Value>
struct choice_of<std::optional<Value>> {
  using type = Value;
};
template <class Value>
[[nodiscard]] constexpr std::size_t number_of_choice(const Value& value) {
  return static_cast<std::size_t>(value);
}
template <class Value>
[[nodiscard]] constexpr std::size_t number_of_choice(const std::optional<Value>& value) {
  return value ? static_cast<std::size_t>(*value) : 0;
}

template <class Value>
[[nodiscard]] consteval option_kind kind_of_value() {
  if constexpr (named_choice<typename choice_of<Value>::type>) return option_kind::choice;
  if constexpr (std::is_same_v<Value, bool>) return option_kind::yes;
  if constexpr (std::is_same_v<Value, std::string> || std::is_same_v<Value, double>) return option_kind::text;
  if constexpr (std::is_same_v<Value, std::vector<std::string>>) return option_kind::more;
  if constexpr (std::is_same_v<Value, std::vector<field>> || std::is_same_v<Value, std::uint16_t>)
    return option_kind::list;
  return option_kind::number;
}

template <auto... Path>
[[nodiscard]] consteval member_access access_on_path() {
  using value = value_on_path<Path...>;
  using choice = typename choice_of<value>::type;
  if constexpr (named_choice<choice>)
    return choice_access{
        words_for<choice>,
        [](extract_options& options, std::size_t number) {
          (options.*....*Path) = static_cast<choice>(number);
        },
        [](const extract_options& options) { return number_of_choice((options.*....*Path)); }};
  else
    return option_access<value>{
        [](extract_options& options) -> value& { return (options.*....*Path); },
        [](const extract_options& options) -> const value& { return (options.*....*Path); }};
}

// Facts about an option. Each function returns a function that adds the fact to a row.

inline constexpr auto common = [](option_row& row) { row.tier = option_tier::common; };
inline constexpr auto expert = [](option_row& row) { row.tier = option_tier::expert; };
[[nodiscard]] consteval auto from_to(std::uint64_t least, std::uint64_t most) {
  return [least, most](option_row& row) { row.range = {least, most}; };
}
// A size from `least` to `most`.
[[nodiscard]] consteval auto bytes(std::uint64_t least, std::uint64_t most) {
  return [least, most](option_row& row) {
    row.kind = option_kind::size;
    row.range = {least, most};
  };
}
// A list of elements, separated by commas.
[[nodiscard]] consteval auto list_of(list_element elements) {
  return [elements](option_row& row) {
    row.kind = option_kind::list;
    row.element = elements;
  };
}
// The words of a bool that is a choice.
[[nodiscard]] consteval auto words(std::string_view if_false, std::string_view if_true) {
  return [if_false, if_true](option_row& row) {
    row.kind = option_kind::choice;
    row.truth_words = {if_false, if_true};
  };
}
inline constexpr auto inverted = [](option_row& row) { row.inverted = true; };
// A short form of the value `value` of a choice.
[[nodiscard]] consteval auto short_for(std::string_view value) {
  return [value](option_row& row) {
    row.kind = option_kind::yes;
    row.shortened = value;
  };
}
// An option that the manifest has at `place`, by the name of its member or by `key`.
[[nodiscard]] consteval auto manifest_at(std::uint8_t place, manifest_form form = manifest_form::value,
                                         std::string_view key = {}) {
  return [place, form, key](option_row& row) {
    row.entry = {place, key.empty() ? row.member.substr(row.member.rfind(':') + 1) : key, form};
  };
}
// An option that must be equal in outputs to merge; see merge_equality.
[[nodiscard]] consteval auto shapes_urls(std::string_view if_missing = {}) {
  return [if_missing](option_row& row) { row.merging = {true, if_missing}; };
}
[[nodiscard]] consteval auto letter(std::string_view name, bool in_messages = false) {
  return [name, in_messages](option_row& row) {
    row.letter = name;
    row.letter_in_messages = in_messages;
  };
}
[[nodiscard]] consteval auto value(std::string_view name) {
  return [name](option_row& row) { row.value_name = name; };
}
[[nodiscard]] consteval auto standing(std::string_view text) {
  return [text](option_row& row) { row.standing = text; };
}
inline constexpr auto first_word_unset = [](option_row& row) { row.first_word_unset = true; };
[[nodiscard]] consteval auto needs(std::string_view other) {
  return [other](option_row& row) { row.needed = other; };
}
[[nodiscard]] consteval auto excludes(std::string_view other, std::string_view another = {}) {
  return [other, another](option_row& row) { row.excluded = {other, another}; };
}
inline constexpr auto planned = [](option_row& row) { row.is_planned = true; };
[[nodiscard]] consteval auto also_in(std::uint8_t commands) {
  return [commands](option_row& row) { row.commands = commands; };
}

// Returns the row of the option `word`; `Path` leads from extract_options to the member.
template <auto... Path, class... Facts>
[[nodiscard]] consteval option_row option_at(std::string_view word, option_group group, std::string_view help,
                                             Facts... facts) {
  option_row row{word,
                 names_on_path<Path...>.back(),
                 access_on_path<Path...>(),
                 kind_of_value<value_on_path<Path...>>(),
                 group,
                 help};
  (facts(row), ...);
  return row;
}

}  // namespace option_rows

}  // namespace urlsieve

#endif
