// Time to split a URL into components, without and with validation, on a real list of 10,000 URLs.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "src/url/parse/checked_parse.hpp"
#include "src/url/parse/validity.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/url.hpp"

namespace {

using namespace urlsieve;

struct url_list {
  std::string bytes;
  std::vector<std::string_view> urls;
};

const url_list& top() {
  static const url_list list = [] {
    url_list read;
    read.bytes = urlsieve::testing::read_file(bench::top_urls());
    return read;
  }();
  static const url_list split = [] {
    url_list lines;
    for (std::size_t from = 0; from < list.bytes.size();) {
      const std::size_t end = std::min(list.bytes.find('\n', from), list.bytes.size());
      lines.urls.push_back(std::string_view(list.bytes).substr(from, end - from));
      from = end + 1;
    }
    return lines;
  }();
  return split;
}

template <class Work>
void over_list(benchmark::State& state, Work work) {
  const auto& urls = top().urls;
  if (urls.empty()) return state.SkipWithError("skipped: no list of URLs, see corpora/grow.sh");
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const std::string_view url : urls) sum += work(url);
    benchmark::DoNotOptimize(sum);
  }
  state.counters["ns/url"] =
      benchmark::Counter(static_cast<double>(urls.size()) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void components(benchmark::State& state) {
  over_list(state, [](std::string_view url) { return parse(url).path; });
}
BENCHMARK(components);

void components_and_validity(benchmark::State& state) {
  over_list(state, [](std::string_view url) { return is_valid(url_view::of(url)) ? 1U : 0U; });
}
BENCHMARK(components_and_validity);

void checked_in_one_sweep(benchmark::State& state) {
  over_list(state, [](std::string_view url) {
    const checked_url checked = checked_parse(url);
    return checked.at.path + (checked.valid ? 1U : 0U);
  });
}
BENCHMARK(checked_in_one_sweep);

}  // namespace
