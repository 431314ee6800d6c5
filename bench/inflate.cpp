// Throughput of decompression: the byte source over a web archive with one gzip member per record, beside
// the bare libraries over the same members.
#include <benchmark/benchmark.h>
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "src/codec/compression.hpp"
#include "src/codec/inflate_pair.hpp"
#include "src/input/byte_source.hpp"

namespace {

using namespace urlsieve;

constexpr std::size_t batch = std::size_t{1} << 20;

const std::string* archive(benchmark::State& state) {
  return bench::load(state, bench::web_archive());
}

std::string read_all(std::string_view stored) {
  const auto from = byte_source::from_memory(stored, "bench");
  stats counted;
  std::string plain;
  std::vector<char> buffer(batch);
  while (const std::size_t got = from->read(buffer, counted)) plain.append(buffer.data(), got);
  return plain;
}

void byte_source_over(benchmark::State& state, const std::string& stored) {
  std::vector<char> buffer(batch);
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    const auto from = byte_source::from_memory(stored, "bench");
    stats counted;
    while (const std::size_t got = from->read(buffer, counted)) bytes += got;
    if (counted.total_damage() != 0) state.SkipWithError("the archive is damaged");
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void inflate_byte_source(benchmark::State& state) {
  if (const std::string* const stored = archive(state)) byte_source_over(state, *stored);
}
BENCHMARK(inflate_byte_source)->Unit(benchmark::kMillisecond);

void inflate_file(benchmark::State& state) {
  if (archive(state) == nullptr) return;
  const std::string path = bench::web_archive().string();
  std::vector<char> buffer(batch);
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    stats counted;
    const auto from = byte_source::open(path, counted);
    while (const std::size_t got = from->read(buffer, counted)) bytes += got;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(inflate_file)->Unit(benchmark::kMillisecond);

// A gzip member, located by libdeflate before the timing.
struct member {
  std::string_view stored;  // up to the end of the archive
  std::size_t plain;
};

std::vector<member> members_of(std::string_view stored) {
  std::vector<char> buffer(std::size_t{64} << 20);
  libdeflate_decompressor* const with = libdeflate_alloc_decompressor();
  std::vector<member> members;
  std::size_t consumed = 0;
  for (std::size_t at = 0; at < stored.size(); at += consumed) {
    std::size_t produced = 0;
    if (libdeflate_gzip_decompress_ex(with, stored.data() + at, stored.size() - at, buffer.data(),
                                      buffer.size(), &consumed, &produced) != LIBDEFLATE_SUCCESS)
      break;
    members.push_back({stored.substr(at), produced});
  }
  libdeflate_free_decompressor(with);
  return members;
}

const std::string* documentation(benchmark::State& state) {
  return bench::load(state, bench::grown("docs.warc.gz"));
}

// Inflates each member whole, into a buffer of known sufficient size: the best case of a library.
void inflate_libdeflate(benchmark::State& state, const std::string* stored) {
  if (stored == nullptr) return;
  const std::vector<member> members = members_of(*stored);
  std::vector<char> buffer(std::size_t{64} << 20);
  libdeflate_decompressor* const with = libdeflate_alloc_decompressor();
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    for (const member& one : members) {
      std::size_t consumed = 0;
      std::size_t produced = 0;
      if (libdeflate_gzip_decompress_ex(with, one.stored.data(), one.stored.size(), buffer.data(),
                                        buffer.size(), &consumed, &produced) != LIBDEFLATE_SUCCESS) {
        state.SkipWithError("libdeflate refuses");
        break;
      }
      bytes += produced;
    }
  }
  libdeflate_free_decompressor(with);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

// Inflates two members at a time, each lane into its own buffer.
class members_in_turn final : public inflate_pair::work {
 public:
  explicit members_in_turn(const std::vector<member>& members) : members_(&members) {
    std::size_t largest = 0;
    for (const member& one : members) largest = std::max(largest, one.plain);
    for (std::vector<char>& buffer : buffers_) buffer.resize(largest + inflate_pair::slack);
  }
  void begin() { next_ = 0; }
  bool next(unsigned lane, inflate_pair::task& one) override {
    if (next_ == members_->size()) return false;
    one = {(*members_)[next_++].stored, buffers_[lane]};
    return true;
  }
  void done(unsigned, inflate_pair::outcome made) override {
    bytes_ += made.produced;
    refused_ += made.consumed == 0 ? 1U : 0U;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }

 private:
  const std::vector<member>* members_;
  std::array<std::vector<char>, inflate_pair::lanes> buffers_;
  std::size_t next_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t refused_ = 0;
};

void inflate_two_at_a_time(benchmark::State& state, const std::string* stored) {
  if (stored == nullptr) return;
  if (!inflate_pair::available()) return state.SkipWithError("skipped: not for this processor");
  const std::vector<member> members = members_of(*stored);
  members_in_turn work(members);
  const auto pair = std::make_unique<inflate_pair>();
  for (auto _ : state) {
    work.begin();
    pair->run(work);
  }
  if (work.refused() != 0) state.SkipWithError("a member is refused");
  state.SetBytesProcessed(static_cast<std::int64_t>(work.bytes()));
}

void pages_libdeflate(benchmark::State& state) {
  inflate_libdeflate(state, archive(state));
}
void pages_two_at_a_time(benchmark::State& state) {
  inflate_two_at_a_time(state, archive(state));
}
void docs_libdeflate(benchmark::State& state) {
  inflate_libdeflate(state, documentation(state));
}
void docs_two_at_a_time(benchmark::State& state) {
  inflate_two_at_a_time(state, documentation(state));
}
BENCHMARK(pages_libdeflate)->Unit(benchmark::kMillisecond);
BENCHMARK(pages_two_at_a_time)->Unit(benchmark::kMillisecond);
BENCHMARK(docs_libdeflate)->Unit(benchmark::kMillisecond);
BENCHMARK(docs_two_at_a_time)->Unit(benchmark::kMillisecond);

void inflate_isal(benchmark::State& state) {
  const std::string* const stored = archive(state);
  if (stored == nullptr) return;
  std::vector<std::uint8_t> buffer(batch);
  const auto with = std::make_unique<inflate_state>();
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    isal_inflate_init(with.get());
    with->crc_flag = ISAL_GZIP;
    std::vector<std::uint8_t> in(stored->begin(), stored->end());
    with->next_in = in.data();
    with->avail_in = static_cast<std::uint32_t>(in.size());
    while (with->avail_in > 0) {
      with->next_out = buffer.data();
      with->avail_out = static_cast<std::uint32_t>(buffer.size());
      if (isal_inflate(with.get()) < 0) {
        state.SkipWithError("isa-l refuses");
        break;
      }
      bytes += buffer.size() - with->avail_out;
      if (with->block_state == ISAL_BLOCK_FINISH) {
        std::uint8_t* const next = with->next_in;
        const std::uint32_t left = with->avail_in;
        isal_inflate_reset(with.get());
        with->crc_flag = ISAL_GZIP;
        with->next_in = next;
        with->avail_in = left;
      }
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(inflate_isal)->Unit(benchmark::kMillisecond);

void inflate_zlib(benchmark::State& state) {
  const std::string* const stored = archive(state);
  if (stored == nullptr) return;
  std::vector<Bytef> buffer(batch);
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(stored->data()));
    stream.avail_in = static_cast<uInt>(stored->size());
    while (stream.avail_in > 0) {
      stream.next_out = buffer.data();
      stream.avail_out = static_cast<uInt>(buffer.size());
      const int answer = inflate(&stream, Z_NO_FLUSH);
      bytes += buffer.size() - stream.avail_out;
      if (answer == Z_STREAM_END) inflateReset(&stream);
      if (answer < 0) break;
    }
    inflateEnd(&stream);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(inflate_zlib)->Unit(benchmark::kMillisecond);

// Decompresses the same bytes as one zstd frame.
void unpack_zstd(benchmark::State& state) {
  const std::string* const stored = archive(state);
  if (stored == nullptr) return;
  const std::string plain = read_all(*stored);
  const auto with = make_encoder(compression::zstd);
  std::string packed(plain.size() + (1U << 20U), '\0');
  packed.resize(with->encode(plain, packed, true).produced);
  byte_source_over(state, packed);
}
BENCHMARK(unpack_zstd)->Unit(benchmark::kMillisecond);

void pack(benchmark::State& state, compression kind, int level) {
  const std::string* const stored = bench::load(state, bench::many_urls());
  if (stored == nullptr) return;
  const auto with = make_encoder(kind, level);
  std::string packed(stored->size() + (1U << 20U), '\0');
  std::size_t size = 0;
  for (auto _ : state) size = with->encode(*stored, packed, true).produced;
  state.SetBytesProcessed(static_cast<std::int64_t>(stored->size()) * state.iterations());
  state.counters["ratio"] = static_cast<double>(stored->size()) / static_cast<double>(size);
}
BENCHMARK_CAPTURE(pack, zstd_1, compression::zstd, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack, zstd_3, compression::zstd, 3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack, gzip_4, compression::gzip, 4)->Unit(benchmark::kMillisecond);

}  // namespace
