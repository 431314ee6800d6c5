// Reads byte ranges of a file or a remote object as stored, and finds the members at which it can be cut into
// parts.
#ifndef URLSIEVE_INPUT_FILE_PART_HPP
#define URLSIEVE_INPUT_FILE_PART_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/byte_source.hpp"
#include "src/input/remote_part.hpp"
#include "src/transfer/object_version.hpp"
#include "src/transfer/remote_context.hpp"

namespace urlsieve {

// How the bytes of a source are read: `once` suits bytes that are read to their end, `near_cut` a few bytes
// that other sources may read again.
enum class part_access : std::uint8_t { once, near_cut };

// A regular file or a remote object, open for random access. Copies share the descriptor or the connection.
// Thread-safe.
class part_file {
 public:
  // Opens `path`: a URL, if remote.access is not null, which must have the version `expected`; otherwise a
  // regular file. Returns nullopt and sets `fault` if the input is unavailable, or if a server does not
  // support ranges.
  [[nodiscard]] static std::optional<part_file> open(const std::string& path, const remote_context& remote,
                                                     const object_version& expected, remote_fault& fault);

  // Returns the size when the file was opened, in bytes.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool is_remote() const { return is_remote_; }

  // Reads up to out.size() bytes at offset `at`. Returns their number (0 at the end), or nullopt on an error,
  // see fault(). May return fewer bytes before the end of a remote object.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) const;
  // Replaces `out` by up to `size` bytes at offset `at`; fewer at the end. Returns false on an error, see
  // fault().
  [[nodiscard]] bool read_all(std::uint64_t at, std::size_t size, std::string& out) const;

  // Returns the fault of the last function that failed.
  [[nodiscard]] remote_fault fault() const { return bytes_->fault(); }

  // Returns the offset of the first compressed member at or behind `from` that decodes and that `accepts`
  // accepts (null: any member). `accepts` receives up to 4 KiB of the decompressed member. Searches at most
  // `max_bytes` bytes. Returns size() if there is none in these bytes, or nullopt on a read error, see
  // fault().
  [[nodiscard]] std::optional<std::uint64_t> find_member(std::uint64_t from,
                                                         bool (*accepts)(std::string_view),
                                                         std::uint64_t max_bytes = UINT64_MAX) const;

  // Returns a source of the stored bytes [from, to). take_marks() maps byte `plain` of the decompressed
  // input to byte `from` of the file. A file that ends before `to` counts as damage::unreadable under
  // `name`, and a read error as the reason of fault(). Requires: from <= to.
  [[nodiscard]] std::unique_ptr<byte_source> stored(std::uint64_t from, std::uint64_t to, std::uint64_t plain,
                                                    std::string name,
                                                    part_access how = part_access::near_cut) const;

 private:
  part_file(std::shared_ptr<part_bytes> bytes, bool is_remote)
      : bytes_(std::move(bytes)), size_(bytes_->size()), is_remote_(is_remote) {}

  std::shared_ptr<part_bytes> bytes_;
  std::uint64_t size_;
  bool is_remote_;
};

// Returns a source of the lines that begin in `part`. Unless `is_first`, drops the bytes of `part` up to the
// first line end. Appends the bytes of `behind`, which follow the part, up to the first line end; null: none.
// Damage in `behind` is not counted.
[[nodiscard]] std::unique_ptr<byte_source> lines_of_part(std::unique_ptr<byte_source> part, bool is_first,
                                                         std::unique_ptr<byte_source> behind);

}  // namespace urlsieve

#endif
