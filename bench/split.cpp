// Throughput of splitting inputs into documents, without parsing them. Splitters are the serial part of a
// run.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "src/documents/archives/warc.hpp"
#include "src/documents/http/http_message.hpp"
#include "src/documents/json/json_lines.hpp"
#include "src/documents/lines/url_list.hpp"
#include "urlsieve/input_options.hpp"

namespace {

using namespace urlsieve;

constexpr std::size_t batch = std::size_t{1} << 20;
constexpr std::size_t most = std::size_t{256} << 20U;

// Feeds a splitter as the pipeline does: about one batch at a time, more if a record needs more.
template <class Use>
void split_all(splitter& with, std::string_view input, stats& counted, Use&& use) {
  std::vector<slice> slices;
  std::size_t begin = 0;
  std::size_t needed = 0;
  while (begin < input.size()) {
    const std::size_t size = std::min(input.size() - begin, std::max(batch, needed));
    slices.clear();
    const auto made =
        with.split(input.substr(begin, size), begin, begin + size == input.size(), "bench", slices, counted);
    begin += made.consumed;
    needed = made.needed;
    for (const slice& one : slices) use(one);
  }
}

template <class Splitter>
void cut(benchmark::State& state, const char* corpus) {
  const std::string* const input = bench::load(state, bench::grown(corpus), most);
  if (input == nullptr) return;
  std::size_t slices = 0;
  for ([[maybe_unused]] const auto& iteration : state) {
    Splitter with{input_options{}};
    stats counted;
    split_all(with, *input, counted, [&](const slice& one) {
      benchmark::DoNotOptimize(one.bytes.data());
      ++slices;
    });
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input->size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(slices));
}

void cut_warc(benchmark::State& state, const char* corpus) {
  cut<warc_splitter>(state, corpus);
}
void cut_json(benchmark::State& state, const char* corpus) {
  cut<json_lines_splitter>(state, corpus);
}

// Splits records, and opens the HTTP messages in them up to their bodies.
void open_responses(benchmark::State& state, const char* corpus) {
  const std::string* const input = bench::load(state, bench::grown(corpus), most);
  if (input == nullptr) return;
  std::size_t documents = 0;
  http_reader reader;
  std::vector<reference> links;
  for ([[maybe_unused]] const auto& iteration : state) {
    warc_splitter with{input_options{}};
    stats counted;
    split_all(with, *input, counted, [&](const slice& one) {
      document opened;
      links.clear();
      if (one.kind == slice_kind::http_message && reader.open(one, "bench", opened, links, counted))
        ++documents;
      benchmark::DoNotOptimize(opened.body.data());
    });
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input->size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(documents));
}

void read_json(benchmark::State& state, const char* corpus) {
  const std::string* const input = bench::load(state, bench::grown(corpus), most);
  if (input == nullptr) return;
  const std::string padded =
      *input + std::string(64, '\0');  // what the reader requires behind the last slice
  std::size_t documents = 0;
  json_lines_reader reader{input_options{}};
  for ([[maybe_unused]] const auto& iteration : state) {
    json_lines_splitter with{input_options{}};
    stats counted;
    split_all(with, std::string_view(padded).substr(0, input->size()), counted, [&](const slice& one) {
      reader.read(one, "bench", counted, [&](const document& found) {
        benchmark::DoNotOptimize(found.body.data());
        ++documents;
      });
    });
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input->size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(documents));
}

// Measures the JSON parser alone, for the same fields of the same lines.
void read_json_bare(benchmark::State& state, const char* corpus) {
  const std::string* const input = bench::load(state, bench::grown(corpus), most);
  if (input == nullptr) return;
  const simdjson::padded_string padded(std::string_view(*input).substr(0, input->rfind('\n') + 1));
  std::size_t documents = 0;
  simdjson::ondemand::parser parser;
  for ([[maybe_unused]] const auto& iteration : state) {
    simdjson::ondemand::document_stream lines;
    if (parser.iterate_many(padded, std::size_t{16} << 20U).get(lines) != simdjson::SUCCESS)
      return state.SkipWithError("no stream of JSON");
    for (auto line : lines) {
      std::string_view url, html;
      if (line["url"].get_string().get(url) != simdjson::SUCCESS ||
          line["html"].get_string().get(html) != simdjson::SUCCESS)
        continue;
      benchmark::DoNotOptimize(html.data());
      ++documents;
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(padded.size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(documents));
}

void read_urls(benchmark::State& state, const char* corpus) {
  const std::string* const input = bench::load(state, bench::grown(corpus), most);
  if (input == nullptr) return;
  std::size_t lines = 0;
  std::vector<reference> found;
  for ([[maybe_unused]] const auto& iteration : state) {
    url_list_splitter with{input_options{}};
    stats counted;
    split_all(with, *input, counted, [&](const slice& one) {
      found.clear();
      read_url_lines(one.bytes, found);
      lines += found.size();
    });
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input->size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(lines));
}

BENCHMARK_CAPTURE(cut_warc, warc_records, "docs.warc")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open_responses, warc_responses, "docs.warc")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(cut_json, json_lines, "docs.jsonl")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_json, json_documents, "docs.jsonl")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_json_bare, json_documents_bare, "docs.jsonl")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_urls, url_lines, "urls.txt")->Unit(benchmark::kMillisecond);

}  // namespace
