// The seal of a plan: an HMAC-SHA-256 of its text under a key that the workers share. Without the key nobody
// can change a sealed plan or make one.
#ifndef URLSIEVE_PIPELINE_PLAN_PLAN_SEAL_HPP
#define URLSIEVE_PIPELINE_PLAN_PLAN_SEAL_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

inline constexpr std::size_t least_key_bytes = 16;

struct plan_key {
  std::string bytes;
  bool others_read = false;  // the file's mode lets other users read it
};

// Reads all bytes of the file, a last line end included. error_code::usage if there are fewer than 16 or more
// than 4096 bytes, or if `path` is no regular file; error_code::cannot_read if it cannot be read.
[[nodiscard]] result<plan_key> read_plan_key(const std::string& path);

// 64 lower hex digits. error_code::not_supported if libcrypto is missing.
[[nodiscard]] result<std::string> seal_of(std::string_view plan, const plan_key& key);

// Compares in a time that does not depend on where the seals differ.
[[nodiscard]] bool is_same_seal(std::string_view one, std::string_view other);

}  // namespace urlsieve

#endif
