// Attributes the counters of opened slices to their inputs, and adds file, place and document to examples of
// damage.
#ifndef URLSIEVE_PIPELINE_INPUT_SHARE_HPP
#define URLSIEVE_PIPELINE_INPUT_SHARE_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/documents/splitter.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/skip_account.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class input_share {
 public:
  explicit input_share(batch& work);
  ~input_share() { attribute_counts(); }
  input_share(const input_share&) = delete;
  input_share& operator=(const input_share&) = delete;

  // Returns the input of a slice. Requires: slice numbers ascend.
  [[nodiscard]] const batch_input& input_of(std::size_t slice_number);

  // Attributes the examples of damage since the last call to the slice `part`.
  void opened(const slice& part);

 private:
  void attribute_counts();

  batch& work_;
  batch_input* input_ = nullptr;
  std::size_t next_input_ = 0;
  std::size_t examples_;
  damage_counts damaged_;
  std::uint64_t documents_;
  std::uint64_t references_;
  std::array<std::uint64_t, rejection_count> rejected_;
  skip_account skips_{"type:"};
  skip_account columns_{"column:"};
  std::uint64_t lines_without_;
};

}  // namespace urlsieve

#endif
