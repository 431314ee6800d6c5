// Throughput of splitting an mbox into messages, without parsing them; beside GMime, which also parses the
// structure of each message, and grep, which searches for lines that begin with "From ".
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "src/documents/mailboxes/mbox.hpp"
#include "urlsieve/input_options.hpp"
#ifdef URLSIEVE_HAS_GMIME
#include <gmime/gmime.h>
#endif

namespace {

using namespace urlsieve;

constexpr std::size_t batch = std::size_t{256} << 10U;

// Returns the decompressed archive, which all benchmarks and programs share.
const std::string* archive(benchmark::State& state, std::filesystem::path (*kind)(),
                           std::string* path = nullptr) {
  const std::filesystem::path packed = kind();
  if (!std::filesystem::exists(packed)) {
    state.SkipWithError(("skipped: no " + packed.string()).c_str());
    return nullptr;
  }
  const bool plain = packed.extension() != ".zst";
  const auto unpacked = plain ? packed : std::filesystem::temp_directory_path() / packed.stem();
  if (!std::filesystem::exists(unpacked)) {
    const std::string command = "zstd -dqf '" + packed.string() + "' -o '" + unpacked.string() + "'";
    if (std::system(command.c_str()) != 0) state.SkipWithError("skipped: zstd cannot unpack it");
  }
  if (path != nullptr) *path = unpacked.string();
  return bench::load(state, unpacked);
}

void finish(benchmark::State& state, const std::string& input, std::size_t messages) {
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(input.size()));
  state.counters["messages"] =
      static_cast<double>(messages) / static_cast<double>(std::max<std::int64_t>(state.iterations(), 1));
}

void urlsieve_splits(benchmark::State& state, std::filesystem::path (*kind)()) {
  const std::string* const input = archive(state, kind);
  if (input == nullptr) return;
  std::size_t messages = 0;
  std::vector<slice> slices;
  for ([[maybe_unused]] const auto& iteration : state) {
    mbox_splitter with{input_options{}};
    stats counted;
    std::size_t begin = 0;
    std::size_t held = batch;
    while (begin < input->size()) {
      const std::size_t size = std::min(input->size() - begin, held);
      slices.clear();
      const auto made = with.split(std::string_view(*input).substr(begin, size), begin,
                                   begin + size == input->size(), "bench", slices, counted);
      begin += made.consumed;
      held = std::max({batch, made.needed, made.consumed == 0 ? 2 * held : 0});
      messages += slices.size();
      benchmark::DoNotOptimize(slices.data());
    }
  }
  finish(state, *input, messages);
}

#ifdef URLSIEVE_HAS_GMIME
void gmime_parses(benchmark::State& state, std::filesystem::path (*kind)()) {
  const std::string* const input = archive(state, kind);
  if (input == nullptr) return;
  g_mime_init();
  std::size_t messages = 0;
  for ([[maybe_unused]] const auto& iteration : state) {
    GMimeStream* const stream = g_mime_stream_mem_new_with_buffer(input->data(), input->size());
    GMimeParser* const parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
    while (g_mime_parser_eos(parser) == 0) {
      GMimeMessage* const message = g_mime_parser_construct_message(parser, nullptr);
      if (message == nullptr) break;
      ++messages;
      g_object_unref(message);
    }
    g_object_unref(parser);
    g_object_unref(stream);
  }
  finish(state, *input, messages);
}
#endif

// Runs `command`, which reads the file in place of "%" and prints a number.
void program_counts(benchmark::State& state, std::filesystem::path (*kind)(), std::string command) {
  std::string path;
  const std::string* const input = archive(state, kind, &path);
  if (input == nullptr) return;
  command.replace(command.find('%'), 1, "'" + path + "'");
  std::size_t messages = 0;
  for ([[maybe_unused]] const auto& iteration : state) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
    unsigned long counted = 0;
    if (pipe == nullptr || std::fscanf(pipe.get(), "%lu", &counted) != 1) {
      state.SkipWithError("skipped: the program is not there");
      return;
    }
    messages += counted;
  }
  finish(state, *input, messages);
}

constexpr const char* grep_count = "LC_ALL=C grep -ac '^From ' %";

BENCHMARK_CAPTURE(urlsieve_splits, list_mail, &bench::list_mail)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(urlsieve_splits, mixed_mail, &bench::mixed_mail)->Unit(benchmark::kMillisecond);
#ifdef URLSIEVE_HAS_GMIME
BENCHMARK_CAPTURE(gmime_parses, list_mail, &bench::list_mail)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(gmime_parses, mixed_mail, &bench::mixed_mail)->Unit(benchmark::kMillisecond);
#endif
BENCHMARK_CAPTURE(program_counts, grep_list_mail, &bench::list_mail, grep_count)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(program_counts, grep_mixed_mail, &bench::mixed_mail, grep_count)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
