// Journal of a resumable run: a journal with a valid checksum reads and writes back to the same state, and a
// changed or truncated journal is rejected. The first byte selects the change.
#include "src/pipeline/resume/journal.hpp"

#include <string>

#include "src/text/scan/fingerprint.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::journal_target {
namespace {

std::string signed_text(std::string_view lines) {
  return std::string(lines).append("checksum\t").append(checksum_of(lines)).append(1, '\n');
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const unsigned change = given.byte();
  const std::string_view lines = given.rest();
  static_cast<void>(read_journal_text(lines));
  const auto read = read_journal_text(exact_bytes(signed_text(lines)).view());
  if (!read) return;
  const std::string text = journal_text(read->first, read->second);
  const auto again = read_journal_text(text);
  require(again && journal_text(again->first, again->second) == text);
  require(again->second == read->second && again->first.runs.size() == read->first.runs.size());
  std::string changed = text;
  const std::size_t at = change * 0x9E3779B1U % changed.size();
  changed[at] = static_cast<char>(changed[at] ^ (1 << change % 8));
  require(!read_journal_text(changed));
  require(!read_journal_text(std::string_view(text).substr(0, at)));
}

}  // namespace urlsieve::fuzz::journal_target
