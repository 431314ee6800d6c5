#include "src/cli/help/flag_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "src/shards/option_rows.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve::cli {

namespace {

constexpr byte_set name_bytes = bytes::alphanum | byte_set("_");
constexpr std::string_view mark = "options::";

// Flags of merge whose name differs from the member of the options.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> renamed_flags{
    {{"merge_options::bad_revision", "`urlsieve merge --bad-revision ok`"},
     {"merge_options::format", "--output-format"},
     {"merge_options::reshard", "`urlsieve merge --reshard`"}}};

std::size_t end_of_name(std::string_view text, std::size_t from) {
  while (from < text.size() && name_bytes.contains(text[from])) ++from;
  return from;
}

// Returns "--max-sources" for "output_options::max_sources".
std::string flag_for(std::string_view option, bool negated) {
  for (const auto& [name, flag] : renamed_flags)
    if (name == option) return std::string(flag);
  for (const option_row& row : all_option_rows())
    if (row.member == option) return flag_of(row);
  const std::string member(option.substr(option.rfind(':') + 1));
  return flag_of(negated ? "no_" + member : member);
}

}  // namespace

std::string flag_of(const option_row& row) {
  return row.letter_in_messages ? "-" + std::string(row.letter) : "--" + std::string(row.word);
}

std::string with_flags(std::string_view text) {
  std::string written;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    written.append(text.substr(0, open));
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find('}');
    written.append(flag_of(option_row_of(text.substr(1, close - 1))));
    text.remove_prefix(close + 1);
  }
  return written;
}

std::string in_flags(std::string_view message) {
  constexpr std::string_view sets = " = ";
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = message.find(mark); at != std::string_view::npos; at = message.find(mark, done)) {
    std::size_t begin = at;
    while (begin > done && name_bytes.contains(message[begin - 1])) --begin;
    std::size_t end = end_of_name(message, at + mark.size());
    const std::string_view option = message.substr(begin, end - begin);
    std::string_view value;
    if (message.substr(end).starts_with(sets)) {
      const std::size_t from = end + sets.size();
      end = end_of_name(message, from);
      // Words of values are joined by "-", never by "_".
      while (end < message.size() && message[end] == '-') end = end_of_name(message, end + 1);
      value = message.substr(from, end - from);
    }
    text.append(message.substr(done, begin - done)).append(flag_for(option, value == "false"));
    if (!value.empty() && value != "true" && value != "false") text.append(1, ' ').append(value);
    done = end;
  }
  return text.append(message.substr(done));
}

std::string explanation_in_flags(explanation why) {
  why.option = in_flags(why.option);
  return explanation_text(why);
}

}  // namespace urlsieve::cli
