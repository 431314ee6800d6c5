// The inputs of a run in the order of the listing, and the batch numbers that their contents get. In a run
// with a journal, inputs that cannot be opened leave gaps (input_gap.hpp). One thread at a time may
// use a queue.
#ifndef URLSIEVE_PIPELINE_INPUT_QUEUE_HPP
#define URLSIEVE_PIPELINE_INPUT_QUEUE_HPP

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/inputs_ahead.hpp"
#include "src/input/read_ahead.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/current_input.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/pipeline/places/indexed_records.hpp"
#include "src/pipeline/resume/gap_walk.hpp"
#include "src/pipeline/shard_input.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct extract_options;

// The next input, which waits until the run has taken the gap events before the input.
struct arriving_input {
  stats counted;                             // counts while listing and opening
  std::optional<inputs_ahead::input> input;  // nullopt: the end of the listing
  bool is_passed = false;                    // behind a known gap, and opened by an earlier run
  bool is_unopened = false;                  // opening failed
};

class input_queue {
 public:
  // Makes a queue without inputs. Requires: `options` outlive the queue.
  explicit input_queue(const extract_options& options);

  // Opens the listing of options.input; next() opens the inputs. `remote` is the access to remote inputs.
  // Fails with error_code::usage if standard input is named twice or the list of inputs is no list; with
  // cannot_open or cannot_read if the list cannot be read; and as files_to_replace() and
  // indexed_records::open() do. `stop`, which may be null, ends waiting for inputs, and outlives the queue.
  [[nodiscard]] result<void> open(const std::atomic<bool>* stop, std::shared_ptr<remote_access> remote);

  // Sets limits and hooks of the work ahead, also for the content of inputs. Call before the first next().
  void set(read_ahead ahead);
  [[nodiscard]] const read_ahead& ahead() const { return ahead_; }

  // Opens the next input as `input`, and counts inputs that cannot be opened. Returns false if the run has to
  // divide its counts before the next input (gap_walk::has_events()), at the end, and after an error, which
  // state() returns.
  bool next(current_input& input, batch& next);

  // Returns the error that ended the inputs early: an input would be replaced by the run, a list ended early,
  // a lack of resources (resource_exhaustion.hpp) did not pass, or the inputs differ from those of the
  // resumed run.
  [[nodiscard]] const result<void>& state() const { return state_; }
  // Ends the inputs with an error because of the errno `exhaustion` while `name` was read.
  void fail_for_exhaustion(std::string_view name, int exhaustion);

  // Returns the number of the next batch; take_number() also advances the number.
  [[nodiscard]] std::uint64_t next_batch() const { return batches_; }
  std::uint64_t take_number() { return batches_++; }
  // True if a gap has no number left for its present contents; state() then returns an error.
  [[nodiscard]] bool outgrows_gap();
  [[nodiscard]] bool outgrew_gap() const { return outgrew_gap_; }

  // The stored bytes of the closed inputs.
  [[nodiscard]] std::uint64_t stored_bytes() const { return stored_before_; }
  [[nodiscard]] std::uint64_t& stored_bytes() { return stored_before_; }

  // Sets a pause at the next boundary between inputs behind `stored_bytes` more bytes. 0: no pause.
  void pause_after(std::uint64_t stored_bytes);
  // True if the pause is due. Requires: no input is open.
  [[nodiscard]] bool pause_is_due() const;

  // Return number and checksum of all inputs listed so far, opened or not. Valid between two inputs.
  [[nodiscard]] std::uint64_t inputs_listed() const { return inputs_listed_; }
  [[nodiscard]] std::string inputs_checksum() const { return listed_.hex(); }

  // Enables gaps. Call before the first next(). gaps(): null without gaps.
  void keep_gaps() { gaps_ = std::make_unique<gap_walk>(); }
  [[nodiscard]] gap_walk* gaps() const { return gaps_.get(); }

  // Resumes an earlier run: next() opens the inputs in `gaps`, and the inputs behind the first `inputs`
  // opened inputs, which have the checksum `checksum`. Fails with error_code::cannot_read if the inputs are
  // not the same (changed_inputs()); with gaps, state() returns that error later. Requires: keep_gaps(), and
  // no next() before.
  [[nodiscard]] result<void> resume_from(std::vector<input_gap> gaps, std::uint64_t inputs,
                                         std::string checksum, std::uint64_t next_batch);

  // Returns true if resume_from() leads to the end without an error. Call instead of next().
  [[nodiscard]] bool can_resume();

  // Returns true if there are `inputs` inputs, and `checksum` is the checksum of their names, sizes and
  // times. Call instead of next().
  [[nodiscard]] bool are(std::uint64_t inputs, std::string_view checksum);

 private:
  [[nodiscard]] static std::string words_of(const listed_input& listed);
  void note(const listed_input& listed);
  std::optional<url_rows> rows_of(const listed_input& listed, stats& counted);
  void open_here(const listed_input& listed, current_input& input, stats& counted);
  void open_columns_part(const listed_input& listed, current_input& input, stats& counted);
  bool begin_rows(const listed_input& listed, current_input& input, stats& counted);
  void begin_listed_part(const listed_input& listed, current_input& input, stats& counted);
  bool approach(current_input& input, batch& next);
  void approach_inside();
  void arrive();
  bool skip_input();
  void count_unopened(current_input& input, batch& next);
  void fail_as_changed();
  [[nodiscard]] result<void> open_index(std::optional<opened_list> list, const std::atomic<bool>* stop);
  bool next_indexed(current_input& input, batch& next);

  option_parts options_;
  read_ahead ahead_;
  std::unique_ptr<inputs_ahead> inputs_;      // null: no more inputs
  std::unique_ptr<indexed_records> records_;  // of the index, read after the inputs; null: none
  std::set<file_identity> protected_;         // files that the run will replace: no input may be among them
  shard_input outputs_;
  result<void> state_;

  std::uint64_t batches_ = 0;
  std::uint64_t stored_before_ = 0;
  std::uint64_t pause_at_ = 0;  // a value of stored_before_; 0: never
  std::uint64_t stretch_ = 0;   // argument of pause_after()
  std::uint64_t inputs_listed_ = 0;
  running_checksum listed_;

  std::unique_ptr<gap_walk> gaps_;  // null: the run keeps no gaps
  std::optional<arriving_input> arriving_;
  bool outgrew_gap_ = false;
};

}  // namespace urlsieve

#endif
