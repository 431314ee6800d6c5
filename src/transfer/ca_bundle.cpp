#include "src/transfer/ca_bundle.hpp"

namespace urlsieve {
namespace {

constexpr const char* variables[] = {"AWS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"};

constexpr const char* system_bundles[] = {
    "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Ubuntu, Arch, Alpine with ca-certificates
    "/etc/pki/tls/certs/ca-bundle.crt",                   // Fedora, RHEL
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora, RHEL: the target of the link above
    "/etc/ssl/ca-bundle.pem",                             // SUSE
    "/var/lib/ca-certificates/ca-bundle.pem",             // SUSE: the target of the link above
    "/etc/ssl/cert.pem",                                  // Alpine
};

}  // namespace

std::string ca_bundle(const std::string& built_in, const std::function<const char*(const char*)>& variable,
                      const std::function<bool(const std::string&)>& exists) {
  for (const char* const name : variables)
    if (const char* const file = variable(name); file != nullptr && *file != '\0') return file;
  if (!built_in.empty() && exists(built_in)) return {};
  for (const char* const file : system_bundles)
    if (exists(file)) return file;
  return {};
}

}  // namespace urlsieve
