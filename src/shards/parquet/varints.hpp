// Numbers of Parquet and Thrift (variable-length, zigzag for signed integers; four bytes), and a cursor over
// untrusted bytes.
#ifndef URLSIEVE_SHARDS_PARQUET_VARINTS_HPP
#define URLSIEVE_SHARDS_PARQUET_VARINTS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/text/number_bytes.hpp"
#include "src/text/varint.hpp"

namespace urlsieve::parquet {

// Maps signed to unsigned numbers and back: 0, -1, 1, -2 ... to 0, 1, 2, 3 ...
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1U) ^ static_cast<std::uint64_t>(number >> 63U);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1U) ^ (~(number & 1U) + 1U));
}

// Appends `number` to `out` as four bytes, little-endian.
inline void append_fixed32(std::uint32_t number, std::string& out) {
  append_little_endian(number, sizeof(number), out);
}

// Reads values from the front of a byte range, which must outlive the views of the cursor. A read beyond the
// end makes the cursor fail; then all reads return 0 or an empty view.
class byte_cursor {
 public:
  explicit byte_cursor(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  void fail() {
    failed_ = true;
    rest_ = {};
  }

  // Return the next `size` bytes, byte, varint, or four bytes as a little-endian number. A varint longer than
  // ten bytes makes the cursor fail.
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view bytes = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

  unsigned char byte() {
    const std::string_view next = take(1);
    return next.empty() ? static_cast<unsigned char>(0) : static_cast<unsigned char>(next[0]);
  }

  std::uint64_t varint() {
    std::uint64_t number = 0;
    if (take_varint(rest_, number)) return number;
    fail();
    return 0;
  }

  std::uint32_t fixed32() { return static_cast<std::uint32_t>(little_endian(take(4))); }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace urlsieve::parquet

#endif
