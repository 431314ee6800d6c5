// Writes members in formats that urlsieve only reads: lz4, lzip and compress (.Z).
#ifndef URLSIEVE_TESTS_CODEC_PACKED_OTHERWISE_HPP
#define URLSIEVE_TESTS_CODEC_PACKED_OTHERWISE_HPP

#include <lzma.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve::testing {

inline void put_little_endian(std::string& into, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) into += static_cast<char>(value >> (8 * i));
}

// The lzma(1) format of liblzma: properties, an unknown size, the compressed bytes.
inline std::string lzma_alone_pack(std::string_view plain) {
  lzma_stream stream = LZMA_STREAM_INIT;
  lzma_options_lzma options;
  if (::lzma_lzma_preset(&options, 0) != 0 || ::lzma_alone_encoder(&stream, &options) != LZMA_OK) return {};
  std::string out(plain.size() * 2 + 4096, '\0');
  stream.next_in = reinterpret_cast<const std::uint8_t*>(plain.data());
  stream.avail_in = plain.size();
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = out.size();
  static_cast<void>(::lzma_code(&stream, LZMA_FINISH));
  out.resize(out.size() - stream.avail_out);
  ::lzma_end(&stream);
  return out;
}

// `dictionary`: the coded dictionary size of lzip, a power of two and a fraction.
inline std::string lzip_pack(std::string_view plain, char dictionary = 12) {
  constexpr std::size_t header_of_lzma = 13;
  std::string output = std::string("LZIP\1") + dictionary + lzma_alone_pack(plain).substr(header_of_lzma);
  put_little_endian(output,
                    ::lzma_crc32(reinterpret_cast<const std::uint8_t*>(plain.data()), plain.size(), 0), 4);
  put_little_endian(output, plain.size(), 8);
  put_little_endian(output, output.size() + 8, 8);
  return output;
}

// Uncompressed blocks of at most 64 KiB without checksums.
inline std::string lz4_pack(std::string_view plain) {
  constexpr std::size_t largest = std::size_t{64} << 10;
  constexpr std::uint64_t as_it_is = 0x80000000U;
  std::string output("\x04\x22\x4D\x18\x60\x40\x82", 7);
  for (; !plain.empty(); plain.remove_prefix(std::min(plain.size(), largest))) {
    const std::string_view block = plain.substr(0, largest);
    put_little_endian(output, block.size() | as_it_is, 4);
    output += block;
  }
  return output + std::string(4, '\0');
}

// Each byte as a code of nine bits; at most 200 bytes, because later codes are longer.
inline std::string lzw_pack(std::string_view plain) {
  std::string output("\x1F\x9D\x90", 3);
  std::uint64_t held = 0;
  unsigned bits = 0;
  for (const char c : plain.substr(0, 200)) {
    held |= std::uint64_t{static_cast<unsigned char>(c)} << bits;
    for (bits += 9; bits >= 8; bits -= 8, held >>= 8U) output += static_cast<char>(held);
  }
  if (bits > 0) output += static_cast<char>(held);
  return output;
}

}  // namespace urlsieve::testing

#endif
