// SHA-1, SHA-256 and MD5 by OpenSSL's libcrypto, which is loaded for the first digest.
#ifndef URLSIEVE_TRANSFER_DIGESTS_HPP
#define URLSIEVE_TRANSFER_DIGESTS_HPP

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace urlsieve {

// Return the digest as raw bytes. Throw std::runtime_error if libcrypto is missing or fails.
[[nodiscard]] std::string sha1(std::string_view bytes);
[[nodiscard]] std::string sha256(std::string_view bytes);
[[nodiscard]] std::string md5(std::string_view bytes);
[[nodiscard]] std::string hmac_sha256(std::string_view key, std::string_view bytes);

enum class digest_algorithm : std::uint8_t { sha256, md5 };

// Computes the digest of bytes that arrive in pieces. Each function throws std::runtime_error if libcrypto is
// missing or fails.
class running_digest {
 public:
  explicit running_digest(digest_algorithm algorithm);
  ~running_digest();
  running_digest(const running_digest&) = delete;
  running_digest& operator=(const running_digest&) = delete;

  // Begins a new digest. Requires: called before the first add(), and again after finish().
  void restart();
  void add(std::string_view bytes);
  // Writes the digest as raw bytes. Requires: `digest` has the size of the algorithm's digest (32 or 16).
  void finish(std::span<char> digest);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// Returns two lower-case hex digits for each byte.
[[nodiscard]] std::string hex_of(std::string_view bytes);

// Returns base32 in upper case by RFC 4648 section 6, without padding.
[[nodiscard]] std::string base32_of(std::string_view bytes);

// Returns base64 by RFC 4648 section 4, with padding.
[[nodiscard]] std::string base64_of(std::string_view bytes);

// Returns the version of libcrypto: "OpenSSL 3.0.19".
[[nodiscard]] std::string digest_library_version();

}  // namespace urlsieve

#endif
