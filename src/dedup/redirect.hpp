// A redirect (rfc2396bis-01 section 6.2.4), and callbacks that deliver redirects.
#ifndef URLSIEVE_DEDUP_REDIRECT_HPP
#define URLSIEVE_DEDUP_REDIRECT_HPP

#include <functional>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

// An observed permanent redirect. Both ends are URLs in normal form.
struct redirect {
  std::string_view from;
  std::string_view to;
};

// Takes one redirect. The views are valid until the call returns; an error ends the source.
using redirect_consumer = std::function<result<void>(const redirect& pair)>;

// Passes every redirect to `take`, and returns the first error of `take` or of its own.
using redirect_source = std::function<result<void>(const redirect_consumer& take)>;

}  // namespace urlsieve

#endif
