// Callbacks that deliver redirects (rfc2396bis-01 section 6.2.4). Both ends are URLs in normal form.
#ifndef URLSIEVE_DEDUP_REDIRECT_HPP
#define URLSIEVE_DEDUP_REDIRECT_HPP

#include <functional>

#include "urlsieve/error.hpp"
#include "urlsieve/redirects.hpp"

namespace urlsieve {

// Takes one redirect. The views are valid until the call returns; an error ends the source.
using redirect_consumer = std::function<result<void>(const redirect& pair)>;

// Passes every redirect to `take`, and returns the first error of `take` or of its own.
using redirect_source = std::function<result<void>(const redirect_consumer& take)>;

}  // namespace urlsieve

#endif
