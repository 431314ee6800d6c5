// Access to the stored bytes of an input of which a task reads a part, and its implementation for a remote
// object. Reads near the cuts request small blocks, which are kept; the bytes between the cuts are prefetched
// up to the end of the part. Therefore a task requests hardly a byte twice, and few bytes outside of its
// part.
#ifndef URLSIEVE_INPUT_REMOTE_PART_HPP
#define URLSIEVE_INPUT_REMOTE_PART_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_context.hpp"
#include "src/transfer/remote_object.hpp"
#include "src/transfer/remote_reader.hpp"

namespace urlsieve {

// Random access to the stored bytes of an input that is read in parts: a local file, or a remote object.
// Thread-safe, except for the readers that stream() returns.
class part_bytes {
 public:
  virtual ~part_bytes() = default;

  // Returns the size when the input was opened, in bytes.
  [[nodiscard]] virtual std::uint64_t size() const = 0;

  // Reads up to out.size() bytes at offset `at`. Returns their number: at least 1, or 0 at the end (or for an
  // empty `out`); nullopt on an error, see fault().
  [[nodiscard]] virtual std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) = 0;

  // Returns a reader of the bytes [from, to), which are read once from front to back; null: read() suits. The
  // reader must not outlive this object.
  [[nodiscard]] virtual std::unique_ptr<remote_reader> stream(std::uint64_t from, std::uint64_t to) {
    static_cast<void>(from);
    static_cast<void>(to);
    return nullptr;
  }

  // Returns the fault of the last read() or reader that returned nullopt. Requires: no other call since then.
  [[nodiscard]] virtual remote_fault fault() const = 0;

  // See byte_source::retrieved_from().
  [[nodiscard]] virtual std::string retrieved_from() const { return {}; }
};

// Opens the object `name`: requests its first block, and waits for the response. Returns null and sets
// `fault` if the object is unavailable, has another version than `expected`, or if the server does not
// support ranges. Requires: remote.access is not null.
[[nodiscard]] std::shared_ptr<part_bytes> open_remote_part(const remote_context& remote,
                                                           const std::string& name,
                                                           const object_version& expected,
                                                           remote_fault& fault);

}  // namespace urlsieve

#endif
