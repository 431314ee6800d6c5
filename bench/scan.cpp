// Throughput of finding URLs in plain text: sparse text, dense text and a list of URLs, by the whole finder
// on each vector target of the machine, beside rivals with simpler rules.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "bench/corpus.hpp"
#include "bench/rivals/url_scanner.hpp"
#include "src/documents/lines/plain_text.hpp"
#include "src/references/text/in_text.hpp"
#include "src/text/scan/kernel_targets.hpp"

namespace urlsieve {
namespace {

// Searches windows of the size that the pipeline uses, so found references stay in the cache.
void find_in(benchmark::State& state, const std::filesystem::path& file) {
  const std::string* const text = bench::load(state, file);
  if (text == nullptr) return;
  const std::int64_t target = state.range(0);
  if (target != 0) run_kernels_on(target);
  text_finder finder{text_search{}};
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
  if (target != 0) run_kernels_on(0);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(text->size()));
  state.SetItemsProcessed(references);
  state.SetLabel(target == 0 ? "best" : name_of_target(target));
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

// Returns the number of references that the finder finds in the text.
std::size_t count_found(std::string_view text) {
  text_finder finder{text_search{}};
  findings found;
  stats counted;
  document searched;
  searched.body = text;
  finder.find(searched, found, counted);
  return found.references.size();
}

// Measures a rival. Skips a rival that finds less than half or more than twice of the finder's references.
void run_rival(benchmark::State& state, std::reference_wrapper<bench::url_scanner> chosen,
               const std::filesystem::path& file) {
  const std::string* const text = bench::load(state, file);
  if (text == nullptr) return;
  bench::url_scanner& rival = chosen;
  const bench::scanned_text scanned{*text, bench::same_bytes(file, *text)};
  const std::size_t expected = count_found(*text);
  const std::size_t counted = rival.count(scanned);
  if (counted < expected / 2 || counted > 2 * expected) {
    state.SkipWithError(
        ("implausible: " + std::to_string(counted) + " for " + std::to_string(expected)).c_str());
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(rival.count(scanned));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(text->size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(counted));
}

// Measures the splitter alone. The splitter runs serially, so it bounds the speed-up of threads.
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
  for (const auto target : runnable_targets()) bench->Arg(target);
  bench->Unit(benchmark::kMillisecond);
}

BENCHMARK(sparse_text)->Apply(each_target);
BENCHMARK(dense_text)->Apply(each_target);
BENCHMARK(url_list)->Apply(each_target);
BENCHMARK(split_windows)->Unit(benchmark::kMillisecond);

const bool rivals_registered = [] {
  static bench::url_scanners rivals;
  bench::add_programs(rivals);
#ifdef URLSIEVE_HAS_VECTORSCAN
  bench::add_vectorscan(rivals);
#endif
#ifdef URLSIEVE_HAS_RE2
  bench::add_re2(rivals);
#endif
  for (const auto& [corpus, file] : {std::pair("sparse_text", "sparse.txt"),
                                     std::pair("dense_text", "dense.txt"), std::pair("url_list", "urls.txt")})
    for (const auto& rival : rivals)
      benchmark::RegisterBenchmark((std::string(corpus) + "/" + rival->name()).c_str(), run_rival,
                                   std::ref(*rival), bench::grown(file))
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
  return true;
}();

}  // namespace
}  // namespace urlsieve
