// A permanent redirect that was observed (rfc2396bis-01 section 6.2.4): both ends are URLs in normal form.
#ifndef URLSIEVE_DEDUP_REDIRECT_HPP
#define URLSIEVE_DEDUP_REDIRECT_HPP

#include <string_view>

namespace urlsieve {

struct redirect {
  std::string_view from;
  std::string_view to;
};

}  // namespace urlsieve

#endif
