// A sequential reader of the file of a shard: stored bytes, or decompressed bytes. Computes the checksum of
// the stored bytes.
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
#include "src/shards/dataset_file.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// take_stored() after take() continues behind the stored bytes that take() has read; take() must not follow
// take_stored(). One thread at a time may use an object.
class shard_content {
 public:
  // Opens `path`. `packing` is nullopt if take() is never called; `bytes` is the expected size of the file,
  // and `block` the number of row bytes that the caller reads at a time.
  [[nodiscard]] static result<shard_content> open(const std::string& path, const remote_context& reach,
                                                  std::optional<compression> packing, std::uint64_t bytes,
                                                  std::size_t block);

  // Returns the number of stored bytes in one read.
  [[nodiscard]] static std::size_t piece_of(std::uint64_t bytes, std::size_t block);

  // Fills `buffer` with decompressed bytes and returns their number; fewer only at the end, or after an error
  // (see state()).
  [[nodiscard]] std::size_t take(std::span<char> buffer);
  // Returns true if take() has reached the end of the decompressed bytes without an error.
  [[nodiscard]] bool ended() const { return ended_; }

  // Reads the next stored bytes and returns their number; 0 at the end, or after an error (see state()).
  std::size_t take_stored(std::span<char> buffer);
  // Fills `buffer` with stored bytes; returns false at the end, or after an error.
  [[nodiscard]] bool fill(std::span<char> buffer);
  // Fills `buffer` from `offset`, without effect on the sequential reads and the checksum; returns
  // false at the end, or after an error. Requires a local file, or a server with ranges; otherwise fails.
  [[nodiscard]] bool fill_from(std::uint64_t offset, std::span<char> buffer);

  // Returns the first error of reading or decompressing.
  [[nodiscard]] const result<void>& state() const { return state_; }

  [[nodiscard]] const std::string& path() const { return file_.path(); }
  [[nodiscard]] std::uint64_t size() const { return size_; }    // of the file, at open()
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }  // stored bytes read sequentially
  [[nodiscard]] std::string checksum() const { return sum_.hex(); }

 private:
  explicit shard_content(dataset_file file) : file_(std::move(file)) {}

  dataset_file file_;
  std::unique_ptr<decoder> unpacker_;  // null: not compressed
  std::vector<char> stored_;           // [from_, to_) is read and not yet decompressed
  std::size_t from_ = 0;
  std::size_t to_ = 0;
  bool at_end_ = false;  // of the file
  bool inside_ = false;  // within a compressed member
  bool ended_ = false;
  running_checksum sum_;
  std::uint64_t bytes_ = 0;
  std::uint64_t size_ = 0;
  std::size_t piece_ = 0;
  result<void> state_;
};

}  // namespace urlsieve

#endif
