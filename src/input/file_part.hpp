// The stored bytes of a part of a file, as they are, and what is asked of a file to find where its parts
// begin.
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

// A regular file that is open for reading in any order.
class part_file {
 public:
  // Nothing: it cannot be opened, or is no regular file; errno says why (EINVAL).
  [[nodiscard]] static std::optional<part_file> open(const std::string& path);

  [[nodiscard]] std::uint64_t size() const { return size_; }

  // Fills `out` from byte `at` on as far as the file goes; nothing where it cannot be read.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) const;

  // Where the first compressed member begins at or behind `from` that decodes, and of which `wanted` says yes
  // to the first bytes that it holds (null: to all); the file's size where there is none. Nothing where the
  // file cannot be read. Looks no further than `most` bytes, and says the size then, too.
  [[nodiscard]] std::optional<std::uint64_t> find_member(std::uint64_t from, bool (*wanted)(std::string_view),
                                                         std::uint64_t most = UINT64_MAX) const;

  // The bytes [from, to) as they are stored; they are called byte `plain` and following, and the file's name
  // is `name`.
  [[nodiscard]] std::unique_ptr<byte_source> stored(std::uint64_t from, std::uint64_t to, std::uint64_t plain,
                                                    std::string name) const;

 private:
  struct handle;
  part_file(std::shared_ptr<const handle> file, std::uint64_t size) : file_(std::move(file)), size_(size) {}

  std::shared_ptr<const handle> file_;
  std::uint64_t size_;
};

// The lines of a part of what members hold: without all up to its first line end, unless `is_first`, and with
// all up to the first line end of what follows, which `behind` gives (null: nothing follows).
[[nodiscard]] std::unique_ptr<byte_source> lines_of_part(std::unique_ptr<byte_source> part, bool is_first,
                                                         std::unique_ptr<byte_source> behind);

}  // namespace urlsieve

#endif
