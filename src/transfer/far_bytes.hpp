// Bytes that are not on this machine, to be read in any order.
#ifndef URLSIEVE_TRANSFER_FAR_BYTES_HPP
#define URLSIEVE_TRANSFER_FAR_BYTES_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace urlsieve {

class far_bytes {
 public:
  virtual ~far_bytes() = default;

  // Puts bytes from byte `at` on into `out`, at least one; none at the end; nothing where they cannot be had
  // (errno is EIO). Waits for them.
  [[nodiscard]] virtual std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) = 0;
};

}  // namespace urlsieve

#endif
