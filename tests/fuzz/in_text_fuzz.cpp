// Plain text: the finder equals its reference implementation. References are in the text at their positions.
// Windows change no reference, also if the text is unescaped or refanged first. The first two bytes select
// the options.
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "src/documents/lines/plain_text.hpp"
#include "src/references/text/in_text.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/text_twin.hpp"

namespace urlsieve::fuzz::in_text_target {
namespace {

using placed = std::tuple<std::uint64_t, std::string, delimiter, std::uint16_t>;

template <class Finder>
void find(Finder& finder, std::string_view body, std::uint64_t offset, std::vector<placed>& out,
          stats& counted, bool is_as_written = true) {
  findings found;
  document searched;
  searched.body = body;
  finder.find(searched, found, counted);
  for (const reference& link : found.references) {
    require(link.position < body.size() && !link.raw.empty());
    if (is_as_written && (link.flags & flag::refanged) == 0) require(body[link.position] == link.raw.front());
    out.emplace_back(offset + link.position, std::string(link.raw), link.delimited, link.flags);
  }
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const unsigned choice = given.byte();
  const unsigned rewritten = given.byte();
  const std::string_view text = given.rest();
  text_search options;
  options.abbreviated = static_cast<abbreviated_choice>(choice % 3);
  options.hyphen = static_cast<hyphen_choice>(choice / 3 % 3);
  options.join_quoted = (choice & 0x10U) != 0;
  options.join_spaces = (choice & 0x20U) != 0;
  options.max_url = (choice & 0x40U) != 0 ? 24 : 8192;
  options.join_bare = (choice & 0x80U) != 0;

  text_finder finder(options);
  oracle::text_twin twin(options);
  std::vector<placed> fast;
  std::vector<placed> slow;
  stats fast_counted;
  stats slow_counted;
  find(finder, text, 0, fast, fast_counted);
  find(twin, text, 0, slow, slow_counted);
  require(fast == slow && fast_counted.rejected == slow_counted.rejected);

  options.refang = (rewritten & 1U) != 0;
  options.unescape = static_cast<unescape_choice>(rewritten / 2 % 6);
  const bool is_as_written = options.unescape == unescape_choice::off;
  text_finder rewriting_finder(options);
  std::vector<placed> whole;
  stats whole_counted;
  find(rewriting_finder, text, 0, whole, whole_counted, is_as_written);
  if (is_as_written && !options.refang) require(whole == fast);

  plain_text_limits limits{32,
                           std::size_t{1} << 20U,
                           options.max_url,
                           rewriting_for(options.unescape),
                           options.refang,
                           options.join_bare};
  plain_text_splitter splitter(limits);
  std::vector<slice> slices;
  stats cut_counted;
  splitter.split(text, 0, true, "fuzz", slices, cut_counted);
  if (cut_counted.total_damage() != 0 || text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE")) return;
  std::vector<placed> cut;
  std::size_t covered = 0;
  for (const slice& window : slices) {
    require(window.offset == covered);
    covered += window.bytes.size();
    find(rewriting_finder, window.bytes, window.offset, cut, cut_counted, is_as_written);
  }
  require(covered == text.size());
  require(cut == whole && cut_counted.rejected == whole_counted.rejected);
}

}  // namespace urlsieve::fuzz::in_text_target
