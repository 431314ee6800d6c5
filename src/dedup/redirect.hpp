// Redirects on their way (rfc2396bis-01 section 6.2.4): both ends are URLs in normal form.
#ifndef URLSIEVE_DEDUP_REDIRECT_HPP
#define URLSIEVE_DEDUP_REDIRECT_HPP

#include <functional>

#include "urlsieve/error.hpp"
#include "urlsieve/redirects.hpp"

namespace urlsieve {

// Who takes redirects; the views live until the call returns. What it says ends whatever gives them.
using redirect_taker = std::function<result<void>(const redirect& one)>;

// Calls who takes them for each.
using redirect_source = std::function<result<void>(const redirect_taker& take)>;

}  // namespace urlsieve

#endif
