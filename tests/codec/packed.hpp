// Compresses members with reference libraries, and feeds decoders in pieces of chosen sizes.
#ifndef URLSIEVE_TESTS_CODEC_PACKED_HPP
#define URLSIEVE_TESTS_CODEC_PACKED_HPP

#include <bzlib.h>
#include <lzma.h>
#include <zdict.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"

namespace urlsieve::testing {

inline constexpr compression all_kinds[] = {compression::gzip, compression::zstd, compression::bzip2,
                                            compression::xz};

inline const char* kind_name(compression kind) {
  constexpr const char* names[] = {"none", "gzip", "zstd", "bzip2", "xz"};
  return names[static_cast<unsigned>(kind)];
}

inline std::string zlib_pack(std::string_view plain, int window_bits, int level = 6) {
  z_stream stream{};
  deflateInit2(&stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, plain.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string zstd_pack(std::string_view plain, std::string_view dictionary = {}, bool size_known = true,
                             bool checksum = true) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum ? 1 : 0);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, size_known ? 1 : 0);
  if (!dictionary.empty()) ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), plain.data(), plain.size()));
  ZSTD_freeCCtx(context);
  return packed;
}

inline std::string pack(compression kind, std::string_view plain) {
  switch (kind) {
    case compression::gzip:
      return zlib_pack(plain, 15 + 16);
    case compression::zstd:
      return zstd_pack(plain);
    case compression::bzip2: {
      auto size = static_cast<unsigned>(plain.size() + plain.size() / 50 + 700);
      std::string packed(size, '\0');
      BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(plain.data()),
                               static_cast<unsigned>(plain.size()), 1, 0, 0);
      packed.resize(size);
      return packed;
    }
    case compression::xz: {
      std::string packed(lzma_stream_buffer_bound(plain.size()), '\0');
      std::size_t size = 0;
      lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr,
                              reinterpret_cast<const std::uint8_t*>(plain.data()), plain.size(),
                              reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size());
      packed.resize(size);
      return packed;
    }
    case compression::none:
      break;
  }
  return std::string(plain);
}

inline std::string little_endian_32(std::uint32_t value) {
  std::string bytes;
  for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

inline std::string skippable_frame(std::uint32_t magic, std::string_view content) {
  return little_endian_32(magic) + little_endian_32(static_cast<std::uint32_t>(content.size())) +
         std::string(content);
}

// Returns a structured dictionary trained on similar records.
inline std::string trained_dictionary() {
  std::string samples;
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 2000; ++i) {
    const std::string sample = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/" +
                               std::to_string(i * 7919) + "\r\nContent-Length: " + std::to_string(i) + "\r\n";
    samples += sample;
    sizes.push_back(sample.size());
  }
  std::string dictionary(4096, '\0');
  dictionary.resize(ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), samples.data(), sizes.data(),
                                          static_cast<unsigned>(sizes.size())));
  return dictionary;
}

// Returns text with compressible and incompressible parts.
inline std::string prose(std::size_t size, unsigned seed = 1) {
  std::minstd_rand random(seed);
  std::string text;
  while (text.size() < size) {
    if (random() % 8 == 0) {
      for (int i = 0; i < 40; ++i) text += static_cast<char>(random() >> 8U);
    } else {
      text += "http://example.com/" + std::to_string(random() % 1000) + "/ and more of it\n";
    }
  }
  text.resize(size);
  return text;
}

struct decoded {
  std::string bytes;
  std::size_t consumed = 0;
  decode_state state = decode_state::more;
  int members = 0;
};

// Decodes members up to the end of the input or a fault, in pieces of at most in_size and out_size bytes.
inline decoded decode_all(decoder& with, std::string_view packed, std::size_t in_size, std::size_t out_size) {
  decoded result;
  std::vector<char> buffer(out_size);
  std::size_t given = 0;
  while (true) {
    const std::size_t end = std::min(packed.size(), given + in_size);
    const bool last = end == packed.size();
    const std::string_view piece = packed.substr(result.consumed, end - result.consumed);
    const decode_step step = with.decode(piece, buffer, last);
    result.bytes.append(buffer.data(), step.produced);
    result.consumed += step.consumed;
    result.state = step.state;
    if (step.state == decode_state::corrupt || step.state == decode_state::truncated) return result;
    if (step.state == decode_state::member_end) {
      ++result.members;
      if (result.consumed == packed.size()) return result;
    }
    if (step.state == decode_state::more && step.consumed == piece.size() && step.produced < out_size)
      given = end;
    if (given < result.consumed) given = result.consumed;
  }
}

inline decoded decode_all(compression kind, std::string_view packed, std::size_t in_size = SIZE_MAX / 2,
                          std::size_t out_size = std::size_t{1} << 20) {
  const auto with = make_decoder(kind);
  return decode_all(*with, packed, in_size, out_size);
}

}  // namespace urlsieve::testing

#endif
