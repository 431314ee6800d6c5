// Digests for requests to S3, by OpenSSL's libcrypto, which is loaded for the first digest.
#ifndef URLSIEVE_TRANSFER_DIGESTS_HPP
#define URLSIEVE_TRANSFER_DIGESTS_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// Return the digest as raw bytes. Throw std::runtime_error if libcrypto is missing or fails.
[[nodiscard]] std::string sha256(std::string_view bytes);
[[nodiscard]] std::string md5(std::string_view bytes);
[[nodiscard]] std::string hmac_sha256(std::string_view key, std::string_view bytes);

// Returns two lower-case hex digits for each byte.
[[nodiscard]] std::string hex_of(std::string_view bytes);

// Returns base64 by RFC 4648 section 4, with padding.
[[nodiscard]] std::string base64_of(std::string_view bytes);

// Returns the version of libcrypto: "OpenSSL 3.0.19".
[[nodiscard]] std::string digest_library_version();

}  // namespace urlsieve

#endif
