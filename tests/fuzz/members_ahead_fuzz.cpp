// Members decoded ahead, in runs of any size, against the stream decoder: the same sizes, gaps, damage and
// counts, and the same bytes where nothing is damaged.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/byte_source.hpp"

namespace {

using namespace urlsieve;

void require(bool holds) {
  if (!holds) std::abort();
}

struct reading {
  std::string bytes;
  std::vector<std::size_t> gaps;
  stats counted;
};

constexpr std::size_t most = std::size_t{1} << 20;

reading read_some(std::string_view stored, std::size_t room_size, bool take, const read_ahead& how) {
  reading result;
  std::vector<char> room(room_size);
  slab memory;
  const auto from = byte_source::from_memory(stored, "fuzz", {20, std::size_t{1} << 18}, how);
  while (result.bytes.size() < most) {
    const std::span<char> run = take ? from->take(memory, result.counted) : std::span<char>{};
    result.bytes.append(run.data(), run.size());
    if (!run.empty()) continue;
    const std::size_t got = from->read(room, result.counted);
    if (got == 0) break;
    if (from->after_gap()) result.gaps.push_back(result.bytes.size());
    result.bytes.append(room.data(), got);
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view stored(reinterpret_cast<const char*>(data) + 2, size - 2);
  const reading stream = read_some(stored, 4096, false, {0, 0, {}});
  // Started at once, or when the turn comes.
  const auto at_once = [](const std::function<void()>& decode) { decode(); };
  const read_ahead how{std::size_t{1} << (data[0] % 20), 1U + data[0] % 5U,
                       data[1] % 2 == 0 ? std::function<void(std::function<void()>)>(at_once) : nullptr};
  const reading ahead = read_some(stored, 4096, data[1] % 4 < 2, how);
  if (stream.bytes.size() >= most || ahead.bytes.size() >= most) return 0;
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
  return 0;
}
