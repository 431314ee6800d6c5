// The only file that knows the file name of nettle at build time.
#include "src/input/archives/checksum_library.hpp"

namespace urlsieve {

checksum_library::checksum_library() : library(URLSIEVE_NETTLE_LIBRARY) {}

const checksum_library& checksum_library::get() {
  static const checksum_library loaded;
  return loaded;
}

}  // namespace urlsieve
