// The content of a shard in pieces that can be had in any order: blocks of a file that is not compressed, or
// the frames of a zstd file with a table of them.
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
#include "src/shards/held_file.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Errors are error_code::cannot_read. One thread at a time.
class shard_pieces {
 public:
  // Nothing where the shard of `directory` can only be read from front to back: gzip, zstd without a table,
  // or a server that gives no ranges. It must have the size that `said` tells.
  [[nodiscard]] static result<std::optional<shard_pieces>> open(const std::string& directory,
                                                                const shard_summary& said,
                                                                compression packing,
                                                                const remote_reach& remote = {});

  shard_pieces(shard_pieces&& other) noexcept = default;
  shard_pieces& operator=(shard_pieces&&) = delete;

  [[nodiscard]] std::size_t count() const { return places_.size() - 1; }
  // Of the content: where a piece begins; begin(count()) is the size of all.
  [[nodiscard]] std::uint64_t begin(std::size_t piece) const { return places_[piece].content; }
  [[nodiscard]] std::uint64_t size() const { return places_.back().content; }
  // REQUIRES: offset < size().
  [[nodiscard]] std::size_t piece_of(std::uint64_t offset) const;

  // The first bytes of a piece, 4 KiB or all of it, without unpacking more than that takes. They live until
  // the next head().
  [[nodiscard]] result<std::string_view> head(std::size_t piece);
  // A whole piece; it lives until two others were asked for.
  [[nodiscard]] result<std::string_view> whole(std::size_t piece);

  [[nodiscard]] const std::string& path() const { return file_.path(); }

 private:
  struct kept {
    std::size_t piece = ~std::size_t{0};
    std::vector<char> bytes;
  };

  explicit shard_pieces(held_file file) : file_(std::move(file)) {}
  [[nodiscard]] result<void> find_places(const shard_summary& said, compression packing);
  [[nodiscard]] result<void> read(std::uint64_t from, std::span<char> out);
  // Fills `out` with the beginning of a piece. `all`: with the whole, and the frame's checksum must be right;
  // `out` has room for a byte more, as the end of a frame is met only where there is.
  [[nodiscard]] result<void> unpack(std::size_t piece, std::span<char> out, bool all);
  [[nodiscard]] result<void> check_size(std::size_t piece, std::size_t made) const;
  [[nodiscard]] tl::unexpected<error> damaged(std::string_view what) const;

  held_file file_;
  std::unique_ptr<decoder> unpacker_;     // null: the file holds the rows as they are
  std::vector<zstd_frame_place> places_;  // of the pieces, and of the end
  std::vector<char> stored_;
  std::vector<char> head_;
  std::array<kept, 2> kept_;  // the one that was asked for last, and the one before
};

}  // namespace urlsieve

#endif
