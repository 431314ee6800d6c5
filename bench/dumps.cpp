// Time from crawl dumps in the page cache to synced shards, beside libraries and programs that only inflate
// the same archive. Inputs: one file, the same file cut into 200, and 6,000 pages.
#include <benchmark/benchmark.h>
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <unistd.h>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"

namespace {

using namespace urlsieve;
namespace fs = std::filesystem;

constexpr const char* archive = "docs.warc.gz";

// Reads the whole archive, once per call, as a program would.
std::string file_bytes(benchmark::State& state) {
  std::ifstream file(bench::grown(archive), std::ios::binary);
  if (!file) state.SkipWithError("skipped: no docs.warc.gz");
  return {std::istreambuf_iterator<char>(file), {}};
}

void libdeflate_members(benchmark::State& state) {
  const std::string stored = file_bytes(state);
  std::vector<char> buffer(std::size_t{64} << 20);
  libdeflate_decompressor* const with = libdeflate_alloc_decompressor();
  std::uint64_t bytes = 0;
  for ([[maybe_unused]] const auto& iteration : state) {
    for (std::size_t at = 0; at < stored.size();) {
      std::size_t consumed = 0;
      std::size_t produced = 0;
      if (libdeflate_gzip_decompress_ex(with, stored.data() + at, stored.size() - at, buffer.data(),
                                        buffer.size(), &consumed, &produced) != LIBDEFLATE_SUCCESS)
        return state.SkipWithError("libdeflate refuses");
      at += consumed;
      bytes += produced;
    }
  }
  libdeflate_free_decompressor(with);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void isal_stream(benchmark::State& state) {
  std::string stored = file_bytes(state);
  std::vector<std::uint8_t> buffer(std::size_t{256} << 10);
  const auto with = std::make_unique<inflate_state>();
  std::uint64_t bytes = 0;
  for ([[maybe_unused]] const auto& iteration : state) {
    isal_inflate_init(with.get());
    with->crc_flag = ISAL_GZIP;
    with->next_in = reinterpret_cast<std::uint8_t*>(stored.data());
    with->avail_in = static_cast<std::uint32_t>(stored.size());
    while (with->avail_in > 0) {
      with->next_out = buffer.data();
      with->avail_out = static_cast<std::uint32_t>(buffer.size());
      if (isal_inflate(with.get()) < 0) return state.SkipWithError("isa-l refuses");
      bytes += buffer.size() - with->avail_out;
      if (with->block_state != ISAL_BLOCK_FINISH) continue;
      std::uint8_t* const next = with->next_in;
      const std::uint32_t left = with->avail_in;
      isal_inflate_reset(with.get());
      with->crc_flag = ISAL_GZIP;
      with->next_in = next;
      with->avail_in = left;
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void zlib_stream(benchmark::State& state) {
  std::string stored = file_bytes(state);
  std::vector<Bytef> buffer(std::size_t{256} << 10);
  std::uint64_t bytes = 0;
  for ([[maybe_unused]] const auto& iteration : state) {
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    stream.next_in = reinterpret_cast<Bytef*>(stored.data());
    stream.avail_in = static_cast<uInt>(stored.size());
    for (int answer = Z_OK; stream.avail_in > 0 && answer >= 0;) {
      stream.next_out = buffer.data();
      stream.avail_out = static_cast<uInt>(buffer.size());
      answer = inflate(&stream, Z_NO_FLUSH);
      bytes += buffer.size() - stream.avail_out;
      if (answer == Z_STREAM_END) inflateReset(&stream);
    }
    inflateEnd(&stream);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void program(benchmark::State& state, const char* name, const char* command) {
  const fs::path file = bench::grown(archive);
  if (std::system((std::string("command -v ") + name + " >/dev/null 2>&1").c_str()) != 0 || !fs::exists(file))
    return state.SkipWithError("skipped: no such program, or no docs.warc.gz");
  const std::string line = std::string(command) + " < '" + file.string() + "' >/dev/null";
  for ([[maybe_unused]] const auto& iteration : state) {
    if (std::system(line.c_str()) != 0) return state.SkipWithError("it fails");
  }
}

fs::path scratch(const std::string& name) {
  return fs::temp_directory_path() / ("urlsieve-dumps-" + std::to_string(::getpid()) + name);
}

// Cuts the archive between members into about `files` files and returns their paths.
std::vector<std::string> cut(benchmark::State& state, const fs::path& folder, std::size_t files) {
  const std::string stored = file_bytes(state);
  std::vector<std::string> paths;
  fs::create_directories(folder);
  for (std::size_t from = 0; from < stored.size();) {
    constexpr std::string_view member("\x1F\x8B\x08\x00", 4);
    const std::size_t end = std::min(stored.find(member, from + stored.size() / files), stored.size());
    paths.push_back((folder / (std::to_string(1000 + paths.size()) + ".warc.gz")).string());
    std::ofstream(paths.back(), std::ios::binary) << std::string_view(stored).substr(from, end - from);
    from = end;
  }
  return paths;
}

// Returns the paths of the first `most` pages of the documentation, by name.
std::vector<std::string> pages(std::size_t most) {
  std::vector<std::string> paths;
  std::ifstream list(bench::grown("pages.list"));
  for (std::string line; paths.size() < most && std::getline(list, line);)
    paths.push_back((bench::grown("..") / ".." / line.substr(0, line.find('\t'))).string());
  return paths;
}

void extract_all(benchmark::State& state, std::vector<std::string> paths) {
  if (paths.empty() || !fs::exists(paths.front())) return state.SkipWithError("skipped: no such corpus");
  extract_options options;
  options.input.paths = std::move(paths);
  options.threads = static_cast<unsigned>(state.range(0));
  options.output.directory = scratch("").string();
  options.output.force = true;
  std::uint64_t bytes = 0;
  for ([[maybe_unused]] const auto& iteration : state) {
    const result<run_summary> done = extract(options, -1);
    if (!done) return state.SkipWithError(done.error().message.c_str());
    if (done->counted.total_damage() != 0) state.SkipWithError("the input is damaged");
    bytes += done->counted.bytes;
  }
  fs::remove_all(options.output.directory);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void one_archive(benchmark::State& state) {
  extract_all(state, {bench::grown(archive).string()});
}

void many_archives(benchmark::State& state) {
  const fs::path folder = scratch("-cut");
  extract_all(state, cut(state, folder, 200));
  fs::remove_all(folder);
}

void many_pages(benchmark::State& state) {
  extract_all(state, pages(6000));
}

void arguments(benchmark::internal::Benchmark* one) {
  one->Arg(1)->Arg(2)->ArgName("threads");
}

void timed(benchmark::internal::Benchmark* one) {
  one->UseRealTime()->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(libdeflate_members)->Apply(timed);
BENCHMARK(isal_stream)->Apply(timed);
BENCHMARK(zlib_stream)->Apply(timed);
BENCHMARK_CAPTURE(program, zcat, "zcat", "zcat")->Apply(timed);
BENCHMARK_CAPTURE(program, pigz, "pigz", "pigz -dc")->Apply(timed);
BENCHMARK(one_archive)->Apply(arguments)->Apply(timed);
BENCHMARK(many_archives)->Apply(arguments)->Apply(timed);
BENCHMARK(many_pages)->Apply(arguments)->Apply(timed);

}  // namespace
