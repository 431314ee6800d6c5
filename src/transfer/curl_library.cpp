// Loads libcurl under the file name that the build found.
#include "src/transfer/curl_library.hpp"

#include <stdexcept>

namespace urlsieve {

curl_library::curl_library() : library(URLSIEVE_CURL_LIBRARY) {
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    throw std::runtime_error("libcurl cannot be initialized");
}

const curl_library& curl_library::get() {
  static const curl_library loaded;
  return loaded;
}

}  // namespace urlsieve
