// Other URL libraries beside src/url: parsing, normalizing and resolving of real URLs and of real pairs of
// base and reference, in one run. Invalid URLs are excluded, because the libraries treat them differently.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/corpus.hpp"
#include "bench/rivals/url_library.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/parse/validity.hpp"
#include "src/url/percent.hpp"
#include "urlsieve/url.hpp"

namespace {

using namespace urlsieve;
using bench::url_library;

// Below this share of equal results, a rival does another job, and its time is not comparable.
constexpr double least_agreement = 98;

const bench::url_libraries& libraries() {
  static const bench::url_libraries all = [] {
    bench::url_libraries made;
    bench::add_urlsieve(made);
#ifdef URLSIEVE_HAS_BOOST_URL
    bench::add_boost_url(made);
#endif
#ifdef URLSIEVE_HAS_URIPARSER
    bench::add_uriparser(made);
#endif
#ifdef URLSIEVE_HAS_CURL
    bench::add_curl(made);
#endif
    return made;
  }();
  return all;
}

url_library& ours() {
  return *libraries().front();
}

// Returns true if all libraries should agree on the URL: a valid URL without escapes of reserved
// characters. Such escapes have no equivalent (RFC 3986 section 2.2), but Boost.URL 1.81 decodes them.
bool is_common(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1))
    if (is_escape(text, at) && bytes::reserved.contains(decoded_escape(text, at))) return false;
  return is_valid(url_view::of(text));
}

// Returns the lines of a file that `keep` accepts. Returns an empty list and skips the benchmark if the file
// is absent.
template <class Keep>
std::vector<std::string> lines_of(benchmark::State& state, const std::filesystem::path& file, Keep keep) {
  std::vector<std::string> lines;
  const std::string* const bytes = bench::load(state, file);
  if (bytes == nullptr) return lines;
  for (std::size_t from = 0; from < bytes->size();) {
    const std::size_t end = std::min(bytes->find('\n', from), bytes->size());
    std::string line = bytes->substr(from, end - from);
    if (!line.empty() && keep(line)) lines.push_back(std::move(line));
    from = end + 1;
  }
  return lines;
}

std::vector<std::string> common_urls(benchmark::State& state) {
  return lines_of(state, bench::top_urls(), is_common);
}

// libcurl 7.88 removes the last segment of the base for "#s", and loses an empty query.
bool is_common_reference(std::string_view text) {
  const url_view url = url_view::of(text);
  const bool same_document =
      !url.has_scheme() && !url.has_authority() && url.path().empty() && !url.has_query();
  return is_common(text) && !same_document && !(url.has_query() && url.query().empty());
}

struct pair_of_urls {
  std::string base;
  std::string reference;
};

std::vector<pair_of_urls> common_pairs(benchmark::State& state) {
  std::vector<pair_of_urls> pairs;
  for (const std::string& line :
       lines_of(state, bench::references(), [](const std::string&) { return true; })) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    pair_of_urls pair{line.substr(0, tab), line.substr(tab + 1)};
    if (is_common(pair.base) && is_common_reference(pair.reference)) pairs.push_back(std::move(pair));
  }
  return pairs;
}

// Returns false and skips the benchmark, with a message, if too few results equal urlsieve's results.
bool agrees(benchmark::State& state, std::size_t equal, std::size_t asked) {
  const double share = asked == 0 ? 0 : 100.0 * static_cast<double>(equal) / static_cast<double>(asked);
  if (share < least_agreement) {
    state.SkipWithError(("agrees with ours on " + std::to_string(share) + " % only").c_str());
    return false;
  }
  state.counters["agrees%"] = share;
  return true;
}

void count(benchmark::State& state, std::size_t items) {
  state.counters["each"] =
      benchmark::Counter(static_cast<double>(items),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void parse_urls(benchmark::State& state, url_library& library) {
  const std::vector<std::string> urls = common_urls(state);
  if (urls.empty()) return;
  std::size_t equal = 0;
  for (const std::string& url : urls) equal += library.components(url) == ours().components(url) ? 1U : 0U;
  if (!agrees(state, equal, urls.size())) return;
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const std::string& url : urls) sum += library.parse(url);
    benchmark::DoNotOptimize(sum);
  }
  count(state, urls.size());
}

// Returns the text of a reused buffer up to the terminating zero.
std::string text_of(const std::string& buffer) {
  return buffer.c_str();
}

// Normalizes to the scheme rung for comparison, because the libraries implement different rungs and differ
// in empty fragments.
std::string at_scheme(const std::string& url) {
  return urlsieve::normalize(url).value_or("refused");
}

void normalize_urls(benchmark::State& state, url_library& library) {
  const std::vector<std::string> urls = common_urls(state);
  if (urls.empty()) return;
  std::size_t equal = 0;
  std::string out;
  for (const std::string& url : urls)
    equal += library.normalize(url, out) && at_scheme(text_of(out)) == at_scheme(url) ? 1U : 0U;
  if (!agrees(state, equal, urls.size())) return;
  for (auto _ : state) {
    std::size_t sum = 0;
    for (const std::string& url : urls) sum += library.normalize(url, out) ? 1U : 0U;
    benchmark::DoNotOptimize(sum);
  }
  count(state, urls.size());
}

void resolve_pairs(benchmark::State& state, url_library& library) {
  const std::vector<pair_of_urls> pairs = common_pairs(state);
  if (pairs.empty()) return;
  // Parse each base once, as for a document.
  std::vector<std::size_t> bases;
  const std::string* last = nullptr;
  for (const pair_of_urls& pair : pairs) {
    const bool same = last != nullptr && *last == pair.base;
    bases.push_back(same ? bases.back() : library.keep_base(pair.base).value());
    last = &pair.base;
  }
  std::size_t equal = 0;
  std::string out;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string expected = urlsieve::resolve(pairs[i].base, pairs[i].reference).value();
    equal +=
        library.resolve(bases[i], pairs[i].reference, out) && at_scheme(text_of(out)) == at_scheme(expected)
            ? 1U
            : 0U;
  }
  if (!agrees(state, equal, pairs.size())) return;
  for (auto _ : state) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      sum += library.resolve(bases[i], pairs[i].reference, out) ? 1U : 0U;
    benchmark::DoNotOptimize(sum);
  }
  count(state, pairs.size());
}

const bool registered = [] {
  for (const auto& library : libraries()) {
    url_library& one = *library;
    const std::string name = one.name();
    benchmark::RegisterBenchmark(("parse/" + name).c_str(),
                                 [&one](benchmark::State& state) { parse_urls(state, one); });
    benchmark::RegisterBenchmark(("normalize/" + name).c_str(),
                                 [&one](benchmark::State& state) { normalize_urls(state, one); });
    benchmark::RegisterBenchmark(("resolve/" + name).c_str(),
                                 [&one](benchmark::State& state) { resolve_pairs(state, one); });
  }
  return true;
}();

}  // namespace
