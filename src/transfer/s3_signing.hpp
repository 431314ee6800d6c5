// Signature Version 4 of AWS, as S3 has it.
#ifndef URLSIEVE_TRANSFER_S3_SIGNING_HPP
#define URLSIEVE_TRANSFER_S3_SIGNING_HPP

#include <ctime>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/transfer/s3_settings.hpp"

namespace urlsieve {

// All but what is unreserved becomes escapes; "/" stays where it `keeps_slashes`.
[[nodiscard]] std::string s3_escaped(std::string_view text, bool keeps_slashes);

// A request as it is signed.
struct s3_call {
  std::string method;
  std::string host;                                        // as the header Host has it
  std::string path;                                        // escaped
  std::vector<std::pair<std::string, std::string>> query;  // not escaped
  std::map<std::string, std::string> headers;  // those that are signed, by lower names; Host comes besides
  std::string payload_hash;                    // SHA-256 of the body in hex
};

// The query with its escapes, in its order: "a=b&c="; empty: there is none.
[[nodiscard]] std::string query_of(const s3_call& call);

// The headers that the request is sent with, those of the call among them: "name: value".
[[nodiscard]] std::vector<std::string> signed_headers(s3_call call, const s3_credentials& credentials,
                                                      const std::string& region, std::time_t now);

}  // namespace urlsieve

#endif
