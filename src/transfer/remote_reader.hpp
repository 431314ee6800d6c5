// An interface for reading remote bytes at any offset.
#ifndef URLSIEVE_TRANSFER_REMOTE_READER_HPP
#define URLSIEVE_TRANSFER_REMOTE_READER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace urlsieve {

// One thread at a time may use an object.
class remote_reader {
 public:
  virtual ~remote_reader() = default;

  // Reads bytes from offset `at` into `out` and returns their number: at least 1, or 0 at the end. Returns
  // nullopt and sets errno to EIO if the bytes are unavailable. Blocks until bytes arrive.
  [[nodiscard]] virtual std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) = 0;
};

}  // namespace urlsieve

#endif
