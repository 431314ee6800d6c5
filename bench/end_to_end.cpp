// Throughput of whole runs, from files in the page cache to rows in /dev/null or to synced shards.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "bench/corpus.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"

namespace {

using namespace urlsieve;

enum class target { rows, unique_rows, shards };

void run(benchmark::State& state, const char* corpus, target where) {
  const std::filesystem::path file = bench::grown(corpus);
  if (!std::filesystem::exists(file)) {
    state.SkipWithError(("skipped: no " + file.string()).c_str());
    return;
  }
  extract_options options;
  options.input.paths = {file.string()};
  options.threads = static_cast<unsigned>(state.range(0));
  options.output.dedup = where != target::rows;
  const std::filesystem::path out =
      std::filesystem::temp_directory_path() / ("urlsieve-bench-" + std::to_string(::getpid()));
  if (where == target::shards) {
    options.output.directory = out.string();
    options.output.force = true;
  }
  const int stream = ::open("/dev/null", O_WRONLY);
  std::uint64_t bytes = 0;
  std::uint64_t references = 0;
  for ([[maybe_unused]] const auto& iteration : state) {
    const result<run_summary> done = extract(options, stream);
    if (!done) {
      state.SkipWithError(done.error().message.c_str());
      break;
    }
    bytes += done->counted.bytes;
    references += done->counted.references;
  }
  ::close(stream);
  std::filesystem::remove_all(out);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
  state.SetItemsProcessed(static_cast<std::int64_t>(references));
}

void arguments(benchmark::internal::Benchmark* one) {
  one->Arg(1)->Arg(2)->ArgName("threads")->UseRealTime()->MeasureProcessCPUTime()->Unit(
      benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(run, sparse_text_rows, "sparse.txt", target::rows)->Apply(arguments);
BENCHMARK_CAPTURE(run, dense_text_rows, "dense.txt", target::rows)->Apply(arguments);
BENCHMARK_CAPTURE(run, url_list_unique, "urls.txt", target::unique_rows)->Apply(arguments);
BENCHMARK_CAPTURE(run, url_list_shards, "urls.txt", target::shards)->Apply(arguments);
BENCHMARK_CAPTURE(run, warc_shards, "docs.warc", target::shards)->Apply(arguments);
BENCHMARK_CAPTURE(run, warc_gz_shards, "docs.warc.gz", target::shards)->Apply(arguments);
BENCHMARK_CAPTURE(run, wet_shards, "docs.wet", target::shards)->Apply(arguments);
BENCHMARK_CAPTURE(run, json_lines_shards, "docs.jsonl", target::shards)->Apply(arguments);

}  // namespace
