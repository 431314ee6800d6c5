// Whether bytes, read as an input, are unpacked first, so that what comes out is not what they are.
#ifndef URLSIEVE_TESTS_FUZZ_PACKED_BYTES_HPP
#define URLSIEVE_TESTS_FUZZ_PACKED_BYTES_HPP

#include <string_view>

#include "src/codec/compression.hpp"
#include "src/input/file_archive.hpp"

namespace urlsieve::fuzz {

inline bool are_packed(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, compression_head_size);
  return sniff_compression(head) != compression::none || sniff_packed_file(head) != file_archive::none;
}

}  // namespace urlsieve::fuzz

#endif
