// Writes one shard: rows into a file of the output directory, compressed and checksummed on the way, synced
// to disk at the end. Rows are collected into large blocks; an error stays until finish() reports it.
#ifndef URLSIEVE_SHARDS_SHARD_WRITER_HPP
#define URLSIEVE_SHARDS_SHARD_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/shards/sync_queue.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// "part-00003-of-00016.tsv.zst". `rows` is "txt", "tsv", "jsonl" or "parquet", which has no suffix of its
// packing.
[[nodiscard]] std::string shard_file_name(std::uint32_t shard, std::uint32_t shards, std::string_view rows,
                                          compression packing);

// What that begins with, whatever the rows and the packing are: "part-00003-of-".
[[nodiscard]] std::string shard_file_front(std::uint32_t shard);

// Rows must come in the order of the shard; that is not checked here. One thread at a time.
class shard_writer {
 public:
  // Creates directory/name, which must not exist. compression::none, gzip and zstd can be written.
  [[nodiscard]] static result<shard_writer> create(const std::string& directory, std::string name,
                                                   compression packing);

  // The same of a shard as `of` says that it shall be.
  [[nodiscard]] static result<shard_writer> create(const std::string& directory, std::uint32_t shard,
                                                   const manifest& of);

  // What one takes while it is written, but for rows that are longer than its blocks.
  [[nodiscard]] static std::uint64_t memory_for(const manifest& of);

  shard_writer(shard_writer&&) noexcept;
  shard_writer& operator=(shard_writer&&) noexcept;
  ~shard_writer();  // without finish(): closes the file, which is then incomplete

  // Appends `row`, which ends in LF, of the URL `key`. False once something went wrong: then finish() says
  // what.
  bool append(std::string_view row, std::string_view key);

  // Writes what is left, syncs and closes. To be called once.
  [[nodiscard]] result<shard_summary> finish();
  // The same, but syncing and closing are left to `queue`.
  [[nodiscard]] result<shard_summary> finish(sync_queue& queue);
  // The same without syncing, for what is read again and removed.
  [[nodiscard]] result<shard_summary> finish_unsynced();

 private:
  struct file;
  template <class Close>
  result<shard_summary> finish_with(const Close& close);
  explicit shard_writer(std::unique_ptr<file> opened);
  std::unique_ptr<file> file_;
};

}  // namespace urlsieve

#endif
