#include "src/transfer/ca_bundle.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace urlsieve {
namespace ca_bundle_test {

using table = std::map<std::string, std::string>;
using files = std::set<std::string>;

const std::string debian = "/etc/ssl/certs/ca-certificates.crt";

std::string found(const table& variables, const files& present, const std::string& built_in = debian) {
  return ca_bundle(
      built_in,
      [&](const char* name) {
        const auto value = variables.find(name);
        return value == variables.end() ? nullptr : value->second.c_str();
      },
      [&](const std::string& file) { return present.contains(file); });
}

TEST(ca_bundle, the_environment_comes_first) {
  const files present{debian, "/etc/pki/tls/certs/ca-bundle.crt"};
  EXPECT_EQ(found({{"SSL_CERT_FILE", "/own.pem"}}, present), "/own.pem");
  EXPECT_EQ(found({{"SSL_CERT_FILE", "/own.pem"}, {"CURL_CA_BUNDLE", "/curl.pem"}}, present), "/curl.pem");
  EXPECT_EQ(found({{"CURL_CA_BUNDLE", "/curl.pem"}, {"AWS_CA_BUNDLE", "/aws.pem"}}, present), "/aws.pem");
  EXPECT_EQ(found({{"SSL_CERT_FILE", ""}}, present), "");
}

TEST(ca_bundle, the_default_of_libcurl_applies_where_it_exists) {
  EXPECT_EQ(found({}, {debian}), "");
  EXPECT_EQ(found({}, {"/opt/curl/cert.pem", debian}, "/opt/curl/cert.pem"), "");
}

TEST(ca_bundle, each_distribution_has_a_bundle) {
  for (const std::string file :
       {"/etc/pki/tls/certs/ca-bundle.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/ssl/ca-bundle.pem", "/var/lib/ca-certificates/ca-bundle.pem", "/etc/ssl/cert.pem"})
    EXPECT_EQ(found({}, {file}), file);
  EXPECT_EQ(found({}, {debian}, "/opt/curl/cert.pem"), debian);
  EXPECT_EQ(found({}, {debian}, ""), debian);
}

TEST(ca_bundle, no_bundle_leaves_the_default_of_libcurl) {
  EXPECT_EQ(found({}, {}), "");
}

}  // namespace ca_bundle_test
}  // namespace urlsieve
