// Members decoded ahead, in runs of any size, against the stream decoder: the same sizes, gaps, damage and
// counts, and the same bytes where nothing is damaged.
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"

namespace urlsieve::fuzz::members_ahead_target {
namespace {

constexpr std::size_t most = std::size_t{1} << 20;

testing::reading read_some(std::string_view stored, const read_ahead& how, bool takes) {
  const auto from = byte_source::from_memory(stored, "fuzz", {20, std::size_t{1} << 18}, how);
  return testing::read_all(*from, {4096}, most, takes ? testing::runs::taken : testing::runs::not_taken);
}

}  // namespace

extern const std::size_t longest_input = std::size_t{1} << 20;

void run(fuzz_input& given) {
  const unsigned sizes = given.byte();
  const unsigned manner = given.byte();
  const std::string_view stored = given.rest();
  // Started at once, or when the turn comes.
  const auto start = [](const std::function<void()>& decode) { decode(); };
  const read_ahead how{std::size_t{1} << (sizes % 20), 1U + sizes % 5U,
                       manner % 2 == 0 ? std::function<void(std::function<void()>)>(start) : nullptr};
  const testing::reading stream = read_some(stored, {0, 0, {}}, false);
  const testing::reading ahead = read_some(stored, how, manner % 4 < 2);
  if (stream.bytes.size() >= most || ahead.bytes.size() >= most) return;
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
