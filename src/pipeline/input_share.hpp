// Puts what is counted while slices are opened down to the inputs that they are of, and names file, place and
// document in the examples of damage.
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
  ~input_share() { put_down(); }
  input_share(const input_share&) = delete;
  input_share& operator=(const input_share&) = delete;

  // The input of the slice with that number; slices come one after another.
  [[nodiscard]] const batch_input& input_of(std::size_t slice_number);

  // What was counted since the last slice is of this one.
  void opened(const slice& part);

 private:
  void put_down();

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
