// Cost of the public library per page and per URL: pages of one size (the first bytes of real web pages),
// whole and in pieces, beside the finder alone; and the public normalizer beside the internal
// canonicalizer.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "src/references/html/in_html.hpp"
#include "src/url/normalize/canonical.hpp"
#include "tests/references/html/web_pages.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/extractor.hpp"
#include "urlsieve/normalizer.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t together = std::size_t{16} << 20U;  // bytes of pages

using pages = std::vector<testing::web_page>;

// Returns the first `size` bytes of each page that has at least `size` bytes.
pages fronts(benchmark::State& state, std::size_t size) {
  static const pages all =
      std::filesystem::exists(bench::web_archive()) ? testing::read_web_pages(bench::web_archive()) : pages();
  pages cut;
  for (const testing::web_page& one : all) {
    if (one.body.size() < size || cut.size() * size >= together) continue;
    cut.push_back(one);
    cut.back().body.resize(size);
  }
  if (cut.empty()) state.SkipWithError("skipped: no archive of web pages, see corpora/grow.sh");
  return cut;
}

void rates(benchmark::State& state, const pages& all) {
  std::size_t size = 0;
  for (const testing::web_page& one : all) size += one.body.size();
  state.SetBytesProcessed(static_cast<std::int64_t>(size) * state.iterations());
  state.counters["us/page"] =
      benchmark::Counter(static_cast<double>(all.size()) * 1e-6,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

page of(const testing::web_page& one) {
  return {.bytes = one.body, .base = "http://www.example.com/dir/", .type = media::html};
}

void whole(benchmark::State& state, dedup_scope dedup) {
  const pages all = fronts(state, static_cast<std::size_t>(state.range(0)));
  extractor links = *extractor::make({}, dedup);
  std::size_t sum = 0;
  const auto take = [&](const sieved_url& found) { sum += found.url.size(); };
  for (auto _ : state)
    for (const testing::web_page& one : all) links.run(of(one), take);
  benchmark::DoNotOptimize(sum);
  rates(state, all);
}

void fed(benchmark::State& state) {
  constexpr std::size_t piece = std::size_t{16} << 10U;
  const pages all = fronts(state, static_cast<std::size_t>(state.range(0)));
  extractor links = *extractor::make();
  std::size_t sum = 0;
  const auto take = [&](const sieved_url& found) { sum += found.url.size(); };
  for (auto _ : state) {
    for (const testing::web_page& one : all) {
      page about = of(one);
      about.bytes = {};
      links.begin(about);
      for (std::size_t at = 0; at < one.body.size(); at += piece)
        links.feed(std::string_view(one.body).substr(at, piece), take);
      links.end(take);
    }
  }
  benchmark::DoNotOptimize(sum);
  rates(state, all);
}

// Constructs all objects anew for each page: the worst case.
void made_each_time(benchmark::State& state) {
  const pages all = fronts(state, static_cast<std::size_t>(state.range(0)));
  extract_options options;
  options.base = "http://www.example.com/dir/";
  options.input.format = input_format::html;
  std::size_t sum = 0;
  for (auto _ : state)
    for (const testing::web_page& one : all)
      benchmark::DoNotOptimize(
          extract(one.body, options, [&](const sieved_url& found) { sum += found.url.size(); }));
  benchmark::DoNotOptimize(sum);
  rates(state, all);
}

// Finds links without resolving or normalizing: the lower bound.
void found_only(benchmark::State& state) {
  const pages all = fronts(state, static_cast<std::size_t>(state.range(0)));
  html_finder finder(link_options{});
  findings found;
  stats counted;
  for (auto _ : state) {
    for (const testing::web_page& one : all) {
      found.clear();
      document doc;
      doc.body = one.body;
      doc.type = media::html;
      finder.find(doc, found, counted);
      benchmark::DoNotOptimize(found.references.data());
    }
  }
  rates(state, all);
}

void no_page(benchmark::State& state) {
  extractor links = *extractor::make();
  const page empty{.bytes = "<p>", .base = "http://www.example.com/dir/", .type = media::html};
  for (auto _ : state) benchmark::DoNotOptimize(links.run(empty, [](const sieved_url&) {}));
}

void make_one(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(extractor::make());
}

struct url_list {
  std::string bytes = testing::read_file(bench::top_urls());
  std::vector<std::string_view> urls;

  url_list() {
    for (std::size_t from = 0; from < bytes.size();) {
      const std::size_t end = std::min(bytes.find('\n', from), bytes.size());
      urls.push_back(std::string_view(bytes).substr(from, end - from));
      from = end + 1;
    }
  }
};

enum class way { inner, one, many, lines };

void normalize(benchmark::State& state, way how) {
  const url_list list;
  if (list.urls.empty()) return state.SkipWithError("no such list: see corpora/grow.sh");
  const canonicalizer canonical{url_options{}};
  normalizer urls;
  normalized_urls many;
  std::size_t sum = 0;
  std::vector<char> out(canonicalizer::capacity_for(list.bytes.size(), nullptr));
  for (auto _ : state) {
    many.clear();
    if (how == way::many) urls.normalize_many(list.urls, many);
    if (how == way::lines) urls.normalize_lines(list.bytes, many);
    if (how == way::one)
      for (const std::string_view url : list.urls) sum += urls.normalize(url).url.size();
    if (how == way::inner)
      for (const std::string_view url : list.urls) sum += canonical.normalize(url, out.data()).size;
    benchmark::DoNotOptimize(many.size());
  }
  benchmark::DoNotOptimize(sum);
  state.counters["ns/url"] =
      benchmark::Counter(static_cast<double>(list.urls.size()) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

constexpr std::int64_t small = 2048;
constexpr std::int64_t large = 131072;

BENCHMARK_CAPTURE(whole, page, dedup_scope::page)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(whole, off, dedup_scope::off)->Arg(small)->Arg(large);
BENCHMARK(fed)->Arg(small)->Arg(large);
BENCHMARK(made_each_time)->Arg(small)->Arg(large);
BENCHMARK(found_only)->Arg(small)->Arg(large);
BENCHMARK(no_page);
BENCHMARK(make_one);
BENCHMARK_CAPTURE(normalize, inner, way::inner);
BENCHMARK_CAPTURE(normalize, one, way::one);
BENCHMARK_CAPTURE(normalize, many, way::many);
BENCHMARK_CAPTURE(normalize, lines, way::lines);

}  // namespace
}  // namespace urlsieve
