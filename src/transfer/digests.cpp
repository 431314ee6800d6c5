#include "src/transfer/digests.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "src/text/hex.hpp"
#include "src/text/lazy_library.hpp"

namespace urlsieve {
namespace {

struct crypto_library {
  static const crypto_library& get() {
    static const crypto_library loaded;
    return loaded;
  }

  lazy_library library{URLSIEVE_CRYPTO_LIBRARY};
  URLSIEVE_LATE_FUNCTION(library, OPENSSL_init_crypto);
  URLSIEVE_LATE_FUNCTION(library, EVP_Digest);
  URLSIEVE_LATE_FUNCTION(library, EVP_sha1);
  URLSIEVE_LATE_FUNCTION(library, EVP_sha256);
  URLSIEVE_LATE_FUNCTION(library, EVP_md5);
  URLSIEVE_LATE_FUNCTION(library, EVP_MD_CTX_new);
  URLSIEVE_LATE_FUNCTION(library, EVP_MD_CTX_free);
  URLSIEVE_LATE_FUNCTION(library, EVP_DigestInit_ex);
  URLSIEVE_LATE_FUNCTION(library, EVP_DigestUpdate);
  URLSIEVE_LATE_FUNCTION(library, EVP_DigestFinal_ex);
  URLSIEVE_LATE_FUNCTION(library, HMAC);
  URLSIEVE_LATE_FUNCTION(library, OpenSSL_version);

 private:
  // Otherwise libcrypto frees its memory at exit, while worker threads may still run.
  crypto_library() { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr); }
};

using digest_buffer = std::array<unsigned char, EVP_MAX_MD_SIZE>;

void require(bool is_success) {
  if (!is_success) throw std::runtime_error("libcrypto cannot compute a digest");
}

std::string string_of(const digest_buffer& bytes, unsigned size, bool is_success) {
  require(is_success);
  return {reinterpret_cast<const char*>(bytes.data()), size};
}

std::string digest(std::string_view bytes, const EVP_MD* kind) {
  digest_buffer out{};
  unsigned size = 0;
  const int status =
      crypto_library::get().EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, kind, nullptr);
  return string_of(out, size, status == 1);
}

}  // namespace

std::string sha1(std::string_view bytes) {
  return digest(bytes, crypto_library::get().EVP_sha1());
}

std::string sha256(std::string_view bytes) {
  return digest(bytes, crypto_library::get().EVP_sha256());
}

std::string md5(std::string_view bytes) {
  return digest(bytes, crypto_library::get().EVP_md5());
}

std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  const crypto_library& crypto = crypto_library::get();
  digest_buffer out{};
  unsigned size = 0;
  const unsigned char* const hash =
      crypto.HMAC(crypto.EVP_sha256(), key.data(), static_cast<int>(key.size()),
                  reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), out.data(), &size);
  return string_of(out, size, hash != nullptr);
}

struct running_digest::state {
  explicit state(digest_algorithm algorithm)
      : kind(algorithm == digest_algorithm::sha256 ? crypto.EVP_sha256() : crypto.EVP_md5()),
        context(crypto.EVP_MD_CTX_new()) {
    require(context != nullptr);
  }
  ~state() { crypto.EVP_MD_CTX_free(context); }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  const crypto_library& crypto = crypto_library::get();
  const EVP_MD* kind;
  EVP_MD_CTX* context;
};

running_digest::running_digest(digest_algorithm algorithm) : state_(std::make_unique<state>(algorithm)) {}
running_digest::~running_digest() = default;

void running_digest::restart() {
  require(state_->crypto.EVP_DigestInit_ex(state_->context, state_->kind, nullptr) == 1);
}

void running_digest::add(std::string_view bytes) {
  require(state_->crypto.EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1);
}

void running_digest::finish(std::span<char> digest) {
  digest_buffer out{};
  unsigned size = 0;
  const int status = state_->crypto.EVP_DigestFinal_ex(state_->context, out.data(), &size);
  require(status == 1 && size == digest.size());
  std::copy_n(out.begin(), size, digest.begin());
}

std::string hex_of(std::string_view bytes) {
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    hex.push_back(lower_hex_digits[value >> 4U]);
    hex.push_back(lower_hex_digits[value & 15U]);
  }
  return hex;
}

std::string base32_of(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  constexpr unsigned digit_bits = 5;
  std::string text;
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : bytes) {
    bits = bits << 8U | static_cast<unsigned char>(c);
    for (held += 8; held >= digit_bits; held -= digit_bits)
      text.push_back(digits[bits >> (held - digit_bits) & 31U]);
  }
  if (held != 0) text.push_back(digits[bits << (digit_bits - held) & 31U]);
  return text;
}

std::string base64_of(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8U | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text.push_back(k <= group.size() ? digits[bits >> (18 - 6 * k) & 63U] : '=');
  }
  return text;
}

std::string digest_library_version() {
  return crypto_library::get().OpenSSL_version(OPENSSL_VERSION_STRING);
}

}  // namespace urlsieve
