// The functions of nettle, which is loaded for the first checksum.
#ifndef URLSIEVE_INPUT_ARCHIVES_CHECKSUM_LIBRARY_HPP
#define URLSIEVE_INPUT_ARCHIVES_CHECKSUM_LIBRARY_HPP

#include <nettle/md5.h>
#include <nettle/sha2.h>

#include "src/text/lazy_library.hpp"

namespace urlsieve {

struct checksum_library {
  // Loads nettle at the first call. Throws std::runtime_error if nettle is not installed. Thread-safe.
  [[nodiscard]] static const checksum_library& get();

  lazy_library library;
  URLSIEVE_LATE_FUNCTION(library, nettle_md5_init);
  URLSIEVE_LATE_FUNCTION(library, nettle_md5_update);
  URLSIEVE_LATE_FUNCTION(library, nettle_md5_digest);
  URLSIEVE_LATE_FUNCTION(library, nettle_sha256_init);
  URLSIEVE_LATE_FUNCTION(library, nettle_sha256_update);
  URLSIEVE_LATE_FUNCTION(library, nettle_sha256_digest);

 private:
  checksum_library();
};

}  // namespace urlsieve

#endif
