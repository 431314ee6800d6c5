// Binary search in a sorted shard: finds the first row that is not before a key, and the rows from there on.
// A search compares with rows of the index if the shard has one, else with the first rows of a few pieces
// (shard_pieces). Then it reads one or two whole pieces.
#ifndef URLSIEVE_SHARDS_SHARD_SEARCH_HPP
#define URLSIEVE_SHARDS_SHARD_SEARCH_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/codec/zstd_line_index.hpp"
#include "src/codec/zstd_seek_table.hpp"
#include "src/codec/zstd_seekable_encoder.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/row_layout.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Random access to the content of a shard by pieces: blocks of an uncompressed file, or frames of a seekable
// zstd file. Errors are those of dataset_file, and error_code::cannot_read for damage. One thread at a time.
class shard_pieces {
 public:
  // Opens the shard `entry` of `directory`, whose size must match `entry`. Returns nullopt if only sequential
  // reading is possible: gzip, zstd without a seek table, or a server without ranges.
  [[nodiscard]] static result<std::optional<shard_pieces>> open(const std::string& directory,
                                                                const shard_summary& entry,
                                                                compression packing,
                                                                const remote_context& remote = {});

  shard_pieces(shard_pieces&& other) noexcept = default;
  shard_pieces& operator=(shard_pieces&&) = delete;

  [[nodiscard]] std::size_t count() const { return places_.size() - 1; }
  // Returns the offset of a piece in the decompressed content; begin(count()) is size().
  [[nodiscard]] std::uint64_t begin(std::size_t piece) const { return places_[piece].content; }
  [[nodiscard]] std::uint64_t size() const { return places_.back().content; }
  // Returns the piece that contains `offset`. Requires: offset < size().
  [[nodiscard]] std::size_t piece_of(std::uint64_t offset) const;

  // Returns the index of the first rows of pieces; null if the shard has none.
  [[nodiscard]] const zstd_line_index* index() const { return index_ ? &*index_ : nullptr; }

  // Returns the first 4 KiB of a piece, or the whole of a shorter piece, without decompressing further
  // blocks. The view is valid until the next head().
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
  [[nodiscard]] result<void> find_frames(const shard_summary& entry);
  [[nodiscard]] result<void> read(std::uint64_t from, std::span<char> out);
  // Fills `out` with the beginning of a piece; with `all`, decompresses the whole and checks the checksum of
  // the frame. Then `out` must hold one more byte, because the decoder needs space to reach the frame end.
  [[nodiscard]] result<void> unpack(std::size_t piece, std::span<char> out, bool all);
  [[nodiscard]] result<void> check_size(std::size_t piece, std::size_t produced) const;
  [[nodiscard]] tl::unexpected<error> damaged(std::string_view fault) const;

  dataset_file file_;
  std::unique_ptr<decoder> unpacker_;     // null: not compressed
  std::vector<zstd_frame_place> places_;  // of the pieces and the end
  std::optional<zstd_line_index> index_;
  std::vector<char> stored_;
  std::vector<char> head_;
  std::array<cached_piece, 2> cache_;  // the last two results of whole()
};

// The keys of a row: its key, and its sort key (see assign_sort_key()).
struct sorted_row {
  std::string_view key;
  std::string_view sort_key;
};

// Errors are as in shard_pieces. Checksums of zstd frames are checked for whole pieces; the checksum of the
// file is not. One thread at a time may use a search.
class shard_search {
 public:
  using row_predicate = std::function<bool(const sorted_row&)>;

  // The memory of a search, in bytes: two pieces, a compressed piece, the index, and the decoder.
  static constexpr std::uint64_t memory = std::uint64_t{4} << 20U;

  // Opens the shard `entry` of `directory`. Returns nullopt for Parquet, for rows in the order first-seen,
  // and if shard_pieces::open() returns nullopt.
  [[nodiscard]] static result<std::optional<shard_search>> open(const std::string& directory,
                                                                const shard_summary& entry,
                                                                const manifest& run,
                                                                const remote_context& remote = {});

  // Moves to the first row for which `before` is false; returns false if there is no such row. Caches rows
  // for later searches. Requires: `before` is true for a prefix of the rows, and false for the rest.
  [[nodiscard]] result<bool> find(const row_predicate& before);
  // Moves to the next row; returns false at the end.
  [[nodiscard]] result<bool> next();

  // Returns the current row without its LF. Views are valid until the next call of find() or next().
  [[nodiscard]] std::string_view row() const { return row_; }
  [[nodiscard]] const sorted_row& keys() const { return keys_; }

 private:
  shard_search(shard_pieces pieces, const manifest& run);

  // A cached row: the first row of the shard, or the first row that begins behind an LF in a piece.
  struct first_row {
    bool is_known = false;
    bool is_there = false;
    std::string key;
    std::uint64_t offset = 0;
  };

  // Moves to the first row of the shard; sets only the keys of a cached row.
  [[nodiscard]] result<bool> read_top();
  // Moves to the row that begins at `offset`.
  [[nodiscard]] result<bool> read(std::uint64_t offset);
  // Moves to the row that begins behind the first LF from `offset` on.
  [[nodiscard]] result<bool> read_behind(std::uint64_t offset);
  // Moves to the row behind the first LF in `piece` or a later piece; sets only the keys of a cached row.
  [[nodiscard]] result<bool> read_first(std::size_t piece);
  // Move as read_top() and read_first() do, without the cache.
  [[nodiscard]] result<bool> find_top();
  [[nodiscard]] result<bool> find_first(std::size_t piece);
  // Returns a piece in the middle of [low, high), preferably a piece in the index. Requires: low < high.
  [[nodiscard]] std::size_t middle_of(std::size_t low, std::size_t high) const;
  [[nodiscard]] bool set_row(std::string_view row, std::uint64_t offset);
  // Sets the keys and the offset of a cached row.
  void set_keys(const first_row& cached);
  [[nodiscard]] tl::unexpected<error> malformed() const;

  shard_pieces pieces_;
  row_layout layout_;
  row_order order_;
  first_row top_;
  std::unordered_map<std::size_t, first_row> firsts_;  // by piece
  std::string joined_;                                 // a row that spans pieces
  std::string_view row_;
  std::uint64_t offset_ = 0;
  sorted_row keys_;
  std::string key_storage_;
  std::string sort_storage_;
};

}  // namespace urlsieve

#endif
