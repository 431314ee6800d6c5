// Rows of a sorted shard found by halving: where the first one stands that is not before what is looked for,
// and the rows from there on. A row costs the heads of a few pieces (shard_pieces) and one whole piece.
#ifndef URLSIEVE_SHARDS_SHARD_SEARCH_HPP
#define URLSIEVE_SHARDS_SHARD_SEARCH_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "src/shards/row_layout.hpp"
#include "src/shards/shard_pieces.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// A row as it is compared: its key, and what rows are sorted by (assign_sort_key).
struct sorted_row {
  std::string_view key;
  std::string_view sort_key;
};

// Errors are error_code::cannot_read. What is read is checked as far as the frames of zstd have checksums;
// the file as a whole is not. One thread at a time.
class shard_search {
 public:
  using before_it = std::function<bool(const sorted_row&)>;

  // Nothing where the shard can only be read from front to back: rows in the order first-seen, or as
  // shard_pieces::open() has it.
  [[nodiscard]] static result<std::optional<shard_search>> open(const std::string& directory,
                                                                const shard_summary& said, const manifest& of,
                                                                const remote_reach& remote = {});

  // Goes to the first row that is not `before`, which rows are from the first one on and then not any more;
  // false: there is none. Rows that were met on the way are remembered.
  [[nodiscard]] result<bool> find(const before_it& before);
  // Goes to the row behind the one at hand; false: there is none.
  [[nodiscard]] result<bool> next();

  // The row at hand, without its LF. Views live until the next call.
  [[nodiscard]] std::string_view row() const { return row_; }
  [[nodiscard]] const sorted_row& keys() const { return keys_; }

 private:
  shard_search(shard_pieces pieces, const manifest& of);

  // Goes to the very first row, for a look at its keys.
  [[nodiscard]] result<bool> read_top();
  // Goes to the row that begins at `offset`.
  [[nodiscard]] result<bool> read(std::uint64_t offset);
  // Goes to the row that begins behind the first LF from `offset` on.
  [[nodiscard]] result<bool> read_behind(std::uint64_t offset);
  // The same of the first LF in a piece, or in those that follow; of a row that was met before only its keys.
  [[nodiscard]] result<bool> read_first(std::size_t piece);
  [[nodiscard]] bool set_row(std::string_view row, std::uint64_t offset);
  [[nodiscard]] tl::unexpected<error> malformed() const;

  // Of the first row that begins behind an LF in a piece.
  struct first_row {
    bool is_known = false;
    bool is_there = false;
    std::string key;
    std::uint64_t offset = 0;
  };

  shard_pieces pieces_;
  row_layout layout_;
  row_order order_;
  std::unordered_map<std::size_t, first_row> firsts_;  // by piece, of those that were met
  std::string joined_;                                 // a row that does not lie in one piece
  std::string_view row_;
  std::uint64_t offset_ = 0;
  sorted_row keys_;
  std::string key_storage_;
  std::string sort_storage_;
};

}  // namespace urlsieve

#endif
