// AWS Signature Version 4 for requests to S3.
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

// Percent-encodes all characters except unreserved characters, and except "/" if `keeps_slashes`.
[[nodiscard]] std::string s3_escaped(std::string_view text, bool keeps_slashes);

// The signed parts of a request.
struct s3_call {
  std::string method;
  std::string host;                                        // value of the header Host
  std::string path;                                        // escaped
  std::vector<std::pair<std::string, std::string>> query;  // not escaped
  std::map<std::string, std::string> headers;              // signed headers without Host, by lower-case name
  std::string payload_hash;                                // SHA-256 of the body in hex
};

// Returns the escaped query, sorted as the signature requires: "a=b&c=". Empty without a query.
[[nodiscard]] std::string query_of(const s3_call& call);

// Returns all headers of the request as "name: value": the headers of `call`, and those of the signature.
// `now`: seconds since the epoch. Throws std::runtime_error if libcrypto is missing. Requires: header values
// have no blanks at the ends.
[[nodiscard]] std::vector<std::string> signed_headers(s3_call call, const s3_credentials& credentials,
                                                      const std::string& region, std::time_t now);

}  // namespace urlsieve

#endif
