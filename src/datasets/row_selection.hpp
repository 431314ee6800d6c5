// Copies selected rows of an output directory or a state into new shards, shards in parallel.
#ifndef URLSIEVE_DATASETS_ROW_SELECTION_HPP
#define URLSIEVE_DATASETS_ROW_SELECTION_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/shards/shard_reader.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Decides for each row of a shard. One thread at a time uses an object.
class row_decision {
 public:
  virtual ~row_decision() = default;

  // Returns true if the current row of `row` is selected. Rows come in the order of the shard.
  [[nodiscard]] virtual bool selects(shard_reader& row) = 0;
  // Called after the last row. Fails if the decisions may be wrong.
  [[nodiscard]] virtual result<void> finish() { return {}; }
};

struct row_selection {
  std::string directory;  // of the rows
  const manifest* of = nullptr;
  std::string to;                 // existing directory for the new shards
  std::uint32_t filter_bits = 0;  // of the new shards (manifest::filter_bits)
  // Returns the decision about the rows of a shard, which may use `memory` bytes. Any thread may call the
  // function.
  std::function<result<std::unique_ptr<row_decision>>(std::uint32_t shard, std::uint64_t memory)> decide;
  std::uint64_t memory_of_decision = 0;  // bytes
  unsigned threads = 0;                  // 0: all threads of the machine
  std::uint64_t memory = 0;              // bytes for the whole process; 0: half of the machine's memory
};

// Writes the selected rows of all shards, and returns the summaries of the new shards, in order. Fails with
// error_code::cannot_read for any damage of a shard, with usage if `memory` is too small for one shard, and
// with interrupted if `monitor`, which may be null, asks to stop.
[[nodiscard]] result<std::vector<shard_summary>> copy_selected_rows(const row_selection& selection,
                                                                    const remote_context& remote,
                                                                    run_monitor* monitor);

}  // namespace urlsieve

#endif
