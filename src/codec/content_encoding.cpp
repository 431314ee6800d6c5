#include "src/codec/content_encoding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "src/codec/brotli_stream.hpp"
#include "src/codec/compression.hpp"
#include "src/codec/growing_buffer.hpp"
#include "src/codec/gzip_stream.hpp"
#include "src/codec/lzw.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

enum class coding : std::uint8_t { identity, gzip, deflate, brotli, zstd, bzip2, xz, compress, unknown };

// Window limit of a body: 128 MiB, the default limit of the zstd tool.
constexpr decoder_limits body_limits{27, std::size_t{1} << 20};

// RFC 9110 section 8.4.1; "x-gzip" and "x-compress" are old names; servers write "none" and the like for
// identity.
coding find_coding(std::string_view name) {
  struct row {
    std::string_view name;
    coding kind;
  };
  static constexpr row table[] = {{"gzip"sv, coding::gzip},
                                  {"x-gzip"sv, coding::gzip},
                                  {"deflate"sv, coding::deflate},
                                  {"x-deflate"sv, coding::deflate},
                                  {"br"sv, coding::brotli},
                                  {"brotli"sv, coding::brotli},
                                  {"zstd"sv, coding::zstd},
                                  {"bzip2"sv, coding::bzip2},
                                  {"x-bzip2"sv, coding::bzip2},
                                  {"xz"sv, coding::xz},
                                  {"x-xz"sv, coding::xz},
                                  {"compress"sv, coding::compress},
                                  {"x-compress"sv, coding::compress},
                                  {"identity"sv, coding::identity},
                                  {"none"sv, coding::identity},
                                  {"utf-8"sv, coding::identity},
                                  {"utf8"sv, coding::identity},
                                  {"binary"sv, coding::identity},
                                  {"8bit"sv, coding::identity},
                                  {""sv, coding::identity}};
  for (const row& known : table) {
    if (ascii::same(name, known.name)) return known.kind;
  }
  return coding::unknown;
}

std::string_view coding_without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Returns the coding of the body's magic number, or `unknown`. zlib's two bytes do not count, because text
// may begin with the same bytes.
coding detect_coding(std::string_view body) {
  switch (sniff_compression(body.substr(0, compression_head_size))) {
    case compression::gzip:
      return coding::gzip;
    case compression::zstd:
      return coding::zstd;
    case compression::bzip2:
      return coding::bzip2;
    case compression::xz:
      return coding::xz;
    default:
      return begins_lzw(body) ? coding::compress : coding::unknown;
  }
}

// True if a stream of the coding may lack a magic number. False for `unknown`.
bool may_be_unmarked(coding kind) {
  return kind == coding::deflate || kind == coding::brotli;
}

bool zlib_begins(std::string_view body) {
  if (body.size() < 2) return false;
  const auto first = static_cast<unsigned char>(body[0]);
  const auto second = static_cast<unsigned char>(body[1]);
  return (first & 0x0FU) == 8 && first <= 0x7F && (first * 256U + second) % 31 == 0 && (second & 0x20U) == 0;
}

std::size_t limit_for(std::string_view body, expansion_bound bound) {
  const double by_ratio = static_cast<double>(body.size()) * bound.max_ratio;
  if (by_ratio >= static_cast<double>(bound.max_size)) return bound.max_size;
  return std::min(bound.max_size, std::max(ratio_free, static_cast<std::size_t>(by_ratio)));
}

}  // namespace

struct content_decoder::machinery {
  decoder& gzip() {
    return prepare(gzip_, [] { return make_decoder(compression::gzip); });
  }
  decoder& zlib() {
    return prepare(zlib_, [] { return make_inflater(deflate_wrapper::zlib); });
  }
  decoder& raw() {
    return prepare(raw_, [] { return make_inflater(deflate_wrapper::raw); });
  }
  decoder& zstd() {
    return prepare(zstd_, [] { return make_decoder(compression::zstd, body_limits); });
  }
  decoder& brotli() {
    return prepare(brotli_, [] { return make_brotli_decoder(); });
  }
  decoder& bzip2() {
    return prepare(bzip2_, [] { return make_decoder(compression::bzip2); });
  }
  decoder& xz() {
    return prepare(xz_, [] { return make_decoder(compression::xz, body_limits); });
  }

  decoded_content decode_layer(coding declared, std::string_view body, expansion_bound bound, arena& out);
  decoded_content decode_as(coding kind, std::string_view body, expansion_bound bound, arena& out);
  decoded_content decode_unmarked(coding declared, std::string_view body, expansion_bound bound, arena& out);
  decoded_content decode_compress(std::string_view body, expansion_bound bound, arena& out);
  decoded_content run(decoder& with, std::string_view body, bool members, expansion_bound bound, arena& out);

 private:
  template <class Make>
  static decoder& prepare(std::unique_ptr<decoder>& stream, Make create) {
    if (!stream) stream = create();
    stream->reset();
    return *stream;
  }

  std::unique_ptr<decoder> gzip_, zlib_, raw_, zstd_, brotli_, bzip2_, xz_;
  std::string decompressed_;
  std::size_t left_ = 0;  // bytes behind the input that run() decoded
};

// Decodes one coding; a magic number overrides the label.
decoded_content content_decoder::machinery::decode_layer(coding declared, std::string_view body,
                                                         expansion_bound bound, arena& out) {
  const coding detected = detect_coding(body);
  if (detected != coding::unknown && detected != declared) {
    const decoded_content by_content = decode_as(detected, body, bound, out);
    if (by_content.status == decode_status::ok || by_content.status == decode_status::too_large)
      return by_content;
  }
  decoded_content by_declaration{decode_status::unknown_coding, body};
  if (declared != coding::unknown) {
    by_declaration = decode_as(declared, body, bound, out);
    const bool is_final =
        by_declaration.status == decode_status::ok || by_declaration.status == decode_status::too_large;
    if (is_final || detected == declared) return by_declaration;
  }
  const decoded_content unmarked = decode_unmarked(declared, body, bound, out);
  return unmarked.status == decode_status::ok ? unmarked : by_declaration;
}

// Tries zlib and brotli, which have no magic number, for a body with another label. Accepts only complete
// streams.
decoded_content content_decoder::machinery::decode_unmarked(coding declared, std::string_view body,
                                                            expansion_bound bound, arena& out) {
  decoded_content content{decode_status::corrupt, {}};
  if (declared != coding::deflate && zlib_begins(body)) content = run(zlib(), body, false, bound, out);
  if (content.status == decode_status::ok && left_ == 0) return content;
  if (declared != coding::brotli) content = run(brotli(), body, false, bound, out);
  if (left_ != 0 || content.bytes.empty()) content.status = decode_status::corrupt;
  return content;
}

decoded_content content_decoder::machinery::decode_as(coding kind, std::string_view body,
                                                      expansion_bound bound, arena& out) {
  switch (kind) {
    case coding::gzip:
      return run(gzip(), body, true, bound, out);
    case coding::zstd:
      return run(zstd(), body, true, bound, out);
    case coding::brotli:
      return run(brotli(), body, false, bound, out);
    case coding::bzip2:
      return run(bzip2(), body, true, bound, out);
    case coding::xz:
      return run(xz(), body, true, bound, out);
    case coding::compress:
      return decode_compress(body, bound, out);
    case coding::deflate:
      break;
    default:
      return {decode_status::ok, body};
  }
  // "deflate" is zlib by RFC 9110 section 8.4.1.2, but some servers send raw DEFLATE. Raw data that resembles
  // a zlib header fails at its first block or checksum.
  if (zlib_begins(body)) {
    const decoded_content as_zlib = run(zlib(), body, false, bound, out);
    if (as_zlib.status != decode_status::corrupt) return as_zlib;
    const decoded_content as_raw = run(raw(), body, false, bound, out);
    return as_raw.status == decode_status::ok ? as_raw : as_zlib;
  }
  return run(raw(), body, false, bound, out);
}

decoded_content content_decoder::machinery::decode_compress(std::string_view body, expansion_bound bound,
                                                            arena& out) {
  if (!begins_lzw(body)) return {decode_status::corrupt, {}};
  decompressed_.clear();
  const lzw_end end = decompress_lzw(body, limit_for(body, bound), decompressed_);
  const decode_status status = end == lzw_end::whole     ? decode_status::ok
                               : end == lzw_end::corrupt ? decode_status::corrupt
                                                         : decode_status::too_large;
  return {status, out.copy(decompressed_)};
}

// Ignores bytes behind the last member, as browsers do.
decoded_content content_decoder::machinery::run(decoder& stream, std::string_view body, bool members,
                                                expansion_bound bound, arena& out) {
  const std::size_t limit = limit_for(body, bound);
  growing_buffer buffer(out, std::min<std::size_t>(4 * body.size() + 256, limit), limit);
  const compression kind = members ? sniff_compression(body) : compression::none;
  decode_status status = decode_status::truncated;
  std::string_view rest = body;
  // One byte beyond the limit shows whether the body continues.
  std::array<char, 1> past;
  while (true) {
    const std::span<char> left = buffer.left();
    const bool full = left.empty();
    const decode_step step = stream.decode(rest, full ? std::span<char>(past) : left, true);
    rest.remove_prefix(step.consumed);
    if (full && step.produced > 0) {
      status = decode_status::too_large;
      break;
    }
    buffer.fill(full ? 0 : step.produced);
    if (step.state == decode_state::corrupt) {
      status = decode_status::corrupt;
      break;
    }
    if (step.state == decode_state::truncated) break;
    if (step.state == decode_state::member_end) {
      status = decode_status::ok;
      if (!members || sniff_compression(rest.substr(0, compression_head_size)) != kind) break;
    }
  }
  left_ = rest.size();
  return {status, buffer.commit()};
}

content_decoder::content_decoder() : machinery_(std::make_unique<machinery>()) {}
content_decoder::~content_decoder() = default;

decoded_content content_decoder::decode(std::string_view codings, std::string_view body,
                                        expansion_bound bound, arena& out) {
  // Servers apply one or two codings; more than 8 are an attack.
  constexpr std::size_t max_codings = 8;
  std::array<coding, max_codings> applied{};
  std::size_t count = 0;
  while (true) {
    const std::size_t comma = codings.find(',');
    const coding kind = find_coding(coding_without_blanks(codings.substr(0, comma)));
    if (count == max_codings) return {decode_status::unknown_coding, body};
    if (kind != coding::identity) applied[count++] = kind;
    if (comma == std::string_view::npos) break;
    codings.remove_prefix(comma + 1);
  }
  decoded_content content{decode_status::ok, body};
  const std::size_t layers = count;
  while (count > 0) {
    const decode_status before = content.status;
    const coding declared = applied[--count];
    const bool is_outermost = count + 1 == layers;
    if (before == decode_status::ok && !is_outermost && !may_be_unmarked(declared) &&
        detect_coding(content.bytes) == coding::unknown)
      continue;
    content = machinery_->decode_layer(declared, content.bytes, bound, out);
    if (content.status == decode_status::unknown_coding) return {decode_status::unknown_coding, body};
    // Reports the first fault; the bytes before it may still decode further.
    if (before != decode_status::ok) content.status = before;
  }
  return content;
}

decoded_content content_decoder::decode_marked(std::string_view body, expansion_bound bound, arena& out) {
  const coding detected = detect_coding(body);
  if (detected == coding::unknown) return {decode_status::unknown_coding, body};
  return machinery_->decode_as(detected, body, bound, out);
}

bool content_decoder::plausible(std::string_view name, std::string_view body) {
  const coding declared = find_coding(coding_without_blanks(name));
  switch (declared) {
    case coding::gzip:
    case coding::zstd:
    case coding::bzip2:
    case coding::xz:
    case coding::compress:
      return detect_coding(body) == declared;
    case coding::deflate:
      // Raw: the first block may not be of the reserved type (RFC 1951 section 3.2.3).
      return zlib_begins(body) || (!body.empty() && (static_cast<unsigned char>(body[0]) & 6U) != 6);
    case coding::brotli:
    case coding::identity:
      return true;
    case coding::unknown:
      break;
  }
  return false;
}

}  // namespace urlsieve
