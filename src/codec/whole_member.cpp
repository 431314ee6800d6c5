#include "src/codec/whole_member.hpp"

#include <libdeflate.h>
#include <zstd.h>

#include <cstring>

#include "src/codec/compression.hpp"
#include "src/codec/zstd_frame.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t smallest_gzip_member =
    18;  // RFC 1952 section 2.3: header and trailer; no block fits in 0
constexpr std::size_t largest_expansion = 1032;  // of DEFLATE: 258 bytes for two bits

// True if a gzip header as common programs write it is at the front. Stricter than sniff_compression(),
// because the magic number occurs in compressed data by chance.
bool seems_gzip_member(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const bool flags = (byte(3) & 0xE0U) == 0;
  const bool strength = byte(8) == 0 || byte(8) == 2 || byte(8) == 4;
  const bool system = byte(9) <= 13 || byte(9) == 255;
  return byte(1) == 0x8B && byte(2) == 8 && flags && strength && system;
}

// Returns the offset of the next apparent gzip header behind the member's own; npos if there is none.
std::size_t next_gzip_member(std::string_view bytes) {
  for (std::size_t at = smallest_gzip_member; at + 10 <= bytes.size(); ++at) {
    const void* const found = std::memchr(bytes.data() + at, 0x1F, bytes.size() - 9 - at);
    if (found == nullptr) return std::string_view::npos;
    at = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
    if (seems_gzip_member(bytes.substr(at, 10))) return at;
  }
  return std::string_view::npos;
}

member_size_hint foresee_gzip(std::string_view stored, bool last) {
  std::size_t end = next_gzip_member(stored);
  if (end == std::string_view::npos) {
    if (!last) return {member_size_hint::answer::more, 0, 0};
    end = stored.size();
  }
  if (end < smallest_gzip_member) return {member_size_hint::answer::unknown, 0, 0};
  const std::size_t plain = little_endian(stored.substr(end - 4, 4));
  // An impossible ratio: the guess is wrong.
  if (plain / largest_expansion > end) return {member_size_hint::answer::unknown, end, 0};
  return {member_size_hint::answer::sizes, end, plain};
}

member_size_hint foresee_zstd(std::string_view stored, bool last) {
  using enum member_size_hint::answer;
  const zstd_frame_header header = read_zstd_frame_header(stored);
  if (header.size == 0) return {last ? unknown : more, 0, 0};
  if (!header.is_frame || header.has_dictionary || !header.content_size ||
      header.window > largest_zstd_window)
    return {unknown, 0, 0};
  const std::size_t size = ZSTD_findFrameCompressedSize(stored.data(), stored.size());
  if (ZSTD_isError(size) != 0) return {last ? unknown : more, 0, 0};
  return {sizes, size, static_cast<std::size_t>(*header.content_size)};
}

}  // namespace

member_size_hint predict_member_size(std::string_view stored, bool last) {
  switch (sniff_compression(stored.substr(0, compression_head_size))) {
    case compression::gzip:
      return foresee_gzip(stored, last);
    case compression::zstd:
      return foresee_zstd(stored, last);
    case compression::none:
    case compression::bzip2:
    case compression::xz:
      break;
  }
  return {};
}

void whole_member_decoder::release_deflate::operator()(libdeflate_decompressor* decompressor) const {
  libdeflate_free_decompressor(decompressor);
}

void whole_member_decoder::release_zstd::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

whole_member_decoder::outcome whole_member_decoder::decode(std::string_view stored, std::span<char> out) {
  outcome result;
  if (is_gzip(stored)) {
    if (!deflate_) deflate_.reset(libdeflate_alloc_decompressor());
    if (!deflate_) return {};
    if (libdeflate_gzip_decompress_ex(deflate_.get(), stored.data(), stored.size(), out.data(), out.size(),
                                      &result.consumed, &result.produced) != LIBDEFLATE_SUCCESS)
      return {};
    return result;
  }
  const member_size_hint member = foresee_zstd(stored, true);
  if (member.known != member_size_hint::answer::sizes || member.plain > out.size()) return {};
  if (!zstd_) zstd_.reset(ZSTD_createDCtx());
  if (!zstd_) return {};
  const std::size_t size =
      ZSTD_decompressDCtx(zstd_.get(), out.data(), out.size(), stored.data(), member.stored);
  if (ZSTD_isError(size) != 0) return {};
  return {member.stored, size};
}

}  // namespace urlsieve
