// How fast are URLs found in plain text? Sparse and dense text, and a list of URLs, through the whole finder,
// on each set of vectors that the machine has.
#include <benchmark/benchmark.h>
#include <hwy/highway.h>

#include <cstdint>
#include <string>

#include "bench/corpus.hpp"
#include "src/documents/plain_text.hpp"
#include "src/references/in_text.hpp"

namespace urlsieve {
namespace {

// In windows as the pipeline gives them, so that the references found stay in the cache.
void find_in(benchmark::State& state, const std::filesystem::path& file) {
  const std::string* const text = bench::load(state, file);
  if (text == nullptr) return;
  const std::int64_t target = state.range(0);
  if (target != 0) hwy::SetSupportedTargetsForTest(target);
  text_finder finder{text_options{}};
  findings found;
  std::int64_t references = 0;
  constexpr std::size_t window = std::size_t{256} << 10U;
  for (auto _ : state) {
    for (std::size_t at = 0; at < text->size(); at += window) {
      found.clear();
      stats counted;
      document searched;
      searched.body = std::string_view(*text).substr(at, window);
      finder.find(searched, found, counted);
      references += static_cast<std::int64_t>(found.references.size());
      benchmark::DoNotOptimize(found.references.data());
    }
  }
  if (target != 0) hwy::SetSupportedTargetsForTest(0);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(text->size()));
  state.SetItemsProcessed(references);
  state.SetLabel(target == 0 ? "best" : hwy::TargetName(target));
}

void sparse_text(benchmark::State& state) {
  find_in(state, bench::grown("sparse.txt"));
}
void dense_text(benchmark::State& state) {
  find_in(state, bench::grown("dense.txt"));
}
void url_list(benchmark::State& state) {
  find_in(state, bench::grown("urls.txt"));
}

// The splitter alone: it runs serially, so it bounds all threads.
void split_windows(benchmark::State& state) {
  const std::string* const text = bench::load(state, bench::grown("sparse.txt"));
  if (text == nullptr) return;
  std::vector<slice> slices;
  for (auto _ : state) {
    plain_text_splitter splitter{plain_text_limits{}};
    stats counted;
    slices.clear();
    benchmark::DoNotOptimize(splitter.split(*text, 0, true, "sparse", slices, counted));
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(text->size()));
}

void each_target(benchmark::internal::Benchmark* bench) {
  bench->Arg(0);
  for (const auto target : hwy::SupportedAndGeneratedTargets()) bench->Arg(target);
  bench->Unit(benchmark::kMillisecond);
}

BENCHMARK(sparse_text)->Apply(each_target);
BENCHMARK(dense_text)->Apply(each_target);
BENCHMARK(url_list)->Apply(each_target);
BENCHMARK(split_windows)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace urlsieve
