// Vector kernels equal their scalar reference implementations. The first bytes select the instruction set and
// offsets.
#include <algorithm>
#include <memory>
#include <vector>

#include "src/text/lines/line_mark.hpp"
#include "src/text/scan/kernel_targets.hpp"
#include "src/text/scan/line_scan.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/byte_scan_twin.hpp"
#include "tests/oracle/copy_and_classify_twin.hpp"
#include "tests/oracle/markup_twin.hpp"

namespace urlsieve::fuzz::kernels_target {
namespace {

constexpr byte_set letters("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
constexpr byte_set blanks(" \t\r\n\v\f<>\"");

void check_marks(std::string_view text, std::size_t from, wanted_dots dots) {
  const oracle::mark_sets sets{letters, dots};
  const std::size_t to = text.size() - (text.size() - from) / 3;
  const auto places = std::make_unique<std::uint32_t[]>(to - from + 4);
  const byte_scanner scanner = byte_scanner::choose();
  const std::size_t found =
      scanner.find_marks(text.data(), text.size(), from, to, sets.pattern(), places.get());
  const std::vector<std::uint32_t> expected = oracle::find_marks(text, from, to, sets);
  require(std::equal(places.get(), places.get() + found, expected.begin(), expected.end()));
}

void check_copy_and_classify(std::string_view text) {
  const exact_bytes piece(text.substr(0, class_window));
  const auto out = std::make_unique<char[]>(class_window);
  class_maps maps;
  copy_and_classify(piece.view().data(), piece.view().size(),
                    {rows_of(letters), rows_of(blanks), {'%', '&', '.'}}, out.get(), maps);
  const class_maps expected = oracle::classes_of(piece.view(), letters, blanks, {'%', '&', '.'});
  require(std::string_view(out.get(), piece.view().size()) == piece.view());
  require(maps.outside_first == expected.outside_first && maps.outside_second == expected.outside_second);
  require(maps.marks == expected.marks);
}

void check_markup(std::string_view text, std::size_t from, bool non_ascii) {
  markup_window window;
  const std::size_t size = index_markup(text.data(), text.size(), non_ascii, window);
  const oracle::markup_bits expected = oracle::markup_of(text, non_ascii);
  require(size == text.size());
  const auto same = [size](const markup_window::map& bits, const std::vector<bool>& expected_bits) {
    for (std::size_t i = 0; i < size; ++i) require(((bits[i / 64] >> i % 64 & 1U) != 0) == expected_bits[i]);
  };
  same(window.tags, expected.tags);
  same(window.quotes, expected.quotes);
  same(window.quoted, expected.quoted);
  same(window.equals, expected.equals);
  same(window.closings, expected.closings);
  same(window.deviations, expected.deviations);
  same(window.stops, expected.stops);
  same(window.delimiters, expected.delimiters);
  same(window.unusual, expected.unusual);
  require(find_raw_text_mark(text.data(), size, from) == oracle::raw_text_mark_of(text, from));
  require(find_comment_end(text.data(), size, from) == oracle::comment_end_of(text, from));
  require(find_style_mark(text.data(), size, from) == oracle::style_mark_of(text, from));
  for (const std::string_view name : {"b", "base"})
    require(find_start_tag(text.data(), size, from, name) == oracle::start_tag_of(text, from, name));
}

void check_lines(std::string_view text, std::size_t from) {
  constexpr line_pattern pattern = line_pattern()
                                       .add(byte_halves::of('-'), byte_halves::of('-'))
                                       .add(byte_halves::in_any_case('c'), byte_halves::in_any_case('o'))
                                       .add(byte_halves::of('\n'), {});
  const std::size_t first = std::max<std::size_t>(from, 1);
  std::size_t expected = first;
  while (expected < text.size() &&
         !(text[expected - 1] == '\n' &&
           pattern.matches(text[expected], expected + 1 < text.size() ? text[expected + 1] : '\0')))
    ++expected;
  if (first <= text.size())
    require(line_scanner::choose().find_line(text.data(), text.size(), first, pattern) == expected);
  const std::string_view mark = text.substr(text.size() - std::min<std::size_t>(text.size(), 1 + from % 7));
  if (mark.empty()) return;
  std::size_t line = first;
  while (line <= text.size() && !(text[line - 1] == '\n' && text.substr(line).starts_with(mark))) ++line;
  require(find_line_mark(text, from, mark) == (line <= text.size() ? line : std::string_view::npos));
}

}  // namespace

extern const std::size_t longest_input = markup_window::size;

void run(fuzz_input& given) {
  static const auto targets = runnable_targets();
  run_kernels_on(given.one_of(targets));
  const unsigned manner = given.byte();
  const std::size_t place = given.byte();
  const std::string_view text = given.rest();
  const std::size_t from = place * text.size() / 255;
  check_marks(text, from, static_cast<wanted_dots>(manner % 3));
  check_copy_and_classify(text.substr(from));
  check_markup(text, from, manner & 8U);
  check_lines(text, from);
}

}  // namespace urlsieve::fuzz::kernels_target
