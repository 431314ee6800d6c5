// What of a batch's counts is put down to which of its inputs: whatever was counted since the last time
// belongs to the input at hand.
#ifndef URLSIEVE_PIPELINE_PART_ACCOUNTS_HPP
#define URLSIEVE_PIPELINE_PART_ACCOUNTS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/input/place_mark.hpp"
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

  // Puts the damage down to the last input of the batch; `marks` say where in its file it is.
  void settle(batch& next, const std::vector<place_mark>& marks);

  // It is nobody's, or was put down already.
  void pass(const batch& next) {
    damaged_ = next.counted.damaged;
    examples_ = next.counted.examples.size();
    if (next.counted.passed_over.empty()) return;
    skips_.restart(next.counted);
    columns_.restart(next.counted);
  }

  // The damage that is nobody's yet.
  [[nodiscard]] damage_counts open(const batch& next) const;

  // The first kind of it, as the reason why `name` is not read.
  [[nodiscard]] std::optional<unread_input> open_fault(const batch& next, const std::string& name) const;

  // The bytes of the input at hand are not counted after all; or not what they are, but what they hold.
  void forget_bytes(batch& next) const {
    next.counted.bytes = bytes_;
    next.counted.bytes_read = bytes_read_;
  }
  void forget_plain_bytes(batch& next) const { next.counted.bytes = bytes_; }

  // What could not be opened has its place among the inputs, so that the verdicts come in their order.
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
