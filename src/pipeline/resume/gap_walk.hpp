// The position of the input queue in a listing with known or new gaps (input_gap.hpp): the inputs that an
// earlier run opened, the inputs to read now, and their batch numbers.
#ifndef URLSIEVE_PIPELINE_GAP_WALK_HPP
#define URLSIEVE_PIPELINE_GAP_WALK_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/pipeline/input_gap.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// A point at which the counts of a run are divided. Events are in the order of the listing.
struct gap_event {
  enum class kind : std::uint8_t {
    reached,  // a known gap: an earlier run counted everything before
    passed,   // the last input that an earlier run opened
    begins,   // a new gap
    ends      // the end of the new gap `place`
  };
  kind is;
  input_gap place = {};
};

// Returns the error (error_code::cannot_read) of a run whose inputs differ from those that an earlier run
// opened.
[[nodiscard]] error changed_inputs();

class gap_walk {
 public:
  // Resumes an earlier run behind the first `inputs` opened inputs, which have the checksum `checksum`, with
  // `gaps` among them. Requires: no other call before.
  void resume_from(std::vector<input_gap> gaps, std::uint64_t inputs, std::string checksum,
                   std::uint64_t next_batch);

  // The action for the next input of the listing.
  enum class step : std::uint8_t {
    pass,    // an earlier run opened the input
    reach,   // a known gap begins before the input: call reach()
    inside,  // the input is in a known gap, unless ends_at()
    finish,  // the earlier run has no more inputs: call finish()
    read
  };
  [[nodiscard]] step next_step() const;
  [[nodiscard]] bool reads_all() const { return !resumes_; }
  [[nodiscard]] bool is_inside() const { return inside_; }

  // Do the steps `reach` and `finish` of next_step(). Return the number of the next batch.
  [[nodiscard]] std::uint64_t reach();
  [[nodiscard]] std::uint64_t finish();

  // True if `input` (its checksum; empty: the end of the listing) is the first input behind the known gap.
  [[nodiscard]] bool ends_at(std::string_view input) const { return known_[at_].next == input; }
  // True if an earlier run opened the input behind the known gap. Otherwise another known gap follows, or the
  // input is new.
  [[nodiscard]] bool passes_behind() const;
  void leave();  // leaves the known gap

  // True if the inputs passed so far are the inputs that the earlier run opened.
  [[nodiscard]] bool is_as_before() const { return passed_ == until_ && passed_sum_.hex() == expected_; }

  // Record an input that an earlier run opened, and an input that is opened now. `words`: its name, size and
  // time.
  void pass(std::string_view words);
  void open(std::string_view words);
  [[nodiscard]] std::uint64_t inputs() const { return opened_; }  // opened by both runs
  [[nodiscard]] std::string checksum() const { return opened_sum_.hex(); }

  // Begins a new gap. Returns false if there are too many gaps, or too few numbers are left.
  [[nodiscard]] bool begin(std::uint64_t next_batch);
  // Ends the new gap, and returns the number of the next batch.
  [[nodiscard]] std::uint64_t end(std::string_view next);
  [[nodiscard]] bool is_open() const { return is_open_; }

  // True if the known gap has no number left for the batch `next_batch`.
  [[nodiscard]] bool is_full(std::uint64_t next_batch) const { return inside_ && next_batch >= limit(); }

  // Returns the events since the last call, which the caller passes to gap_counts::meet().
  [[nodiscard]] std::vector<gap_event> take_events() { return std::exchange(events_, {}); }
  [[nodiscard]] bool has_events() const { return !events_.empty(); }

 private:
  static constexpr std::size_t most_gaps = 256;
  static constexpr std::uint64_t numbers = std::uint64_t{1} << 22U;       // of a gap
  static constexpr std::uint64_t least_numbers = std::uint64_t{1} << 8U;  // least of a gap inside a gap
  static constexpr std::uint64_t most_numbers = std::uint64_t{1} << 31U;  // of a run; rows have 32 bits

  [[nodiscard]] std::uint64_t limit() const { return known_[at_].end_batch; }

  std::vector<input_gap> known_;
  std::size_t at_ = 0;  // index into known_
  bool inside_ = false;
  bool resumes_ = false;
  std::uint64_t until_ = 0;
  std::string expected_;
  std::uint64_t next_batch_ = 0;
  std::uint64_t passed_ = 0;
  running_checksum passed_sum_;
  std::uint64_t opened_ = 0;
  running_checksum opened_sum_;
  std::size_t gaps_ = 0;
  bool is_open_ = false;
  input_gap found_;
  std::vector<gap_event> events_;
};

}  // namespace urlsieve

#endif
