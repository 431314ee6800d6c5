// Throughput of merging, verifying and `seen` on the outputs of two halves of 15 M URLs. Rates count rows
// read; "input" counts the URLs of the original lists.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "bench/corpus.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/merge_shards.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/url_options.hpp"
#include "urlsieve/verify_shards.hpp"

namespace {

namespace fs = std::filesystem;
using namespace urlsieve;

// The outputs of the two halves, written once to a directory that the destructor removes.
class halves {
 public:
  explicit halves(std::string_view lines) {
    std::string name = (fs::temp_directory_path() / "urlsieve-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) return;
    folder_ = name;
    const std::size_t middle = lines.find('\n', lines.size() / 2) + 1;
    made_ = make("a", lines.substr(0, middle)) && make("b", lines.substr(middle));
  }
  halves(const halves&) = delete;
  halves& operator=(const halves&) = delete;
  ~halves() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] bool made() const { return made_; }
  [[nodiscard]] std::string at(const char* name) const { return (folder_ / name).string(); }
  [[nodiscard]] static extract_options options() {
    extract_options options;
    options.input.format = input_format::urls;
    options.url.ladder = rung::string;
    options.output.compress = compression::zstd;
    options.output.fields = {field::url, field::count};
    return options;
  }

 private:
  bool make(const char* name, std::string_view lines) const {
    const std::string list = at(name) + ".txt";
    std::ofstream(list, std::ios::binary) << lines;
    extract_options half = options();
    half.input.paths = {list};
    half.output.directory = at(name);
    return extract(half, -1).has_value();
  }

  fs::path folder_;
  bool made_ = false;
};

// Returns the outputs, or null and skips the benchmark if the corpus is missing.
const halves* both(benchmark::State& state) {
  const std::string* const lines = bench::load(state, bench::grown("urls-15m.txt"), std::size_t{2} << 30U);
  if (lines == nullptr) return nullptr;
  static const halves made(*lines);
  if (!made.made()) state.SkipWithError("the halves cannot be written");
  return made.made() ? &made : nullptr;
}

void merge(benchmark::State& state) {
  const halves* const from = both(state);
  if (from == nullptr) return;
  merge_options options;
  options.directories = {from->at("a"), from->at("b")};
  options.output = from->at("merged");
  options.force = true;
  options.threads = static_cast<unsigned>(state.range(0));
  options.compress = static_cast<compression>(state.range(1));
  std::uint64_t rows = 0;
  std::uint64_t input = 0;
  for (auto _ : state) {
    run_monitor monitor;
    const result<manifest> done = merge_shards(options, &monitor);
    if (!done) return state.SkipWithError(done.error().message.c_str());
    rows += monitor.unique;
    input += done->kept;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(rows));
  state.counters["input"] = benchmark::Counter(static_cast<double>(input), benchmark::Counter::kIsRate);
}
BENCHMARK(merge)
    ->ArgNames({"threads", "packing"})
    ->Args({1, static_cast<int>(compression::zstd)})
    ->Args({2, static_cast<int>(compression::zstd)})
    ->Args({2, static_cast<int>(compression::none)})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void verify(benchmark::State& state) {
  const halves* const from = both(state);
  if (from == nullptr) return;
  std::uint64_t rows = 0;
  for (auto _ : state) {
    const result<verify_report> done =
        verify_shards({from->at("a"), from->at("b")}, static_cast<unsigned>(state.range(0)));
    if (!done || !done->faults.empty()) return state.SkipWithError("not sound");
    rows += done->lines;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(rows));
}
BENCHMARK(verify)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

// Extracts the second half, with and without the first half as seen URLs.
void extract_half(benchmark::State& state) {
  const halves* const from = both(state);
  if (from == nullptr) return;
  extract_options options = halves::options();
  options.input.paths = {from->at("b") + ".txt"};
  options.output.directory = from->at("new");
  options.output.force = true;
  options.threads = 2;
  if (state.range(0) != 0) options.output.seen = {from->at("a")};
  std::uint64_t rows = 0;
  for (auto _ : state) {
    const result<run_summary> done = extract(options, -1);
    if (!done) return state.SkipWithError(done.error().message.c_str());
    rows += done->counted.kept;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(rows));
}
BENCHMARK(extract_half)->ArgName("seen")->Arg(0)->Arg(1)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
