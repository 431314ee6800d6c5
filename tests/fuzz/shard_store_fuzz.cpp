// shard_store against a std::map: sightings from the input, with budgets so small that sets spill and runs
// merge repeatedly, and with checkpoints where the input selects them.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/shard_store.hpp"
#include "src/runs/source_list.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/url/normalize/surt.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::shard_store_target {
namespace {

struct known {
  std::uint64_t count = 0;
  std::uint64_t order = ~std::uint64_t{0};
  std::string columns;
  std::map<std::string, std::uint64_t> sources;
};

const std::string& directory() {
  static const std::string path = [] {
    std::string pattern = (std::filesystem::temp_directory_path() / "urlsieve-fuzz-XXXXXX").string();
    require(mkdtemp(pattern.data()) != nullptr);
    static std::string created = pattern;
    std::atexit([] { std::filesystem::remove_all(created); });
    return pattern;
  }();
  return path;
}

std::string surt_of(std::string_view url) {
  std::string key(surt_capacity(url.size()), '\0');
  key.resize(write_surt(url, key.data()));
  return key;
}

std::string list_of(std::uint64_t order, std::string_view name) {
  std::string list(url_source::header + name.size(), '\0');
  write_source({order, name}, list.data());
  return list;
}

void compare(const known_url& entry, const known& expected, std::size_t most_sources) {
  require(entry.count == expected.count);
  require(entry.columns == expected.columns);
  std::vector<std::pair<std::uint64_t, std::string>> sources;
  for (const auto& [name, order] : expected.sources) sources.emplace_back(order, name);
  std::sort(sources.begin(), sources.end());
  sources.resize(std::min(sources.size(), most_sources));
  std::string list;
  for (const auto& [order, name] : sources) list += list_of(order, name);
  require(entry.sources == list);
}

}  // namespace

extern const std::size_t longest_input = 20'000;

// First byte: the row order and the number of sources to keep. Then records: a byte that selects the action
// after this sighting, a byte with the size of the URL, a byte with its order, the URL.
void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  store_options options;
  options.order = static_cast<row_order>(manner % 3);
  options.columns = true;
  options.max_sources = 1 + manner / 3 % 3;
  options.directory = directory() + "/runs";
  options.set_memory = 0;
  options.merge_memory = 0;
  options.smallest_spill = 1;

  auto store = std::make_unique<shard_store>(options);
  std::map<std::string, known> expected;
  for (std::uint64_t number = 0; !given.empty(); ++number) {
    const unsigned then = given.byte();
    const std::size_t url_size = given.byte();
    const std::uint64_t order = std::uint64_t{given.byte()} << 32U | number;
    const std::string_view url = given.take(url_size);
    const std::string columns = std::to_string(order);
    const std::string source(1, static_cast<char>('a' + then % 5));
    const std::string sources = list_of(order, source);
    store->allow(then < 200 ? std::size_t{1} << 20U : 0);  // 0: the sets spill to disk
    const sighting seen{url, partition_hash(url), order, columns, sources};
    require(store->insert(0, {&seen, 1}).has_value());
    known& entry = expected[std::string(url)];
    ++entry.count;
    const auto [place, added] = entry.sources.emplace(source, order);
    if (!added) place->second = std::min(place->second, order);
    if (order < entry.order) {
      entry.order = order;
      entry.columns = columns;
    }
    if (then != 255) continue;
    const auto left = store->checkpoint();
    require(left.has_value());
    store = std::make_unique<shard_store>(options);
    require(store->restore(*left).has_value());
  }

  std::vector<std::string> rows;
  shard_store::reading reading;
  reading.take = [&](const known_url& entry) {
    rows.emplace_back(entry.url);
    const auto found = expected.find(rows.back());
    require(found != expected.end());
    compare(entry, found->second, options.max_sources);
    return true;
  };
  require(store->begin_reading().has_value());
  require(store->read(0, reading).has_value());
  require(rows.size() == expected.size());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string& a = rows[i - 1];
    const std::string& b = rows[i];
    if (options.order == row_order::bytes) require(a < b);
    if (options.order == row_order::first_seen) require(expected[a].order < expected[b].order);
    if (options.order == row_order::surt) require(std::pair(surt_of(a), a) < std::pair(surt_of(b), b));
  }
  store->discard();
}

}  // namespace urlsieve::fuzz::shard_store_target
