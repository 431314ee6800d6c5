// Reverses the labels of host names, "www.example.com" -> "com.example.www", so that hosts of a domain sort
// together.
#ifndef URLSIEVE_URL_HOSTS_REVERSED_HOST_HPP
#define URLSIEVE_URL_HOSTS_REVERSED_HOST_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Appends `host` to `out`, reversed if `host` is a name. Addresses and invalid hosts stay unchanged.
void append_reversed_host(std::string_view host, std::string& out);

}  // namespace urlsieve

#endif
