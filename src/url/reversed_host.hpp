// Names of hosts with their labels turned round, "www.example.com" -> "com.example.www", so that those of one
// domain stand together when they are sorted.
#ifndef URLSIEVE_URL_REVERSED_HOST_HPP
#define URLSIEVE_URL_REVERSED_HOST_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Appends `host`, reversed if it is a name: addresses, and what is no host, stay as they are.
void append_reversed_host(std::string_view host, std::string& out);

}  // namespace urlsieve

#endif
