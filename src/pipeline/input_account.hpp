// Attributes the counters of a batch to its inputs. A stage counts into the counters of the whole batch; the
// counts since the last call belong to the input that the stage was reading.
#ifndef URLSIEVE_PIPELINE_INPUT_ACCOUNT_HPP
#define URLSIEVE_PIPELINE_INPUT_ACCOUNT_HPP

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "src/documents/splitter.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/input_counts.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class input_account {
 public:
  // Begins with counters of zero.
  input_account() = default;
  // Ignores all counts of `counted` so far.
  explicit input_account(const stats& counted) { pass(counted); }

  // Adds the counts since the last call to `to`.
  void settle(const stats& counted, input_counts& to);

  // Ignores the counts since the last call: they belong to no input, or were attributed already.
  void pass(const stats& counted);

  // Return the counts of damage since the last call, and the first kind of damage since the last call, as the
  // reason why the input `name` is not read.
  [[nodiscard]] damage_counts new_damage(const stats& counted) const;
  [[nodiscard]] std::optional<unread_input> new_fault(const stats& counted, const std::string& name) const;

  // Returns the examples of damage since the last call of take_examples(), settle() or pass().
  [[nodiscard]] std::span<damage_example> take_examples(stats& counted);

 private:
  input_counts before_;
  std::size_t examples_ = 0;
};

// The account of the stage that opens the slices of a batch. Adds file, place and document to examples of
// damage.
class slice_account {
 public:
  explicit slice_account(batch& work) : work_(work), account_(work.counted) {}
  ~slice_account() { settle(); }
  slice_account(const slice_account&) = delete;
  slice_account& operator=(const slice_account&) = delete;

  // Returns the input of a slice. Requires: slice numbers ascend.
  [[nodiscard]] const batch_input& input_of(std::size_t slice_number);

  // Attributes the examples of damage since the last call to the slice `part`.
  void opened(const slice& part);

 private:
  void settle() {
    if (input_ != nullptr) account_.settle(work_.counted, input_->counts);
  }

  batch& work_;
  input_account account_;
  batch_input* input_ = nullptr;
  std::size_t next_input_ = 0;
};

}  // namespace urlsieve

#endif
