// A writer of one shard: collects rows into large blocks, compresses and checksums the blocks, and syncs the
// file at the end. After an error the writer ignores rows, and finish() returns the error.
#ifndef URLSIEVE_SHARDS_SHARD_WRITER_HPP
#define URLSIEVE_SHARDS_SHARD_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "src/rows/typed_row.hpp"
#include "src/shards/sync_queue.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/output_compression.hpp"

namespace urlsieve {

// Requires: rows come in the order of the shard (not checked). One thread at a time may use a writer.
class shard_writer {
 public:
  // Creates directory/name. Fails with error_code::cannot_open, also if the file exists, and with
  // error_code::not_supported except for compression::none, gzip and zstd.
  [[nodiscard]] static result<shard_writer> create(const std::string& directory, std::string name,
                                                   compression packing);

  // Creates the file of `shard` with the name, form and compression of the manifest `run`, and its filter if
  // run.filter_bits > 0.
  [[nodiscard]] static result<shard_writer> create(const std::string& directory, std::uint32_t shard,
                                                   const manifest& run);

  // Returns the memory of a writer, in bytes, for rows that fit into its blocks.
  [[nodiscard]] static std::uint64_t memory_for(const manifest& run);

  shard_writer(shard_writer&&) noexcept;
  shard_writer& operator=(shard_writer&&) noexcept;
  ~shard_writer();  // without finish(): closes the incomplete file

  // Appends `row`, a text row in the form of the shard with its LF. `key` is row_layout::key() of the row;
  // the summary keeps the first and last key, and the lengths of all keys. Returns false after an error;
  // finish() returns the error.
  bool append(std::string_view row, std::string_view key);
  // Appends a typed row: to a Parquet file as columns, else packed by pack_row(), for intermediate rows.
  // Numbers of a Parquet file have 63 bits at most: larger numbers are error_code::not_supported.
  bool append(std::span<const row_value> row, std::string_view key);

  // Writes the remaining rows, syncs and closes the file. Requires: a writer is finished once.
  [[nodiscard]] result<shard_summary> finish();
  // Writes the remaining rows, and passes the file to `queue` for syncing and closing.
  [[nodiscard]] result<shard_summary> finish(sync_queue& queue);
  // Writes the remaining rows and closes the file without syncing, for temporary files.
  [[nodiscard]] result<shard_summary> finish_unsynced();

 private:
  struct file;
  template <class Close>
  result<shard_summary> finish_with(const Close& close);
  [[nodiscard]] bool count(std::size_t size, std::string_view key);
  explicit shard_writer(std::unique_ptr<file> opened);
  std::unique_ptr<file> file_;
};

}  // namespace urlsieve

#endif
