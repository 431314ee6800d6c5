// Cost of a host list: ns per lookup among 10^6 and 10^7 domains (one thread, a new host for each lookup,
// half of the hosts below a listed domain), and ns per line to read the list.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "src/pipeline/filters/host_list.hpp"
#include "src/pipeline/filters/host_set.hpp"

namespace urlsieve {
namespace {

std::string name_of(std::uint64_t number) {
  constexpr const char* ends[] = {".com", ".org", ".co.uk", ".de", ".example"};
  std::string made(6, 'a');
  for (std::size_t i = 0; i < made.size(); ++i, number /= 26) made[i] = static_cast<char>('a' + number % 26);
  return "site-" + made + ends[made.front() % 5];
}

void tests(benchmark::State& state) {
  const auto size = static_cast<std::uint64_t>(state.range(0));
  host_set set;
  for (std::uint64_t i = 0; i < size; ++i) set.add(name_of(i));
  set.settle();
  std::mt19937_64 random(1);
  std::vector<std::string> hosts;
  for (int i = 0; i < 1 << 20; ++i) hosts.push_back("www." + name_of(random() % (2 * size)));
  std::size_t next = 0;
  std::size_t found = 0;
  for (auto _ : state) found += set.has_above(hosts[next++ & (hosts.size() - 1)]) ? 1U : 0U;
  state.counters["bytes_a_name"] = static_cast<double>(set.memory()) / static_cast<double>(size);
  state.counters["found"] = static_cast<double>(found) / static_cast<double>(state.iterations());
}
BENCHMARK(tests)->Arg(1000)->Arg(1'000'000)->Arg(10'000'000);

void reading(benchmark::State& state) {
  const auto size = static_cast<std::uint64_t>(state.range(0));
  const std::string path = (std::filesystem::temp_directory_path() / "urlsieve_host_set_bench").string();
  {
    std::ofstream file(path);
    for (std::uint64_t i = 0; i < size; ++i) file << name_of(i) << '\n';
  }
  const std::vector<std::string> paths{path};
  for (auto _ : state) {
    host_set set;
    running_checksum sum;
    if (!add_hosts(paths, nullptr, set, sum)) state.SkipWithError("cannot read the list");
    set.settle();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(size));
  std::filesystem::remove(path);
}
BENCHMARK(reading)->Arg(1'000'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace urlsieve
