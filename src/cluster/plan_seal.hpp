// The seal of a plan: an HMAC-SHA-256 of its text under a key that the workers share. The key is necessary to
// change or make a sealed plan.
#ifndef URLSIEVE_CLUSTER_PLAN_SEAL_HPP
#define URLSIEVE_CLUSTER_PLAN_SEAL_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

inline constexpr std::size_t least_key_bytes = 16;

struct plan_key {
  std::string bytes;
  bool is_readable_by_others = false;  // the mode of the file gives other users access
};

// Reads all bytes of the file, with the last line end. Fails with error_code::usage if there are fewer than
// 16 or more than 4096 bytes, or if `path` is not a regular file; with error_code::cannot_read if the file
// cannot be read.
[[nodiscard]] result<plan_key> read_plan_key(const std::string& path);

// Returns the seal as 64 lower-case hex digits. Fails with error_code::not_supported if libcrypto is missing.
[[nodiscard]] result<std::string> seal_of(std::string_view plan, const plan_key& key);

// Compares seals in a time that does not depend on the place of a difference.
[[nodiscard]] bool is_same_seal(std::string_view a, std::string_view b);

}  // namespace urlsieve

#endif
