// The bytes of a shard's file from front to back: as they lie there, summed up as they go by, or
// decompressed.
#ifndef URLSIEVE_SHARDS_SHARD_CONTENT_HPP
#define URLSIEVE_SHARDS_SHARD_CONTENT_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/shards/held_file.hpp"
#include "src/text/fingerprint.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class shard_content {
 public:
  // `packing`: nothing where take() is not asked for. `bytes`: how many are expected; `block`: of rows, as
  // many as are read at a time.
  [[nodiscard]] static result<shard_content> open(const std::string& path, const remote_reach& reach,
                                                  std::optional<compression> packing, std::uint64_t bytes,
                                                  std::size_t block);

  // How many stored bytes are read at a time.
  [[nodiscard]] static std::size_t piece_of(std::uint64_t bytes, std::size_t block);

  // Fills `room` with what the file holds; less only at its end, or where state() says why.
  [[nodiscard]] std::size_t take(std::span<char> room);
  [[nodiscard]] bool ended() const { return ended_; }

  // The next bytes as they are stored; 0: there are no more, or state().
  std::size_t take_stored(std::span<char> room);
  // Fills `room` with them; false at the end, or with state().
  [[nodiscard]] bool fill(std::span<char> room);
  // The same from any place, and leaves alone where the file is read on, and its checksum.
  [[nodiscard]] bool fill_from(std::uint64_t place, std::span<char> room);

  // The first error of reading or decompressing.
  [[nodiscard]] const result<void>& state() const { return state_; }

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  [[nodiscard]] std::uint64_t size() const { return size_; }    // of the file, when it was opened
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }  // that were read from front to back
  [[nodiscard]] std::string checksum() const { return sum_.hex(); }

 private:
  explicit shard_content(held_file file) : file_(std::move(file)) {}

  held_file file_;
  std::unique_ptr<decoder> unpacker_;  // null: the file holds the rows as they are
  std::vector<char> stored_;           // read and not yet unpacked: [from, to)
  std::size_t from_ = 0;
  std::size_t to_ = 0;
  bool at_end_ = false;  // of the file
  bool inside_ = false;  // a member has begun
  bool ended_ = false;
  running_checksum sum_;
  std::uint64_t bytes_ = 0;
  std::uint64_t size_ = 0;
  std::size_t piece_ = 0;
  result<void> state_;
};

}  // namespace urlsieve

#endif
