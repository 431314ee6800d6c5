// The serial stage at the front: reads the inputs one after another into batches, and has each input's
// splitter cut it into slices. What is left of a document at the end of a batch is carried over to the next.
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
#include "src/input/byte_source.hpp"
#include "src/input/file_archive.hpp"
#include "src/input/inputs_ahead.hpp"
#include "src/input/nested_inputs.hpp"
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

// An input whose turn has come, while counts are divided before it.
struct arriving_input {
  stats counted;                             // while it was listed and opened
  std::optional<inputs_ahead::input> input;  // nothing: the end of the listing
  bool is_passed = false;                    // it is behind a known gap, and was opened by an earlier run
  bool is_unopened = false;                  // it failed
};

class intake {
 public:
  [[nodiscard]] static result<intake> open(const extract_options& options, const std::atomic<bool>* stop);

  // The input is `bytes`, called `name`, which must outlive the intake. Content of no known format is a fault
  // of input "-", and is counted as passed over under any other name.
  [[nodiscard]] static intake over(std::string_view bytes, const extract_options& options,
                                   std::string name = "-");

  // Reads at most `left` bytes after all decoding, and takes what was read off `left`, which outlives the
  // intake. The rest is damage::expansion_limit.
  void bound_expansion(std::uint64_t& left) { expansion_left_ = &left; }

  // Has what comes next decoded ahead by other threads; to be called before the first batch is filled.
  void work_ahead(std::size_t runs, std::function<void(std::function<void()>)> start) {
    ahead_.runs = runs;
    ahead_.start = std::move(start);
    if (inputs_) inputs_->set(ahead_);
  }

  // Has ranges of large files read by whoever takes the batches on (file_ranges.hpp), which may be several
  // threads. To be called before the first batch is filled.
  void leave_ranges() { ranges_ = std::make_unique<file_ranges>(); }

  // Fills a batch; false when nothing was left to read before it. The last batch may hold nothing but counts.
  bool fill(batch& next);

  // After about `stored_bytes` more of input fill() says false at the next boundary between inputs; 0: never.
  // No batch holds slices from both sides of it.
  void pause_after(std::uint64_t stored_bytes);

  // Why fill() said false before all inputs were read: one is to be replaced, a list broke off, a shortage
  // (shortage.hpp) did not pass.
  [[nodiscard]] const result<void>& state() const { return state_; }

  // Whether that is why fill() said false; it goes on when it is called again.
  [[nodiscard]] bool paused() const { return paused_; }

  // All inputs of the listing so far, opened or not: while paused or finished.
  [[nodiscard]] std::uint64_t inputs_listed() const { return inputs_listed_; }
  [[nodiscard]] std::string inputs_checksum() const { return listed_.hex(); }

  // For a run with a journal: has what cannot be opened leave gaps (resume/input_gap.hpp), and says where the
  // run is while fill() says false. To be called before the first fill(). fill() says false, and paused() is
  // true, wherever counts are to be divided; it goes on once the events were taken.
  void keep_gaps() { gaps_ = std::make_unique<gap_walk>(); }
  [[nodiscard]] gap_walk* gaps() const { return gaps_.get(); }
  [[nodiscard]] std::uint64_t next_batch() const { return batches_; }

  // Says in `flag` whether it waits for whoever writes an input.
  void tell_waiting(std::atomic<bool>& flag) { waiting_ = &flag; }

  // Calls `tell` with the number of bytes before it takes many at once, for a document that is held whole.
  void before_growing(std::function<void(std::size_t)> tell) { before_growing_ = std::move(tell); }

  // Has fill() read what an earlier run did not: the inputs in `gaps`, and what follows `inputs` opened
  // inputs, which `checksum` was made of. An error if these are other inputs now; where there are gaps, that
  // is state() later. Requires: keep_gaps(), and no fill() before.
  [[nodiscard]] result<void> go_on_from(std::vector<input_gap> gaps, std::uint64_t inputs,
                                        std::string checksum, std::uint64_t next_batch);

  // True if go_on_from() leads to the end without an error. To be called instead of fill().
  [[nodiscard]] bool can_go_on();

  // True if a gap had too few numbers for what is in it now: state() says why fill() ended.
  [[nodiscard]] bool outgrew_gap() const { return outgrew_gap_; }

  // True if there are `inputs` inputs, and `checksum` is the checksum of their names, sizes and times. To be
  // called instead of fill().
  [[nodiscard]] bool are(std::uint64_t inputs, std::string_view checksum);

 private:
  explicit intake(const extract_options& options)
      : options_(&options),
        undeclared_(find_encoding(options.input.charset)),
        outputs_(options.bad_input == bad_input_policy::ok ? mark_demand::may_be_missing
                                                           : mark_demand::required) {
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
  // Every input may be compressed once, and so many times more; the source of a member undoes none of them.
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
  encoding undeclared_;                      // of text that declares no charset; unknown: it is guessed
  std::uint64_t* expansion_left_ = nullptr;  // null: no bound
  std::atomic<bool>* waiting_ = nullptr;     // null: nobody asks
  std::function<void(std::size_t)> before_growing_;  // empty: nobody asks
  read_ahead ahead_;
  std::unique_ptr<inputs_ahead> inputs_;
  std::uint64_t batches_ = 0;
  std::uint64_t stored_before_ = 0;  // bytes of the inputs that were closed
  bool finished_ = false;
  std::uint64_t pause_at_ = 0;  // of stored_before_; 0: never
  bool paused_ = false;
  std::uint64_t stretch_ = 0;  // of pause_after()
  std::uint64_t inputs_listed_ = 0;
  running_checksum listed_;

  std::unique_ptr<gap_walk> gaps_;  // null: none are kept
  std::optional<arriving_input> arriving_;
  bool outgrew_gap_ = false;

  std::set<file_identity> protected_;  // files that the run is to replace: no input may be one
  result<void> state_;
  shard_input outputs_;

  // The archives that the input is in, the innermost last.
  struct entered {
    std::unique_ptr<nested_inputs> members;
    file_archive kind;
    damage_counts damaged{};  // of the archive itself
  };
  std::vector<entered> archives_;

  // The input being read.
  std::unique_ptr<byte_source> source_;
  std::string name_;
  bool named_ = true;               // by the user, not met in a directory
  bool is_part_ = false;            // the input at hand is a part of a file
  const format* format_ = nullptr;  // unknown until the head was seen
  std::string_view format_word_;
  std::unique_ptr<splitter> splitter_;
  unsigned depth_ = 0;  // compression inside compression
  std::vector<place_mark> marks_;
  std::string early_head_;  // what came of an input whose format was told at a pause; else empty
  enum class recoding : std::uint8_t { none, characters, line_ends };
  recoding recoded_ = recoding::none;  // the last that was asked for
  bool asked_by_name_ = false;
  bool decoded_ = false;      // from another charset than UTF-8
  std::uint64_t offset_ = 0;  // of the first byte not consumed, in the decompressed input
  std::uint64_t skip_ = 0;    // bytes to come that the splitter does not want
  std::size_t needed_ = 0;    // bytes it wants to see before it can go on
  slice_places places_;

  // The batch being filled: bytes [begin_, used_) of its slab are not consumed.
  std::size_t begin_ = 0;
  std::size_t used_ = 0;
  std::size_t room_ = 0;      // of the slab: how much of it is filled, as it may be there for larger ones
  std::size_t kept_ = 0;      // by a slab that was used: at the most
  std::size_t in_place_ = 0;  // bytes of the blocks that it holds besides
  bool is_run_ = false;       // it began with members decoded ahead
  std::string carried_;
  part_accounts accounts_;

  // Ranges of the input at hand.
  std::unique_ptr<file_ranges> ranges_;  // null: there are to be none
  std::uint64_t ranges_from_ = 0;        // none begins before
  std::uint64_t ranges_rest_ = 0;        // bytes that were read here when none was found last
  std::uint64_t read_before_ = 0;        // bytes that were read and counted before there were any
};

}  // namespace urlsieve

#endif
