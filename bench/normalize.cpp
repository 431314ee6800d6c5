// Time per URL to the canonical form at the scheme rung, into a reused buffer. Lists of real URLs: hot
// (10,000 URLs, which a branch predictor learns), streamed (the grown list of distinct URLs), and lists in
// which every URL needs one kind of work, or mixed work. Beside them ada, if installed, and a copy with a
// class scan, the lower bound.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/corpus.hpp"
#include "bench/rivals/ada_rival.hpp"
#include "bench/worked_urls.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/normalize/canonical.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/url_options.hpp"

namespace {

using namespace urlsieve;

struct url_list {
  std::string bytes;
  std::vector<std::string_view> urls;
};

url_list read_list(const std::filesystem::path& file) {
  url_list list;
  list.bytes = urlsieve::testing::read_file(file);
  for (std::size_t from = 0; from < list.bytes.size();) {
    const std::size_t end = std::min(list.bytes.find('\n', from), list.bytes.size());
    if (end != from) list.urls.push_back(std::string_view(list.bytes).substr(from, end - from));
    from = end + 1;
  }
  return list;
}

template <class Change>
url_list changed(const url_list& from, const Change& change) {
  url_list list;
  for (const std::string_view url : from.urls) list.bytes.append(change(url)).append(1, '\n');
  for (std::size_t i = 0; i < list.bytes.size();) {
    const std::size_t end = list.bytes.find('\n', i);
    list.urls.push_back(std::string_view(list.bytes).substr(i, end - i));
    i = end + 1;
  }
  return list;
}

void count(benchmark::State& state, const url_list& list) {
  std::size_t bytes = 0;
  for (const std::string_view url : list.urls) bytes += url.size();
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(list.urls.size()));
  state.counters["ns/url"] =
      benchmark::Counter(static_cast<double>(list.urls.size()) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void normalize(benchmark::State& state, const url_list& list) {
  if (list.urls.empty()) return state.SkipWithError("no such list: see corpora/grow.sh");
  const canonicalizer canonical{url_options{}};
  std::size_t longest = 0;
  for (const std::string_view url : list.urls) longest = std::max(longest, url.size());
  std::vector<char> out(canonicalizer::capacity_for(longest, nullptr));
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const std::string_view url : list.urls) sum += canonical.canonicalize(url, nullptr, out.data()).size;
    benchmark::DoNotOptimize(sum);
  }
  count(state, list);
}

#ifdef URLSIEVE_HAS_ADA
void ada(benchmark::State& state, const url_list& list) {
  if (list.urls.empty()) return state.SkipWithError("no such list: see corpora/grow.sh");
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const std::string_view url : list.urls) sum += bench::ada_href_size(url);
    benchmark::DoNotOptimize(sum);
  }
  count(state, list);
}
#endif

void copy_and_scan(benchmark::State& state, const url_list& list) {
  if (list.urls.empty()) return state.SkipWithError("no such list: see corpora/grow.sh");
  constexpr byte_set allowed = bytes::query_char | byte_set("%");
  std::vector<char> out(1U << 20U);
  for (auto _ : state) {
    unsigned odd = 0;
    for (const std::string_view url : list.urls) {
      url.copy(out.data(), out.size());
      for (const char c : url) odd |= allowed.contains(c) ? 0U : 1U;
    }
    benchmark::DoNotOptimize(odd);
    benchmark::ClobberMemory();
  }
  count(state, list);
}

const url_list top = read_list(bench::top_urls());
const url_list various = read_list(bench::many_urls());
const url_list streamed = read_list(bench::grown("urls.txt"));

BENCHMARK_CAPTURE(normalize, top10k, top);
BENCHMARK_CAPTURE(normalize, kasztp, various);
BENCHMARK_CAPTURE(normalize, streamed, streamed);

// Registers one list per kind of work.
const bool registered = [] {
  bench::worked_urls worked;
  static std::vector<std::pair<std::string, url_list>> lists;
  const auto add = [](std::string name, const url_list& from, const auto& change) {
    lists.emplace_back(std::move(name), changed(from, change));
  };
  // Each URL needs two rungs: the scheme in upper case, and an escape of an unreserved character.
  add("all_in_need_of_work", top,
      [](std::string_view url) { return std::string("HTTP").append(url.substr(4)).append("%7e"); });
  add("non_ascii_path", top, [&](std::string_view url) { return worked.non_ascii_path(url); });
  add("non_ascii_query", top, [&](std::string_view url) { return worked.non_ascii_query(url); });
  add("idna_host", top, [&](std::string_view url) { return worked.idna_host(url); });
  add("lower_escapes", top, bench::worked_urls::lower_escapes);
  add("spaces", top, bench::worked_urls::spaces);
  add("default_port", top, bench::worked_urls::default_port);
  add("upper_host", top, bench::worked_urls::upper_host);
  add("dot_segments", top, bench::worked_urls::dot_segments);
  add("address", top, [&](std::string_view) { return worked.address(); });
  add("files", streamed.urls.empty() ? various : streamed, bench::worked_urls::file);
  add("mixed_streamed", streamed, [&](std::string_view url) { return worked.mixed(url); });
  for (const auto& [name, list] : lists) {
    const url_list& urls = list;
    benchmark::RegisterBenchmark(("normalize/" + name).c_str(),
                                 [&urls](benchmark::State& state) { normalize(state, urls); });
#ifdef URLSIEVE_HAS_ADA
    benchmark::RegisterBenchmark(("ada/" + name).c_str(),
                                 [&urls](benchmark::State& state) { ada(state, urls); });
#endif
  }
  return true;
}();

BENCHMARK_CAPTURE(copy_and_scan, top10k, top);

}  // namespace
