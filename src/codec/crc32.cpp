#include "src/codec/crc32.hpp"

#include <libdeflate.h>

namespace urlsieve {

std::uint32_t crc32_of(std::uint32_t crc, std::span<const char> bytes) {
  return libdeflate_crc32(crc, bytes.data(), bytes.size());
}

}  // namespace urlsieve
