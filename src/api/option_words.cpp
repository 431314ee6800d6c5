// Options by name and value: a row of the table of options says which member a value sets, and how.
#include "urlsieve/option_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "src/api/list_elements.hpp"
#include "src/pipeline/filters/sample_part.hpp"
#include "src/text/byte_size.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

namespace member_count_parts {

// Converts to every type.
struct any_value {
  template <class Type>
  operator Type() const;  // NOLINT(google-explicit-constructor): initializes a member of any type
};

template <class Struct, class... Values>
[[nodiscard]] consteval std::size_t count_with() {
  if constexpr (requires { Struct{Values{}..., any_value{}}; })
    return count_with<Struct, Values..., any_value>();
  else
    return sizeof...(Values);
}

}  // namespace member_count_parts

// The number of members of an aggregate without base classes and without arrays.
template <class Struct>
inline constexpr std::size_t member_count = member_count_parts::count_with<Struct>();

namespace {

// Members that only the C++ interface has.
constexpr std::array<std::string_view, 10> members_without_row{
    "input_options::paths",          "link_options::note_canonical", "link_options::note_context",
    "remote_options::on_retry",      "extract_options::also_read",   "extract_options::also_written",
    "url_options::loaded_rules",     "url_options::learnt_rules",    "extract_options::note_pages",
    "extract_options::whole_records"};

// Returns true if each member of `Struct`, called `name`, has a row or is in members_without_row. `nested`:
// the number of members that are structs of options.
template <class Struct>
[[nodiscard]] consteval bool has_rows(std::string_view name, std::size_t nested = 0) {
  const auto belongs = [name](std::string_view member) {
    return member.starts_with(name) && member.substr(name.size()).starts_with("::");
  };
  auto known = static_cast<std::size_t>(
      std::count_if(members_without_row.begin(), members_without_row.end(), belongs));
  for (const auto* row = option_table.begin(); row != option_table.end(); ++row)
    if (belongs(row->member) && std::none_of(option_table.begin(), row, [row](const option_row& earlier) {
          return earlier.member == row->member;
        }))
      ++known;
  return known + nested == member_count<Struct>;
}

static_assert(has_rows<input_options>("input_options") && has_rows<remote_options>("remote_options") &&
                  has_rows<url_options>("url_options", 1) &&
                  has_rows<convention_options>("convention_options") &&
                  has_rows<text_options>("text_options") && has_rows<link_options>("link_options") &&
                  has_rows<mail_options>("mail_options") && has_rows<document_options>("document_options") &&
                  has_rows<filter_options>("filter_options") && has_rows<output_options>("output_options") &&
                  has_rows<reject_options>("reject_options") &&
                  has_rows<redirect_options>("redirect_options") &&
                  has_rows<extract_options>("extract_options", 11),
              "each member of the options needs a row");

using words = std::vector<std::string_view>;

std::optional<bool> read_yes(std::string_view text) {
  if (text.empty() || text == "true" || text == "1" || text == "yes") return true;
  if (text == "false" || text == "0" || text == "no") return false;
  return std::nullopt;
}

std::optional<std::uint64_t> read_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Calls `take` for each element of a comma-separated list. Returns false if `take` rejected an element.
template <class Take>
bool each_of_list(std::string_view list, const Take& take) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (comma != 0 && !take(list.substr(0, comma))) return false;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return true;
}

// Sets the member of a row to a value. The functions return false for a value that the row does not allow.
class value_setter {
 public:
  value_setter(const option_row& row, extract_options& options, std::string_view value)
      : row_(row), options_(options), value_(value) {}

  bool operator()(const choice_access& choice) const {
    std::string_view word = value_;
    if (!row_.shortened.empty()) {
      const std::optional<bool> yes = read_yes(value_);
      if (!yes) return false;
      word = *yes ? row_.shortened : choice.words.front();
    }
    const auto found = std::find(choice.words.begin(), choice.words.end(), word);
    if (found == choice.words.end()) return false;
    choice.set(options_, static_cast<std::size_t>(found - choice.words.begin()));
    return true;
  }

  bool operator()(const option_access<bool>& truth) const {
    std::optional<bool> yes;
    if (row_.kind == option_kind::yes)
      yes = read_yes(value_);
    else if (value_ == row_.truth_words[0] || value_ == row_.truth_words[1])
      yes = value_ == row_.truth_words[1];
    if (yes) truth.in(options_) = *yes != row_.inverted;
    return yes.has_value();
  }

  bool operator()(const option_access<std::uint16_t>& flags) const {
    return each_of_list(value_, [&](std::string_view name) {
      const flag::named* const named = flag::find(name);
      if (named != nullptr) flags.in(options_) |= named->bit;
      return named != nullptr;
    });
  }

  template <class Number>
    requires std::is_same_v<Number, std::uint32_t> || std::is_same_v<Number, std::uint64_t>
  bool operator()(const option_access<Number>& member) const {
    const std::optional<std::uint64_t> number =
        row_.kind == option_kind::size ? parse_byte_size(value_) : read_number(value_);
    if (!number || !row_.range.has(*number)) return false;
    member.in(options_) = static_cast<Number>(*number);
    return true;
  }

  bool operator()(const option_access<double>& part) const {
    const std::optional<double> read = sample_part(value_);
    if (read) part.in(options_) = *read;
    return read.has_value();
  }

  bool operator()(const option_access<std::string>& text) const {
    text.in(options_) = value_;
    return true;
  }

  bool operator()(const option_access<std::vector<std::string>>& texts) const {
    std::vector<std::string>& list = texts.in(options_);
    if (row_.kind == option_kind::more) {
      list.emplace_back(value_);
      return true;
    }
    if (row_.element == list_element::scheme) list.clear();
    return each_of_list(value_, [&](std::string_view element) {
      return add_list_element(row_.element, element, list, options_).has_value();
    });
  }

  bool operator()(const option_access<std::vector<field>>& fields) const {
    fields.in(options_).clear();
    return each_of_list(value_, [&](std::string_view name) {
      const std::optional<field> named = parse_name<field>(name);
      if (named) fields.in(options_).push_back(*named);
      return named.has_value();
    });
  }

 private:
  const option_row& row_;
  extract_options& options_;
  std::string_view value_;
};

// Returns the values of a choice, or the elements of a list.
words words_of(const option_row& row) {
  if (const auto* const choice = std::get_if<choice_access>(&row.access);
      choice != nullptr && row.kind == option_kind::choice)
    return {choice->words.begin(), choice->words.end()};
  if (row.kind == option_kind::choice) return {row.truth_words.begin(), row.truth_words.end()};
  if (std::holds_alternative<option_access<std::vector<field>>>(row.access))
    return {words_for<field>.begin(), words_for<field>.end()};
  words all;
  if (std::holds_alternative<option_access<std::uint16_t>>(row.access))
    for (const flag::named& entry : flag::names) all.push_back(entry.name);
  return all;
}

std::string listed(const words& all_words) {
  std::string list;
  for (const std::string_view word : all_words) list.append(list.empty() ? "" : ", ").append(word);
  return list;
}

}  // namespace

std::vector<option_word> option_words() {
  std::vector<option_word> all;
  all.reserve(option_table.size());
  for (const option_row& row : option_table) all.push_back({row.word, row.kind, words_of(row)});
  std::sort(all.begin(), all.end(),
            [](const option_word& a, const option_word& b) { return a.name < b.name; });
  return all;
}

result<void> set_option(extract_options& options, std::string_view name, std::string_view value) {
  const option_row* const row = find_option(name);
  if (row == nullptr)
    return tl::unexpected(error{error_code::usage, "no option is called \"" + std::string(name) + "\""});
  if (std::visit(value_setter(*row, options, value), row->access)) return {};
  const words known = words_of(*row);
  std::string why = std::string(name) + ": \"" + std::string(value) + "\" is ";
  why += known.empty() ? "not a value of this option" : "none of " + listed(known);
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

}  // namespace urlsieve
