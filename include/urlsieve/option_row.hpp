// A row of the table of options (option_table.hpp): the facts about one option, and how to read and write the
// member that holds its value.
#ifndef URLSIEVE_OPTION_ROW_HPP
#define URLSIEVE_OPTION_ROW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "urlsieve/names.hpp"
#include "urlsieve/option_words.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Reads and writes a member of the options.
template <class Value>
struct option_access {
  Value& (*in)(extract_options& options);
  const Value& (*of)(const extract_options& options);
};

// Reads and writes a member that is an enum with words; a value is the number of its word.
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
  text,      // stored unchanged
  scheme,    // stored in lower case; a new list replaces the previous list
  parameter  // name of a query parameter, or "@FILE" with one name a line
};

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

// Whether outputs can be merged if they differ in the option.
struct merge_demand {
  bool is_equal = false;  // the option must be equal, because it changes the form of URLs
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

// The functions return a copy of the row with one more fact.
struct option_row {
  std::string_view word;    // "keep-fragment"
  std::string_view member;  // "url_options::keep_fragment"
  member_access access;
  option_kind kind;
  option_range range = {};
  list_element element = list_element::text;
  // The words for false and true of a bool that is a choice; empty: none.
  std::array<std::string_view, 2> truth_words = {};
  bool inverted = false;            // a bool that is false if the option is true
  std::string_view shortened = {};  // the word of a choice that the option sets if it is true
  manifest_entry entry = {};
  merge_demand merging = {};

  // A number from `least` to `most`.
  [[nodiscard]] constexpr option_row from_to(std::uint64_t least, std::uint64_t most) const {
    option_row row = *this;
    row.range = {least, most};
    return row;
  }
  // A size from `least` to `most` bytes.
  [[nodiscard]] constexpr option_row bytes(std::uint64_t least, std::uint64_t most) const {
    option_row row = from_to(least, most);
    row.kind = option_kind::size;
    return row;
  }
  // A list of `elements`, separated by commas.
  [[nodiscard]] constexpr option_row list(list_element elements = list_element::text) const {
    option_row row = *this;
    row.kind = option_kind::list;
    row.element = elements;
    return row;
  }
  // A bool with words of its own.
  [[nodiscard]] constexpr option_row words(std::string_view if_false, std::string_view if_true) const {
    option_row row = *this;
    row.kind = option_kind::choice;
    row.truth_words = {if_false, if_true};
    return row;
  }
  [[nodiscard]] constexpr option_row negated() const {
    option_row row = *this;
    row.inverted = true;
    return row;
  }
  // A short form of the choice's value `value`.
  [[nodiscard]] constexpr option_row short_for(std::string_view value) const {
    option_row row = *this;
    row.kind = option_kind::yes;
    row.shortened = value;
    return row;
  }
  // An option that the manifest has at `place`, by the name of its member or by `key`.
  [[nodiscard]] constexpr option_row manifest(std::uint8_t place, std::string_view key = {}) const {
    option_row row = *this;
    row.entry = {place, key.empty() ? member.substr(member.rfind(':') + 1) : key};
    return row;
  }
  [[nodiscard]] constexpr option_row manifest(std::uint8_t place, manifest_form form) const {
    option_row row = manifest(place);
    row.entry.form = form;
    return row;
  }
  // An option that must be equal in outputs to merge; see merge_demand.
  [[nodiscard]] constexpr option_row shapes_urls(std::string_view if_missing = {}) const {
    option_row row = *this;
    row.merging = {true, if_missing};
    return row;
  }
};

namespace option_row_parts {

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

template <class Value>
[[nodiscard]] consteval option_kind kind_of_value() {
  if constexpr (named_choice<Value>) return option_kind::choice;
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
  if constexpr (named_choice<value>)
    return choice_access{
        words_for<value>,
        [](extract_options& options, std::size_t number) {
          (options.*....*Path) = static_cast<value>(number);
        },
        [](const extract_options& options) { return static_cast<std::size_t>((options.*....*Path)); }};
  else
    return option_access<value>{
        [](extract_options& options) -> value& { return (options.*....*Path); },
        [](const extract_options& options) -> const value& { return (options.*....*Path); }};
}

}  // namespace option_row_parts

// Returns the row of the option `word`; `Path` leads from extract_options to the member.
template <auto... Path>
[[nodiscard]] consteval option_row option_at(std::string_view word) {
  return {word, option_row_parts::names_on_path<Path...>.back(), option_row_parts::access_on_path<Path...>(),
          option_row_parts::kind_of_value<option_row_parts::value_on_path<Path...>>()};
}

}  // namespace urlsieve

#endif
