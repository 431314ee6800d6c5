// How long do other libraries take for what src/url does? Real URLs and real pairs of base and reference,
// those that are valid: what is not valid is no common ground. In one run, ours beside them.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/corpus.hpp"
#include "bench/rivals/url_library.hpp"
#include "src/text/byte_class.hpp"
#include "src/url/percent.hpp"
#include "src/url/validity.hpp"
#include "urlsieve/url.hpp"

namespace {

using namespace urlsieve;
using bench::url_library;

// Below this share of equal answers a rival does something else, and its time says nothing.
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

// Is it common ground? What is not valid is none, and an escape of a reserved character has no equivalent
// (RFC 3986 section 2.2), but Boost.URL 1.81 decodes it.
bool is_common(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1))
    if (is_escape(text, at) && bytes::reserved.contains(decoded_escape(text, at))) return false;
  return is_valid(url_view::of(text));
}

// The lines of a file that `keep` keeps; empty: the bench is skipped.
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

// libcurl 7.88 takes the last segment off the base for "#s", and loses an empty query.
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

// Skips the bench, and says so, where too few answers are those of ours.
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

// The zero that ends what is written to a reused buffer does not count.
std::string text_of(const std::string& buffer) {
  return buffer.c_str();
}

// Libraries go to different rungs of the ladder, and differ in empty fragments: answers are equal if they
// are at the scheme rung.
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
  // A base is parsed once, as for a document.
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
