// Where in a host its registrable domain and its public suffix begin.
#ifndef URLSIEVE_URL_HOST_NAMES_HPP
#define URLSIEVE_URL_HOST_NAMES_HPP

#include <string_view>

namespace urlsieve {

// Views into the host; without data where it has none. An address has none of them, nor has a single label; a
// public suffix has no domain, and a domain no subdomain.
struct host_names {
  std::string_view subdomain;  // "www" of "www.example.co.uk", without the dot behind it
  std::string_view domain;     // "example.co.uk"; a trailing dot is kept
  std::string_view suffix;     // "co.uk"
};

// By the public suffix list of the machine. ASCII letters of any case.
[[nodiscard]] host_names names_of_host(std::string_view host);

// The same for a host of small letters, digits, "-", "_" and "." that ends in a letter.
[[nodiscard]] host_names names_of_plain_host(std::string_view host);

}  // namespace urlsieve

#endif
