// The rows of a shard of a state with several layers (state_layers.hpp): the merge of the shard in all
// layers, with one row a URL. One thread at a time may use an object.
#ifndef URLSIEVE_SHARDS_LAYERED_ROWS_HPP
#define URLSIEVE_SHARDS_LAYERED_ROWS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/shards/merged_row.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/row_merge.hpp"
#include "src/shards/shard_reader.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

class layered_rows {
 public:
  // Opens the shard `entry` in all of its layers. `entry`, `run` and `layout` must outlive the object, and
  // describe the rows of each layer. The layers divide the memory of `access`. Fails as shard_reader::open()
  // does. Requires: `entry` has layers, and the rows are sorted.
  [[nodiscard]] static result<layered_rows> open(const std::string& directory, const shard_summary& entry,
                                                 const manifest& run, const row_layout& layout,
                                                 const shard_access& access);

  // Replaces `row` by the next row: a text row with its LF, or a packed row (packed_values.hpp) if rows are
  // typed. Returns false after the last row, or after an error.
  bool next(std::string& row);

  // Returns the first error of reading.
  [[nodiscard]] result<void> state() const;
  // Check all layers as shard_reader::check() and check_file() do. Require: next() returned false, or drain()
  // was called.
  [[nodiscard]] result<void> check() const;
  [[nodiscard]] result<void> check_files() const;

  // Reads the rest of the files without their rows.
  void drain();

  [[nodiscard]] std::uint64_t stored_bytes() const;  // of all files, read so far

 private:
  layered_rows(const manifest& run, std::size_t layers);

  void write(std::string& row);
  [[nodiscard]] bool join(std::size_t layer);
  [[nodiscard]] bool begin_joining();

  bool is_typed_;
  std::unique_ptr<merged_row> joined_;
  std::vector<shard_reader> layers_;
  std::optional<row_merge> rows_;
  std::optional<std::size_t> first_;  // the layer of the first row of the current URL; nullopt: at the end
  bool is_joined_ = false;            // further layers have the current URL
  std::string malformed_;             // path of a layer with a malformed row
};

}  // namespace urlsieve

#endif
