#include "src/transfer/transfer_libraries.hpp"

#include "src/transfer/curl_library.hpp"
#include "src/transfer/digests.hpp"

namespace urlsieve {

std::vector<library_version> transfer_libraries() {
  return {{"libcurl", curl_library::get().curl_version_info(CURLVERSION_NOW)->version},
          {"OpenSSL", digest_library_version()}};
}

}  // namespace urlsieve
