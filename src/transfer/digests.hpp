// Digests that servers ask for, by OpenSSL's libcrypto, which is loaded when the first is needed.
#ifndef URLSIEVE_TRANSFER_DIGESTS_HPP
#define URLSIEVE_TRANSFER_DIGESTS_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// As bytes. All throw std::runtime_error where libcrypto is not there, or refuses.
[[nodiscard]] std::string sha256(std::string_view bytes);
[[nodiscard]] std::string md5(std::string_view bytes);
[[nodiscard]] std::string hmac_sha256(std::string_view key, std::string_view bytes);

// 32 lower hex digits and the like.
[[nodiscard]] std::string hex_of(std::string_view bytes);

// RFC 4648 section 4, with padding.
[[nodiscard]] std::string base64_of(std::string_view bytes);

// "OpenSSL 3.0.19"
[[nodiscard]] std::string digest_library_version();

}  // namespace urlsieve

#endif
