#include "src/codec/snappy_block.hpp"

#include <snappy-c.h>

#include <cstddef>

#include "src/text/lazy_library.hpp"

namespace urlsieve {
namespace {

struct snappy_functions {
  lazy_library library{URLSIEVE_SNAPPY_LIBRARY};
  URLSIEVE_LATE_FUNCTION(library, snappy_uncompressed_length);
  URLSIEVE_LATE_FUNCTION(library, snappy_uncompress);
};

}  // namespace

bool decompress_snappy(std::string_view compressed, std::span<char> plain) {
  static const snappy_functions snappy;
  std::size_t size = 0;
  if (snappy.snappy_uncompressed_length(compressed.data(), compressed.size(), &size) != SNAPPY_OK ||
      size != plain.size())
    return false;
  char none = 0;  // for an empty block, whose `plain` may be a null pointer
  char* const out = plain.empty() ? &none : plain.data();
  return snappy.snappy_uncompress(compressed.data(), compressed.size(), out, &size) == SNAPPY_OK;
}

}  // namespace urlsieve
