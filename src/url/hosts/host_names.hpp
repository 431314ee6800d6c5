// The names in a host: registrable domain and public suffix, and the labels in reverse order.
#ifndef URLSIEVE_URL_HOSTS_HOST_NAMES_HPP
#define URLSIEVE_URL_HOSTS_HOST_NAMES_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Views into the host; a missing name has null data. Addresses and single labels have no names, a public
// suffix has no domain, and a domain has no subdomain.
struct host_names {
  std::string_view subdomain;  // "www" of "www.example.co.uk", without the dot after it
  std::string_view domain;     // "example.co.uk"; includes a trailing dot
  std::string_view suffix;     // "co.uk"
};

// Returns the names by the public suffix list of the machine; all are missing without a list. Accepts ASCII
// letters of any case. Throws as public_suffix_list::system() does.
[[nodiscard]] host_names names_of_host(std::string_view host);

// Returns the same, faster. Requires: `host` has only lower-case letters, digits, "-", "_" and ".", and ends
// in a letter.
[[nodiscard]] host_names names_of_plain_host(std::string_view host);

// Appends `host` to `out`, with its labels reversed if `host` is a name: "www.example.com" becomes
// "com.example.www", so hosts of a domain sort together. Addresses and invalid hosts stay unchanged.
void append_reversed_host(std::string_view host, std::string& out);

}  // namespace urlsieve

#endif
