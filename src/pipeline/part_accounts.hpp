// Attributes the counters of a batch to its inputs: counts since the last call belong to the current input.
#ifndef URLSIEVE_PIPELINE_PART_ACCOUNTS_HPP
#define URLSIEVE_PIPELINE_PART_ACCOUNTS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/input/offset_mark.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/skip_account.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class part_accounts {
 public:
  void begin_batch() {
    damaged_ = {};
    examples_ = 0;
    skips_.restart({});
    columns_.restart({});
  }

  void begin_part(const batch& next) {
    bytes_ = next.counted.bytes;
    bytes_read_ = next.counted.bytes_read;
  }

  // Attributes the damage since the last call to the last input of the batch; `marks` locate it in the file.
  void settle(batch& next, const std::vector<offset_mark>& marks);

  // Ignores the counts since the last call: they belong to no input, or were attributed already.
  void pass(const batch& next) {
    damaged_ = next.counted.damaged;
    examples_ = next.counted.examples.size();
    if (next.counted.passed_over.empty()) return;
    skips_.restart(next.counted);
    columns_.restart(next.counted);
  }

  // Returns the damage since the last call.
  [[nodiscard]] damage_counts open(const batch& next) const;

  // Returns the first kind of damage since the last call, as the reason why `name` is not read.
  [[nodiscard]] std::optional<unread_input> open_fault(const batch& next, const std::string& name) const;

  // Removes the bytes of the current input from the counts. forget_plain_bytes() removes only the
  // decompressed bytes, because the bytes of their contents are counted instead.
  void forget_bytes(batch& next) const {
    next.counted.bytes = bytes_;
    next.counted.bytes_read = bytes_read_;
  }
  void forget_plain_bytes(batch& next) const { next.counted.bytes = bytes_; }

  // Adds inputs that could not be opened to the inputs of the batch, so that verdicts keep the order of the
  // inputs.
  static void take_unread(batch& next);

 private:
  skip_account skips_{"type:"};
  skip_account columns_{"column:"};
  damage_counts damaged_{};
  std::size_t examples_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace urlsieve

#endif
