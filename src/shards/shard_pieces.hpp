// Random access to the content of a shard by pieces: blocks of an uncompressed file, or frames of a seekable
// zstd file.
#ifndef URLSIEVE_SHARDS_SHARD_PIECES_HPP
#define URLSIEVE_SHARDS_SHARD_PIECES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/codec/zstd_seek_table.hpp"
#include "src/shards/dataset_file.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Errors are error_code::cannot_read. One thread at a time.
class shard_pieces {
 public:
  // Opens the shard `entry` of `directory`, whose size must match `entry`. Returns nullopt if only sequential
  // reading is possible: gzip, zstd without a seek table, or a server without ranges.
  [[nodiscard]] static result<std::optional<shard_pieces>> open(const std::string& directory,
                                                                const shard_summary& entry,
                                                                compression packing,
                                                                const remote_reach& remote = {});

  shard_pieces(shard_pieces&& other) noexcept = default;
  shard_pieces& operator=(shard_pieces&&) = delete;

  [[nodiscard]] std::size_t count() const { return places_.size() - 1; }
  // Returns the offset of a piece in the decompressed content; begin(count()) is size().
  [[nodiscard]] std::uint64_t begin(std::size_t piece) const { return places_[piece].content; }
  [[nodiscard]] std::uint64_t size() const { return places_.back().content; }
  // Returns the piece that contains `offset`. Requires: offset < size().
  [[nodiscard]] std::size_t piece_of(std::uint64_t offset) const;

  // Returns the first 4 KiB of a piece, or the whole of a shorter piece, without decompressing the rest. The
  // view is valid until the next head().
  [[nodiscard]] result<std::string_view> head(std::size_t piece);
  // Returns a whole piece. The view is valid until whole() was called for two other pieces.
  [[nodiscard]] result<std::string_view> whole(std::size_t piece);

  [[nodiscard]] const std::string& path() const { return file_.path(); }

 private:
  struct cached_piece {
    std::size_t piece = ~std::size_t{0};
    std::vector<char> bytes;
  };

  explicit shard_pieces(dataset_file file) : file_(std::move(file)) {}
  [[nodiscard]] result<void> find_places(const shard_summary& entry, compression packing);
  [[nodiscard]] result<void> read(std::uint64_t from, std::span<char> out);
  // Fills `out` with the beginning of a piece; with `all`, decompresses the whole and checks the checksum of
  // the frame. Then `out` must hold one more byte, because the decoder needs space to reach the frame end.
  [[nodiscard]] result<void> unpack(std::size_t piece, std::span<char> out, bool all);
  [[nodiscard]] result<void> check_size(std::size_t piece, std::size_t produced) const;
  [[nodiscard]] tl::unexpected<error> damaged(std::string_view fault) const;

  dataset_file file_;
  std::unique_ptr<decoder> unpacker_;     // null: not compressed
  std::vector<zstd_frame_place> places_;  // of the pieces and the end
  std::vector<char> stored_;
  std::vector<char> head_;
  std::array<cached_piece, 2> cache_;  // the last two results of whole()
};

}  // namespace urlsieve

#endif
