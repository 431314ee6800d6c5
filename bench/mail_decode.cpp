// Throughput of decoding mail bodies: quoted-printable and base64 in parts of typical size, beside the
// decoders of GMime and GLib. A small set of parts stays in the second-level cache, like bytes that were
// just read; a large set exceeds the caches.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#ifdef URLSIEVE_HAS_GMIME
#include <gmime/gmime-encodings.h>
#endif

#include "bench/corpus.hpp"
#include "src/text/encodings/base64.hpp"
#include "src/text/encodings/quoted_printable.hpp"

namespace {

using namespace urlsieve;

constexpr std::size_t part_size = std::size_t{32} << 10;
constexpr std::size_t largest = std::size_t{16} << 20;
constexpr std::size_t longest_line = 76;  // RFC 2045 sections 6.7 and 6.8

std::string quoted(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool line_end = at + 1 == text.size() || text[at + 1] == '\n';
    const bool escaped = c == '=' || c < ' ' || c > '~' || (c == ' ' && line_end);
    if (c == '\n') {
      out += c;
      column = 0;
      continue;
    }
    if (column + (escaped ? 3 : 1) > longest_line - 1) {
      out += "=\n";
      column = 0;
    }
    if (escaped) {
      out += '=';
      out += digits[static_cast<unsigned char>(c) >> 4U];
      out += digits[static_cast<unsigned char>(c) & 15U];
      column += 3;
    } else {
      out += c;
      ++column;
    }
  }
  return out;
}

std::string base64(std::string_view text) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::size_t column = 0;
  for (std::size_t at = 0; at + 3 <= text.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) bits = bits << 8U | static_cast<unsigned char>(text[at + i]);
    for (unsigned shift = 24; shift > 0; shift -= 6) out += alphabet[bits >> (shift - 6) & 63U];
    if ((column += 4) < longest_line) continue;
    out += '\n';
    column = 0;
  }
  return out;
}

struct encoded_parts {
  std::vector<std::string> plain;
  std::vector<std::string> encoded;
  std::int64_t bytes = 0;  // encoded
};

// Returns the file's first KiB (the benchmark's argument) as encoded parts; encodes them once per size.
template <class Encode>
const encoded_parts* parts_of(benchmark::State& state, const std::filesystem::path& file,
                              const Encode& encode, std::map<std::int64_t, encoded_parts>& known) {
  encoded_parts& made = known[state.range(0)];
  if (!made.plain.empty()) return &made;
  const std::string* const text = bench::load(state, file, largest);
  if (text == nullptr) return nullptr;
  const std::size_t end = std::min(text->size(), static_cast<std::size_t>(state.range(0)) << 10U);
  for (std::size_t at = 0; at + part_size <= end; at += part_size) {
    made.plain.push_back(text->substr(at, part_size / 3 * 3));
    made.encoded.push_back(encode(made.plain.back()));
    made.bytes += static_cast<std::int64_t>(made.encoded.back().size());
  }
  return &made;
}

// Skips the benchmark unless the decoder restores the plain bytes of each part; then measures the decoder.
template <class Decode>
void decode_parts(benchmark::State& state, const encoded_parts* parts, const Decode& decode) {
  if (parts == nullptr) return;
  std::vector<char> out(4 * part_size + decoding_slack);
  for (std::size_t i = 0; i < parts->plain.size(); ++i) {
    const std::size_t size = decode(parts->encoded[i], out.data());
    if (std::string_view(out.data(), size) != parts->plain[i]) {
      state.SkipWithError("a part is not what was encoded");
      return;
    }
  }
  for (auto _ : state)
    for (const std::string& part : parts->encoded) benchmark::DoNotOptimize(decode(part, out.data()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * parts->bytes);
}

const encoded_parts* quoted_text(benchmark::State& state) {
  static std::map<std::int64_t, encoded_parts> made;
  return parts_of(state, bench::grown("dense.txt"), quoted, made);
}
const encoded_parts* quoted_html(benchmark::State& state) {
  static std::map<std::int64_t, encoded_parts> made;
  return parts_of(state, bench::grown("docs.warc"), quoted, made);
}
const encoded_parts* base64_text(benchmark::State& state) {
  static std::map<std::int64_t, encoded_parts> made;
  return parts_of(state, bench::grown("dense.txt"), base64, made);
}

std::size_t own_quoted(const std::string& part, char* out) {
  return decode_quoted_printable(part, out).size;
}
std::size_t own_base64(const std::string& part, char* out) {
  return decode_base64(part, out).size;
}

void quoted_printable_text(benchmark::State& state) {
  decode_parts(state, quoted_text(state), own_quoted);
}
void quoted_printable_html(benchmark::State& state) {
  decode_parts(state, quoted_html(state), own_quoted);
}
void base64_lines(benchmark::State& state) {
  decode_parts(state, base64_text(state), own_base64);
}
void copied(benchmark::State& state) {
  const encoded_parts* const parts = quoted_text(state);
  if (parts == nullptr) return;
  std::vector<char> out(4 * part_size);
  for (auto _ : state)
    for (const std::string& part : parts->encoded)
      benchmark::DoNotOptimize(std::copy(part.begin(), part.end(), out.begin()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * parts->bytes);
}
BENCHMARK(quoted_printable_text)->ArgName("KiB")->Arg(512)->Arg(largest >> 10)->Unit(benchmark::kMillisecond);
BENCHMARK(quoted_printable_html)->ArgName("KiB")->Arg(512)->Arg(largest >> 10)->Unit(benchmark::kMillisecond);
BENCHMARK(base64_lines)->ArgName("KiB")->Arg(512)->Arg(largest >> 10)->Unit(benchmark::kMillisecond);
BENCHMARK(copied)->ArgName("KiB")->Arg(512)->Arg(largest >> 10)->Unit(benchmark::kMillisecond);

#ifdef URLSIEVE_HAS_GMIME
std::size_t gmime(GMimeContentEncoding encoding, const std::string& part, char* out) {
  GMimeEncoding state;
  g_mime_encoding_init_decode(&state, encoding);
  return g_mime_encoding_step(&state, part.data(), part.size(), out);
}
std::size_t gmime_quoted(const std::string& part, char* out) {
  return gmime(GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE, part, out);
}
std::size_t gmime_base64(const std::string& part, char* out) {
  return gmime(GMIME_CONTENT_ENCODING_BASE64, part, out);
}
std::size_t glib_base64(const std::string& part, char* out) {
  int state = 0;
  unsigned save = 0;
  return g_base64_decode_step(part.data(), part.size(), reinterpret_cast<guchar*>(out), &state, &save);
}

void quoted_printable_text_gmime(benchmark::State& state) {
  decode_parts(state, quoted_text(state), gmime_quoted);
}
void quoted_printable_html_gmime(benchmark::State& state) {
  decode_parts(state, quoted_html(state), gmime_quoted);
}
void base64_lines_gmime(benchmark::State& state) {
  decode_parts(state, base64_text(state), gmime_base64);
}
void base64_lines_glib(benchmark::State& state) {
  decode_parts(state, base64_text(state), glib_base64);
}
BENCHMARK(quoted_printable_text_gmime)
    ->ArgName("KiB")
    ->Arg(512)
    ->Arg(largest >> 10)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(quoted_printable_html_gmime)
    ->ArgName("KiB")
    ->Arg(512)
    ->Arg(largest >> 10)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(base64_lines_gmime)->ArgName("KiB")->Arg(512)->Arg(largest >> 10)->Unit(benchmark::kMillisecond);
BENCHMARK(base64_lines_glib)->ArgName("KiB")->Arg(512)->Arg(largest >> 10)->Unit(benchmark::kMillisecond);
#endif

}  // namespace
