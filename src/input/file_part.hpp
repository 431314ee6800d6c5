// Reads byte ranges of a file as stored, and finds the members at which a file can be cut into parts.
#ifndef URLSIEVE_INPUT_FILE_PART_HPP
#define URLSIEVE_INPUT_FILE_PART_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/input/byte_source.hpp"

namespace urlsieve {

// A regular file, open for random access. Copies share the descriptor. Thread-safe.
class part_file {
 public:
  // Opens `path`. Returns nullopt, with errno set, if `path` cannot be opened or is not a regular file
  // (EINVAL).
  [[nodiscard]] static std::optional<part_file> open(const std::string& path);

  // Returns the size when the file was opened, in bytes.
  [[nodiscard]] std::uint64_t size() const { return size_; }

  // Reads up to out.size() bytes at offset `at`. Returns their number (0 at the end), or nullopt on an error
  // (errno).
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) const;

  // Returns the offset of the first compressed member at or behind `from` that decodes and that `accepts`
  // accepts (null: any member). `accepts` receives up to 4 KiB of the decompressed member. Searches at most
  // `max_bytes` bytes. Returns size() if there is none in these bytes, or nullopt on a read error (errno).
  [[nodiscard]] std::optional<std::uint64_t> find_member(std::uint64_t from,
                                                         bool (*accepts)(std::string_view),
                                                         std::uint64_t max_bytes = UINT64_MAX) const;

  // Returns a source of the stored bytes [from, to). take_marks() maps byte `plain` of the decompressed
  // input to byte `from` of the file. A file that ends before `to`, and a read error, count as
  // damage::unreadable under `name`. Requires: from <= to.
  [[nodiscard]] std::unique_ptr<byte_source> stored(std::uint64_t from, std::uint64_t to, std::uint64_t plain,
                                                    std::string name) const;

 private:
  struct handle;
  part_file(std::shared_ptr<const handle> file, std::uint64_t size) : file_(std::move(file)), size_(size) {}

  std::shared_ptr<const handle> file_;
  std::uint64_t size_;
};

// Returns a source of the lines that begin in `part`. Unless `is_first`, drops the bytes of `part` up to the
// first line end. Appends the bytes of `behind`, which follow the part, up to the first line end; null: none.
// Damage in `behind` is not counted.
[[nodiscard]] std::unique_ptr<byte_source> lines_of_part(std::unique_ptr<byte_source> part, bool is_first,
                                                         std::unique_ptr<byte_source> behind);

}  // namespace urlsieve

#endif
