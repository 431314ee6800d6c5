// Names hosts as the web graphs of Common Crawl do: by the rules of get_surt_host() in
// commoncrawl/cc-pyspark.
#ifndef URLSIEVE_URL_HOSTS_COMMONCRAWL_HOST_HPP
#define URLSIEVE_URL_HOSTS_COMMONCRAWL_HOST_HPP

#include <string_view>

#include "urlsieve/url_view.hpp"

namespace urlsieve {

// Returns the name of the host of a normalized URL, as a part of the host: without the dot at its end, and
// without "www." in front of two or more labels. Returns an empty view for schemes other than http and https,
// addresses, single labels, hosts of more than 253 bytes, and hosts with a label other than 1 to 63 letters,
// digits, inner "-" and inner "_".
[[nodiscard]] std::string_view commoncrawl_host(const url_view& url);

}  // namespace urlsieve

#endif
