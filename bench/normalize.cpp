// How long does a URL take to its canonical form at the scheme rung? Lists of real URLs, into a reused
// buffer: hot (10,000 URLs, which a branch predictor learns), streamed (the grown list of distinct URLs), and
// with every URL in need of work. Beside it a bare copy plus class scan, which is the lower bound.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "src/text/byte_class.hpp"
#include "src/url/canonical.hpp"
#include "tests/shared_data.hpp"

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

// Every URL so that a rung has something to do: the scheme in upper case, an escape that is none.
url_list spoiled(const url_list& from) {
  url_list list;
  for (const std::string_view url : from.urls)
    list.bytes.append("HTTP").append(url.substr(4)).append("%7e\n");
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
  std::vector<char> out(canonicalizer::room_for(longest, nullptr));
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const std::string_view url : list.urls) sum += canonical.canonicalize(url, nullptr, out.data()).size;
    benchmark::DoNotOptimize(sum);
  }
  count(state, list);
}

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
const url_list work = spoiled(top);

BENCHMARK_CAPTURE(normalize, top10k, top);
BENCHMARK_CAPTURE(normalize, kasztp, various);
BENCHMARK_CAPTURE(normalize, streamed, streamed);
BENCHMARK_CAPTURE(normalize, all_in_need_of_work, work);
BENCHMARK_CAPTURE(copy_and_scan, top10k, top);

}  // namespace
