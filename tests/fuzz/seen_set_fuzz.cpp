// Feeds a seen_set with sightings made of the input, in batches that the input cuts, under hashes as poor as
// it likes, and compares what comes out with a map.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/seen_set.hpp"
#include "src/text/fingerprint.hpp"

namespace {

struct known {
  std::uint64_t count = 0;
  std::uint64_t order = ~std::uint64_t{0};
  std::string_view columns;
};

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

// The first byte says how poor the hash is and whether columns are kept. Then, again and again: a byte with
// the size of the URL and whether the batch ends, one with the size of the columns, one with its order, the
// URL, the columns.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto take = [&input](std::size_t most) {
    const std::string_view taken = input.substr(0, std::min(most, input.size()));
    input.remove_prefix(taken.size());
    return taken;
  };
  const auto byte = [&take] {
    const std::string_view one = take(1);
    return one.empty() ? 0U : static_cast<unsigned char>(one.front());
  };
  const unsigned manner = byte();
  const bool keeps_columns = (manner & 1U) != 0;
  const std::uint64_t mask = manner < 64 ? 0 : manner < 128 ? 7 : ~std::uint64_t{0};

  urlsieve::seen_set set(keeps_columns);
  std::map<std::string_view, known> expected;
  std::vector<urlsieve::sighting> batch;
  for (std::uint64_t number = 0; !input.empty(); ++number) {
    const unsigned head = byte();
    const std::size_t columns_size = byte();
    const std::uint64_t order = std::uint64_t{byte()} << 32U | number;
    const std::string_view url = take(head >> 1U);
    const std::string_view columns = take(columns_size);
    batch.push_back({url, urlsieve::partition_hash(url) & mask, order, columns});
    known& entry = expected[url];
    ++entry.count;
    if (order < entry.order) {
      entry.order = order;
      entry.columns = columns;
    }
    if ((head & 1U) == 0) continue;
    set.insert(batch);
    batch.clear();
  }
  set.insert(batch);

  require(set.size() == expected.size());
  set.sort_by_bytes();
  auto next = expected.begin();
  set.for_each([&](const urlsieve::seen_set::entry& entry) {
    require(entry.url == next->first);
    require(entry.count == next->second.count);
    require(entry.order == next->second.order);
    require(entry.columns == (keeps_columns ? next->second.columns : std::string_view()));
    ++next;
  });
  set.sort_by_order();
  for (std::size_t rank = 1; rank < set.size(); ++rank) require(set[rank - 1].order < set[rank].order);
  return 0;
}
