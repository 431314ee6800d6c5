// Reads a sorted run as a stream of entries.
#ifndef URLSIEVE_RUNS_RUN_READER_HPP
#define URLSIEVE_RUNS_RUN_READER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/runs/sorted_run.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class run_reader final : public entry_stream {
 public:
  // Memory of a reader, in bytes, for entries of ordinary size.
  static constexpr std::size_t memory = std::size_t{160} << 10U;

  // Opens a run, and checks its size, header and trailer against `run`. Fails with error_code::cannot_open or
  // cannot_read. advance() checks each block, and all entries at the end; state() returns
  // error_code::cannot_read for damage. `unpacker` must outlive the reader; many readers of one thread may
  // share an unpacker.
  [[nodiscard]] static result<std::unique_ptr<run_reader>> open(const std::string& directory,
                                                                const run_file& run,
                                                                block_decompressor& unpacker);
  ~run_reader() override;
  run_reader(const run_reader&) = delete;
  run_reader& operator=(const run_reader&) = delete;

  bool advance() override;
  [[nodiscard]] result<void> state() const override { return state_; }

 private:
  struct block_header;

  run_reader(std::string path, int descriptor, block_decompressor& unpacker)
      : path_(std::move(path)), descriptor_(descriptor), unpacker_(unpacker) {}
  [[nodiscard]] result<void> begin(const run_file& run);
  bool read_block();
  bool parse_entry();
  [[nodiscard]] bool read_at(std::uint64_t offset, char* to, std::size_t size);
  bool fail(std::string_view fault);

  std::string path_;
  int descriptor_;
  block_decompressor& unpacker_;
  run_fields fields_;
  run_file run_;
  result<void> state_;
  std::uint64_t offset_ = 0;  // of the next block
  std::uint64_t chained_ = 0;
  std::uint64_t read_ = 0;  // entries
  std::vector<char> packed_;
  std::vector<char> block_;
  std::string_view left_;  // of block_
  std::string key_;
};

}  // namespace urlsieve

#endif
