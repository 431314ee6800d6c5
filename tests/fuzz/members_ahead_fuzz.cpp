// Members decoded ahead in runs of any size equal the stream decoder: sizes, gaps, damage and counters, and
// bytes if there is no damage.
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"

namespace urlsieve::fuzz::members_ahead_target {
namespace {

constexpr std::size_t max_read = std::size_t{1} << 20;

testing::reading read_some(std::string_view stored, const read_ahead& how, bool takes_runs) {
  const auto from = byte_source::from_memory(stored, "fuzz", {20, std::size_t{1} << 18}, how);
  return testing::read_all(*from, {4096}, max_read,
                           takes_runs ? testing::runs::taken : testing::runs::not_taken);
}

}  // namespace

extern const std::size_t longest_input = std::size_t{1} << 20;

void run(fuzz_input& given) {
  const unsigned sizes = given.byte();
  const unsigned manner = given.byte();
  const std::string_view stored = given.rest();
  // Decoding starts immediately, or when the reader arrives at the member.
  const auto start = [](const std::function<void()>& decode) { decode(); };
  const read_ahead how{std::size_t{1} << (sizes % 20), 1U + sizes % 5U,
                       manner % 2 == 0 ? std::function<void(std::function<void()>)>(start) : nullptr};
  const testing::reading stream = read_some(stored, {0, 0, {}}, false);
  const testing::reading ahead = read_some(stored, how, manner % 4 < 2);
  if (stream.bytes.size() >= max_read || ahead.bytes.size() >= max_read) return;
  require(ahead.bytes.size() == stream.bytes.size());
  require(ahead.gaps == stream.gaps);
  require(ahead.counted.damaged == stream.counted.damaged);
  require(ahead.counted.bytes_read == stream.counted.bytes_read);
  require(ahead.counted.bytes == stream.counted.bytes);
  if (stream.counted.total_damage() == 0) require(ahead.bytes == stream.bytes);
  for (std::size_t i = 0; i < stream.counted.examples.size(); ++i) {
    require(ahead.counted.examples[i].place.stored == stream.counted.examples[i].place.stored);
    require(ahead.counted.examples[i].detail == stream.counted.examples[i].detail);
  }
}

}  // namespace urlsieve::fuzz::members_ahead_target
