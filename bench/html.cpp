// Throughput of link extraction from HTML, one thread, in memory: mixed web pages and link-dense
// documentation, by the fast and the exact reader. Also the first stage alone, and other parsers.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bench/corpus.hpp"
#include "bench/rivals/html_parser.hpp"
#include "src/references/html/in_html.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/markup_scan.hpp"
#include "tests/references/html/web_pages.hpp"

namespace urlsieve {
namespace {

using pages = std::vector<std::string>;

// Returns the bodies of an archive with pages of many sites, or null and skips the benchmark.
const pages* web(benchmark::State& state) {
  static pages loaded;
  const std::filesystem::path file = bench::web_archive();
  if (loaded.empty() && std::filesystem::exists(file))
    for (testing::web_page& page : testing::read_web_pages(file)) loaded.push_back(std::move(page.body));
  if (loaded.empty()) state.SkipWithError(("skipped: no " + file.string()).c_str());
  return loaded.empty() ? nullptr : &loaded;
}

// Returns every eighth file of the grown HTML documentation, in name order, up to 64 MB.
const pages* documentation(benchmark::State& state) {
  static pages loaded;
  const std::filesystem::path folder = bench::grown("html");
  if (loaded.empty() && std::filesystem::exists(folder)) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && entry.path().extension() == ".html") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::size_t size = 0;
    for (std::size_t i = 0; i < files.size() && size < (std::size_t{64} << 20U); i += 8) {
      loaded.push_back(testing::read_file(files[i]));
      size += loaded.back().size();
    }
  }
  if (loaded.empty()) state.SkipWithError(("skipped: no " + folder.string()).c_str());
  return loaded.empty() ? nullptr : &loaded;
}

std::int64_t size_of(const pages& all) {
  std::size_t size = 0;
  for (const std::string& page : all) size += page.size();
  return static_cast<std::int64_t>(size);
}

void find_in(benchmark::State& state, const pages* all, reading speed) {
  if (all == nullptr) return;
  html_finder finder(link_options{}, speed);
  findings found;
  stats counted;
  std::int64_t links = 0;
  for (auto _ : state) {
    for (const std::string& page : *all) {
      found.clear();
      document doc;
      doc.body = page;
      doc.type = media::html;
      finder.find(doc, found, counted);
      links += static_cast<std::int64_t>(found.references.size());
      benchmark::DoNotOptimize(found.references.data());
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * size_of(*all));
  state.SetItemsProcessed(links);
}

void index_windows(benchmark::State& state) {
  const pages* const all = web(state);
  if (all == nullptr) return;
  const auto window = std::make_unique<markup_window>();
  for (auto _ : state) {
    for (const std::string& page : *all)
      for (std::size_t at = 0; at < page.size();)
        at += index_markup(page.data() + at, page.size() - at, false, *window);
    benchmark::DoNotOptimize(window.get());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * size_of(*all));
}

void web_pages(benchmark::State& state) {
  find_in(state, web(state), reading::fast);
}
void web_pages_exact(benchmark::State& state) {
  find_in(state, web(state), reading::exact);
}
void docs(benchmark::State& state) {
  find_in(state, documentation(state), reading::fast);
}
void docs_exact(benchmark::State& state) {
  find_in(state, documentation(state), reading::exact);
}

const bench::html_parsers& rivals() {
  static const bench::html_parsers all = [] {
    bench::html_parsers made;
#ifdef URLSIEVE_HAS_GUMBO
    bench::add_gumbo(made);
#endif
#ifdef URLSIEVE_HAS_LIBXML2
    bench::add_libxml2(made);
#endif
    return made;
  }();
  return all;
}

std::string without_blanks(std::string_view value) {
  std::string kept;
  for (const char c : value)
    if (!bytes::html_space.contains(c)) kept += c;
  return kept;
}

// Returns the percentage of distinct links that both the rival and urlsieve find, among the links that
// either finds.
double agreement(bench::html_parser& rival, const pages& all) {
  html_finder finder(link_options{});
  findings found;
  stats counted;
  std::size_t both = 0;
  std::size_t any = 0;
  for (std::size_t i = 0; i < all.size(); i += 4) {
    document doc;
    doc.body = all[i];
    doc.type = media::html;
    found.clear();
    finder.find(doc, found, counted);
    std::set<std::string> ours;
    for (const reference& link : found.references) {
      const std::size_t at = link.where.find('@');
      if (at == std::string_view::npos) continue;
      if (bench::is_common_link(link.where.substr(0, at), link.where.substr(at + 1)))
        ours.insert(std::string(link.where) + " " + without_blanks(link.raw));
    }
    std::set<std::string> theirs;
    rival.find(all[i], [&](std::string_view element, std::string_view attribute, std::string_view value) {
      theirs.insert(std::string(element).append("@").append(attribute) + " " + without_blanks(value));
    });
    any += ours.size();
    for (const std::string& link : theirs) (ours.contains(link) ? both : any) += 1;
  }
  return any == 0 ? 0 : 100.0 * static_cast<double>(both) / static_cast<double>(any);
}

void rival_finds(benchmark::State& state, const pages* all, bench::html_parser& rival) {
  if (all == nullptr) return;
  state.counters["agrees"] = agreement(rival, *all);
  std::int64_t links = 0;
  const bench::take_link take = [&](std::string_view, std::string_view, std::string_view) { ++links; };
  for (auto _ : state)
    for (const std::string& page : *all) rival.find(page, take);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * size_of(*all));
  state.SetItemsProcessed(links);
}

const bool rivals_are_listed = [] {
  for (const auto& rival : rivals()) {
    bench::html_parser* const parser = rival.get();
    benchmark::RegisterBenchmark(("web_pages: " + rival->name()).c_str(), [parser](benchmark::State& state) {
      rival_finds(state, web(state), *parser);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("docs: " + rival->name()).c_str(), [parser](benchmark::State& state) {
      rival_finds(state, documentation(state), *parser);
    })->Unit(benchmark::kMillisecond);
  }
  return true;
}();

BENCHMARK(web_pages)->Unit(benchmark::kMillisecond);
BENCHMARK(web_pages_exact)->Unit(benchmark::kMillisecond);
BENCHMARK(docs)->Unit(benchmark::kMillisecond);
BENCHMARK(docs_exact)->Unit(benchmark::kMillisecond);
BENCHMARK(index_windows)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace urlsieve
