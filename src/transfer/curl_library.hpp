// The functions of libcurl, which is loaded for the first remote request.
#ifndef URLSIEVE_TRANSFER_CURL_LIBRARY_HPP
#define URLSIEVE_TRANSFER_CURL_LIBRARY_HPP

#define CURL_DISABLE_TYPECHECK  // the macros of the check would replace the functions
#include <curl/curl.h>

#include "src/text/lazy_library.hpp"

namespace urlsieve {

struct curl_library {
  // Returns the loaded library; the first call loads and initializes libcurl. Throws std::runtime_error if
  // libcurl is missing or fails to initialize. Thread-safe.
  [[nodiscard]] static const curl_library& get();

  lazy_library library;
  URLSIEVE_LATE_FUNCTION(library, curl_global_init);
  URLSIEVE_LATE_FUNCTION(library, curl_version_info);
  URLSIEVE_LATE_FUNCTION(library, curl_easy_init);
  URLSIEVE_LATE_FUNCTION(library, curl_easy_cleanup);
  URLSIEVE_LATE_FUNCTION(library, curl_easy_setopt);
  URLSIEVE_LATE_FUNCTION(library, curl_easy_getinfo);
  URLSIEVE_LATE_FUNCTION(library, curl_easy_pause);
  URLSIEVE_LATE_FUNCTION(library, curl_easy_strerror);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_init);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_cleanup);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_setopt);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_add_handle);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_remove_handle);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_perform);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_poll);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_wakeup);
  URLSIEVE_LATE_FUNCTION(library, curl_multi_info_read);
  URLSIEVE_LATE_FUNCTION(library, curl_slist_append);
  URLSIEVE_LATE_FUNCTION(library, curl_slist_free_all);

 private:
  curl_library();
};

}  // namespace urlsieve

#endif
