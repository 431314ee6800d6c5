// The only file that knows the file name of libarchive at build time.
#include "src/input/archives/archive_library.hpp"

namespace urlsieve {

archive_library::archive_library() : library(URLSIEVE_ARCHIVE_LIBRARY) {}

const archive_library& archive_library::get() {
  static const archive_library loaded;
  return loaded;
}

}  // namespace urlsieve
