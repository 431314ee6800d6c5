// The serial stage at the front: reads the inputs one after another into batches, and cuts them into slices
// with the splitter of each input. An incomplete document at the end of a batch is carried over to the next
// batch. One thread at a time may use an intake. Damage is counted in the batch; state() has the errors that
// end the run.
#ifndef URLSIEVE_PIPELINE_INTAKE_HPP
#define URLSIEVE_PIPELINE_INTAKE_HPP

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/codec/charset.hpp"
#include "src/documents/formats.hpp"
#include "src/documents/json/data_package.hpp"
#include "src/documents/splitter.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/nested_inputs.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/inputs_ahead.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/file_ranges.hpp"
#include "src/pipeline/part_accounts.hpp"
#include "src/pipeline/resume/gap_walk.hpp"
#include "src/pipeline/shard_input.hpp"
#include "src/pipeline/slice_places.hpp"
#include "src/text/fingerprint.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// The next input, which waits until the counts before it are divided.
struct arriving_input {
  stats counted;                             // counts while listing and opening
  std::optional<inputs_ahead::input> input;  // nullopt: the end of the listing
  bool is_passed = false;                    // behind a known gap, and opened by an earlier run
  bool is_unopened = false;                  // opening failed
};

class intake {
 public:
  // Opens the listing of options.input; fill() opens the inputs. Fails with error_code::usage if standard
  // input is named twice, with cannot_open or cannot_read if the list of inputs is unavailable, and as
  // files_at_stake() does. `stop`, which may be null, ends waiting for inputs. Requires: `options` and `stop`
  // outlive the intake.
  [[nodiscard]] static result<intake> open(const extract_options& options, const std::atomic<bool>* stop);

  // Reads a single input from memory: `bytes`, named `name`, which must outlive the intake. Content of
  // unknown format is a fault of the input "-"; under any other name it counts as skipped.
  [[nodiscard]] static intake over(std::string_view bytes, const extract_options& options,
                                   std::string name = "-");

  // Limits the decompressed bytes to `left`, and subtracts the bytes read from `left`. Bytes beyond the limit
  // count as damage::expansion_limit. Requires: `left` outlives the intake.
  void bound_expansion(std::uint64_t& left) { expansion_left_ = &left; }

  // Decodes up to `runs` runs of members ahead: `start` passes each task to another thread. Call before the
  // first fill().
  void work_ahead(std::size_t runs, std::function<void(std::function<void()>)> start) {
    ahead_.runs = runs;
    ahead_.start = std::move(start);
    if (inputs_) inputs_->set(ahead_);
  }

  // Leaves ranges of large files to the threads that process the batches (file_ranges.hpp). Call before the
  // first fill().
  void use_file_ranges() { ranges_ = std::make_unique<file_ranges>(); }

  // Clears and fills `next` with input, slices and counts; results are left to a reference_extractor. Returns false if
  // nothing was left to read; see also paused() and state(). The last batch may hold only counts.
  bool fill(batch& next);

  // Pauses after about `stored_bytes` more bytes of input, at the next boundary between inputs: fill()
  // returns false. No batch holds slices from both sides of the boundary. 0: never pauses.
  void pause_after(std::uint64_t stored_bytes);

  // Returns the error that ended fill() early: an input would be replaced by the run, a list ended early, or
  // a lack of resources (shortage.hpp) did not pass.
  [[nodiscard]] const result<void>& state() const { return state_; }

  // True if fill() returned false because of a pause. The next fill() resumes.
  [[nodiscard]] bool paused() const { return paused_; }

  // Return number and checksum of all inputs listed so far, opened or not. Valid while paused or finished.
  [[nodiscard]] std::uint64_t inputs_listed() const { return inputs_listed_; }
  [[nodiscard]] std::string inputs_checksum() const { return listed_.hex(); }

  // For a run with a journal: inputs that cannot be opened leave gaps (resume/input_gap.hpp), and gaps() has
  // the position of the run while fill() returns false. fill() returns false, and paused() is true, wherever
  // counts are to be divided; it resumes after the caller took the events. Call before the first fill().
  void keep_gaps() { gaps_ = std::make_unique<gap_walk>(); }
  [[nodiscard]] gap_walk* gaps() const { return gaps_.get(); }
  // Returns the number of the next batch.
  [[nodiscard]] std::uint64_t next_batch() const { return batches_; }

  // Sets `flag` while the intake waits for the writer of an input. Requires: `flag` outlives the intake.
  void set_waiting_flag(std::atomic<bool>& flag) { waiting_ = &flag; }

  // Calls `tell` with the number of bytes before a large allocation for a document that is held whole.
  void before_growing(std::function<void(std::size_t)> tell) { before_growing_ = std::move(tell); }

  // Resumes an earlier run: fill() reads the inputs in `gaps`, and the inputs behind the first `inputs`
  // opened inputs, which have the checksum `checksum`. Fails with error_code::cannot_read if the inputs are
  // not the same (changed_inputs()); with gaps, state() returns that error later. Requires: keep_gaps(), and
  // no fill() before.
  [[nodiscard]] result<void> resume_from(std::vector<input_gap> gaps, std::uint64_t inputs,
                                         std::string checksum, std::uint64_t next_batch);

  // Returns true if resume_from() leads to the end without an error. Call instead of fill().
  [[nodiscard]] bool can_go_on();

  // True if a gap has too few batch numbers for its present contents; state() then returns an error.
  [[nodiscard]] bool outgrew_gap() const { return outgrew_gap_; }

  // Returns true if there are `inputs` inputs, and `checksum` is the checksum of their names, sizes and
  // times. Call instead of fill().
  [[nodiscard]] bool are(std::uint64_t inputs, std::string_view checksum);

 private:
  explicit intake(const extract_options& options)
      : options_(&options),
        undeclared_(find_encoding(options.input.charset)),
        outputs_(options.bad_input == bad_input_policy::ok ? success_marker_policy::may_be_missing
                                                           : success_marker_policy::required) {
    ahead_.run_bytes = options.batch_bytes;
    kept_ = 4 * options.batch_bytes;
    ahead_.plain_begins = begins_archive;
    ahead_.declares_collection = declares_web_collection;
    for (const field name : options.output.fields) {
      ahead_.mark_ends = ahead_.mark_ends || name == field::record_length;
      if (name == field::line) places_.count_lines();
    }
    if (options.output.line_buffered) ahead_.patience = std::chrono::milliseconds(0);
  }

  [[nodiscard]] static bool begins_archive(std::string_view head);
  [[nodiscard]] bool pause_is_due() const;
  [[nodiscard]] static std::string words_of(const listed_input& listed);
  void note(const listed_input& listed);
  std::optional<url_rows> rows_of(const std::string& output, stats& counted);
  void open_here(const listed_input& listed, stats& counted);
  void open_columns_part(const listed_input& listed, stats& counted);
  bool begin_rows(const listed_input& listed, stats& counted);
  void begin_as(std::string_view word);
  void begin_listed_part(const listed_input& listed, stats& counted);
  bool approach(batch& next);
  void approach_inside();
  void arrive();
  bool pass_one();
  void count_unopened(batch& next);
  void fail_as_changed();
  bool begin_ranges();
  bool give_range(batch& next);
  void end_ranges();
  bool begin_with_run(batch& next);
  void begin_with_carried(batch& next);
  bool open_next(batch& next);
  bool open_member(batch& next);
  bool give_in_place(batch& next);
  bool enter(file_archive kind, std::string_view head, batch& next, std::size_t junk = 0);
  [[nodiscard]] bool is_of_no_format(std::string_view head, bool whole) const;
  void tell_place(std::string_view word, std::size_t at, batch& next) const;
  [[nodiscard]] std::uint64_t stored_position() const;
  bool recode(std::string_view head);
  [[nodiscard]] bool is_mail_of_doubled_returns(std::string_view head) const;
  [[nodiscard]] bool may_be_undeclared(const recognised& found) const;
  bool decode_undeclared(const recognised& found, std::string_view head, batch& next);
  [[nodiscard]] input_head head_of(std::string_view front, bool whole) const;
  bool recognise_input(std::string_view head, bool whole, batch& next);
  void begin_part(batch& next, bool continues);
  void settle(batch& next);
  void refuse(batch& next, damage why, std::string_view detail);
  bool look_at_head(batch& next, bool ended);
  bool unpack(batch& next);
  bool unpack_brotli(std::string_view head, batch& next);
  // Returns the maximum of nested decompressions. The source of an input undoes one compression itself; the
  // source of a member undoes none.
  [[nodiscard]] unsigned most_packed() const { return archives_.empty() ? 3 : 4; }
  void fail_for_shortage(std::string_view name, int shortage);
  bool make_room(batch& next);
  bool give_at_pause(batch& next);
  void recognise_at_pause(batch& next);
  void recognise_again(std::string_view more, bool ended, batch& next);
  void be(const recognised& found, batch& next);
  bool take(batch& next);
  std::size_t within_bound(std::size_t got, batch& next);
  bool split(batch& next, bool last);
  void close(batch& next);
  void forget_input();

  const extract_options* options_;
  encoding undeclared_;                              // charset of text that declares none; unknown: guess
  std::uint64_t* expansion_left_ = nullptr;          // null: no limit
  std::atomic<bool>* waiting_ = nullptr;             // null: not requested
  std::function<void(std::size_t)> before_growing_;  // empty: not requested
  read_ahead ahead_;
  std::unique_ptr<inputs_ahead> inputs_;
  std::uint64_t batches_ = 0;
  std::uint64_t stored_before_ = 0;  // bytes of the closed inputs
  bool finished_ = false;
  std::uint64_t pause_at_ = 0;  // a value of stored_before_; 0: never
  bool paused_ = false;
  std::uint64_t stretch_ = 0;  // argument of pause_after()
  std::uint64_t inputs_listed_ = 0;
  running_checksum listed_;

  std::unique_ptr<gap_walk> gaps_;  // null: the run keeps no gaps
  std::optional<arriving_input> arriving_;
  bool outgrew_gap_ = false;

  std::set<file_identity> protected_;  // files that the run will replace: no input may be among them
  result<void> state_;
  shard_input outputs_;

  // The archives around the current input, innermost last.
  struct entered {
    std::unique_ptr<nested_inputs> members;
    file_archive kind;
    damage_counts damaged{};  // damage of the archive itself
  };
  std::vector<entered> archives_;

  // The current input.
  std::unique_ptr<byte_source> source_;
  std::string name_;
  bool named_ = true;               // by the user, not found in a directory
  bool is_part_ = false;            // the input is a part of a file
  const format* format_ = nullptr;  // null until the head was examined
  std::string_view format_word_;
  std::unique_ptr<splitter> splitter_;
  unsigned depth_ = 0;  // levels of nested compression
  std::vector<offset_mark> marks_;
  std::string early_head_;  // head of an input whose format was recognized at a pause; else empty
  enum class recoding : std::uint8_t { none, characters, line_ends };
  recoding recoded_ = recoding::none;  // the last conversion
  bool asked_by_name_ = false;
  bool decoded_ = false;      // from a charset other than UTF-8
  std::uint64_t offset_ = 0;  // of the first unconsumed byte, in the decompressed input
  std::uint64_t skip_ = 0;    // coming bytes that the splitter skips
  std::size_t needed_ = 0;    // bytes that the splitter needs to continue
  slice_places places_;

  // The current batch: bytes [begin_, used_) of its slab are not consumed.
  std::size_t begin_ = 0;
  std::size_t used_ = 0;
  std::size_t room_ = 0;      // bytes of the slab to fill; its capacity may be larger
  std::size_t kept_ = 0;      // maximal capacity of a reused slab
  std::size_t in_place_ = 0;  // bytes of the blocks that the batch holds
  bool is_run_ = false;       // the batch began with members decoded ahead
  std::string carried_;
  part_accounts accounts_;

  // Ranges of the current input.
  std::unique_ptr<file_ranges> ranges_;  // null: no ranges are used
  std::uint64_t ranges_from_ = 0;        // no range begins before this offset
  std::uint64_t ranges_rest_ = 0;        // bytes to read here when no range was found
  std::uint64_t read_before_ = 0;        // bytes read and counted before the first range
};

}  // namespace urlsieve

#endif
