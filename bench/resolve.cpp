// Time to resolve a relative reference to the scheme rung, against a base parsed once. Input: real pairs of
// base and reference; consecutive pairs with the same base share the parsed base, as in a document.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "src/url/normalize/canonical.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/url_options.hpp"

namespace {

using namespace urlsieve;

struct pair_list {
  std::string bytes;
  std::vector<std::unique_ptr<base_url>> bases;
  struct pair {
    const base_url* base;
    std::string_view reference;
  };
  std::vector<pair> pairs;
};

pair_list read_pairs() {
  pair_list list;
  list.bytes = urlsieve::testing::read_file(bench::references());
  const url_options options;
  std::string_view last;
  for (std::size_t from = 0; from < list.bytes.size();) {
    const std::size_t end = std::min(list.bytes.find('\n', from), list.bytes.size());
    const std::string_view line = std::string_view(list.bytes).substr(from, end - from);
    from = end + 1;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    if (line.substr(0, tab) != last) {
      auto base = std::make_unique<base_url>();
      if (!base->assign(line.substr(0, tab), options)) continue;
      list.bases.push_back(std::move(base));
      last = line.substr(0, tab);
    }
    list.pairs.push_back({list.bases.back().get(), line.substr(tab + 1)});
  }
  return list;
}

void resolve_pairs(benchmark::State& state) {
  static const pair_list list = read_pairs();
  if (list.pairs.empty()) return state.SkipWithError("skipped: no references, see corpora/grow.sh");
  const canonicalizer canonical{url_options{}};
  std::size_t capacity = 0;
  for (const auto& pair : list.pairs)
    capacity = std::max(capacity, canonicalizer::capacity_for(pair.reference.size(), pair.base));
  std::vector<char> out(capacity);
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const auto& pair : list.pairs)
      sum += canonical.canonicalize(pair.reference, pair.base, out.data()).size;
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(list.pairs.size()));
  state.counters["ns/pair"] =
      benchmark::Counter(static_cast<double>(list.pairs.size()) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(resolve_pairs);

// Resolves page by page, as a run does: each page sets the base, and each reference is new.
void resolve_pages(benchmark::State& state) {
  static const std::string bytes = urlsieve::testing::read_file(bench::grown("references.tsv"));
  struct page {
    std::string_view base;
    std::vector<std::string_view> references;
  };
  static const std::vector<page> pages = [] {
    std::vector<page> all;
    const std::string_view text = bytes;
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      const std::string_view line = text.substr(from, end - from);
      from = end + 1;
      const std::size_t tab = line.find('\t');
      if (tab == std::string_view::npos) continue;
      if (all.empty() || all.back().base != line.substr(0, tab)) all.push_back({line.substr(0, tab), {}});
      all.back().references.push_back(line.substr(tab + 1));
    }
    return all;
  }();
  if (pages.empty()) return state.SkipWithError("skipped: no references, see corpora/grow.sh");
  const url_options options;
  const canonicalizer canonical{options};
  base_url base;
  std::vector<char> out(canonicalizer::capacity_for(options.max_url, nullptr) + options.max_url);
  std::size_t references = 0;
  for (const page& one : pages) references += one.references.size();
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const page& one : pages) {
      const base_url* const from = base.assign(one.base, options) ? &base : nullptr;
      for (const std::string_view reference : one.references)
        sum += canonical.canonicalize(reference, from, out.data()).size;
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(references));
  state.counters["ns/pair"] =
      benchmark::Counter(static_cast<double>(references) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(resolve_pages);

void assign_base(benchmark::State& state) {
  const url_options options;
  base_url base;
  for (auto _ : state) {
    const bool taken = base.assign("https://www.example.org/a/longer/path/to/index.html?with=query", options);
    benchmark::DoNotOptimize(taken);
  }
}
BENCHMARK(assign_base);

}  // namespace
