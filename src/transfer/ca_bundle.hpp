// Finds the file of CA certificates by which the certificates of servers are verified.
#ifndef URLSIEVE_TRANSFER_CA_BUNDLE_HPP
#define URLSIEVE_TRANSFER_CA_BUNDLE_HPP

#include <functional>
#include <string>

namespace urlsieve {

// Returns the path of the CA bundle; empty: use the default of libcurl.
//
// The first of AWS_CA_BUNDLE, CURL_CA_BUNDLE and SSL_CERT_FILE that is set and not empty names the bundle,
// even if the file is missing. Otherwise the default of libcurl applies if `built_in` exists. Otherwise the
// result is the first existing bundle of Debian, Fedora and RHEL, SUSE, and Alpine: a libcurl from another
// distribution names a file that this machine lacks.
//
// `variable` returns the value of an environment variable or null; `exists` returns true for a readable file.
[[nodiscard]] std::string ca_bundle(const std::string& built_in,
                                    const std::function<const char*(const char*)>& variable,
                                    const std::function<bool(const std::string&)>& exists);

}  // namespace urlsieve

#endif
