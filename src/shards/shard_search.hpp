// Binary search in a sorted shard: finds the first row that is not before a key, and the rows from there on.
// A search reads the heads of a few pieces (shard_pieces) and one whole piece.
#ifndef URLSIEVE_SHARDS_SHARD_SEARCH_HPP
#define URLSIEVE_SHARDS_SHARD_SEARCH_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "src/codec/zstd_seek_table.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shard_pieces.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The keys of a row: its key, and its sort key (see assign_sort_key()).
struct sorted_row {
  std::string_view key;
  std::string_view sort_key;
};

// Errors are error_code::cannot_read. Checksums of zstd frames are checked for whole pieces; the checksum of
// the file is not. One thread at a time may use a search.
class shard_search {
 public:
  using row_predicate = std::function<bool(const sorted_row&)>;

  // The memory of a search, in bytes: two frames, a compressed frame, and the decoder.
  static constexpr std::uint64_t memory = 4 * zstd_seekable_frame;

  // Opens the shard `entry` of `directory`. Returns nullopt for rows in the order first-seen, and if
  // shard_pieces::open() returns nullopt.
  [[nodiscard]] static result<std::optional<shard_search>> open(const std::string& directory,
                                                                const shard_summary& entry,
                                                                const manifest& run,
                                                                const remote_reach& remote = {});

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

  // Moves to the first row of the shard, for its keys.
  [[nodiscard]] result<bool> read_top();
  // Moves to the row that begins at `offset`.
  [[nodiscard]] result<bool> read(std::uint64_t offset);
  // Moves to the row that begins behind the first LF from `offset` on.
  [[nodiscard]] result<bool> read_behind(std::uint64_t offset);
  // Moves to the row behind the first LF in `piece` or a later piece; sets only the keys of a cached row.
  [[nodiscard]] result<bool> read_first(std::size_t piece);
  [[nodiscard]] bool set_row(std::string_view row, std::uint64_t offset);
  [[nodiscard]] tl::unexpected<error> malformed() const;

  // A cache entry for the first row that begins behind an LF in a piece.
  struct first_row {
    bool is_known = false;
    bool is_there = false;
    std::string key;
    std::uint64_t offset = 0;
  };

  shard_pieces pieces_;
  row_layout layout_;
  row_order order_;
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
