// The serial stage at the front: reads the inputs one after another into batches, and cuts them into slices
// with the splitter of each input. An incomplete document at the end of a batch is carried over to the next
// batch. One thread at a time may use a reader. Damage is counted in the batch; state() has the errors that
// end the run.
#ifndef URLSIEVE_PIPELINE_INPUT_READER_HPP
#define URLSIEVE_PIPELINE_INPUT_READER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "src/pipeline/archive_stack.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/current_input.hpp"
#include "src/pipeline/file_ranges.hpp"
#include "src/pipeline/input_queue.hpp"
#include "src/pipeline/input_recognizer.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/pipeline/skipped_documents.hpp"
#include "src/pipeline/slab_window.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class input_reader {
 public:
  // Opens the listing of options.input (input_queue::open()); fill() opens the inputs. Requires: `options`
  // and `stop` outlive the reader.
  [[nodiscard]] static result<input_reader> open(const extract_options& options,
                                                 const std::atomic<bool>* stop);

  // Reads a single input from memory: `bytes`, named `name`, which must outlive the reader. Content of
  // unknown format is a fault of the input "-"; under any other name it counts as skipped.
  [[nodiscard]] static input_reader over(std::string_view bytes, const extract_options& options,
                                         std::string name = "-");

  // Limits the decompressed bytes to `left`, and subtracts the bytes read from `left`. Bytes beyond the limit
  // count as damage::expansion_limit. Requires: `left` outlives the reader.
  void bound_expansion(std::uint64_t& left) { expansion_left_ = &left; }

  // Decodes up to `runs` runs of members ahead: `start` passes each task to another thread. Call before the
  // first fill().
  void work_ahead(std::size_t runs, std::function<void(std::function<void()>)> start);

  // Leaves ranges of large files to the threads that process the batches (file_ranges.hpp). Call before the
  // first fill().
  void use_file_ranges() { ranges_ = std::make_unique<file_ranges>(); }

  // Does not read documents that `filter` skips, where input and format allow it. Call before the first
  // fill(). Requires: `filter` outlives the reader.
  void filter_documents(const document_filter& filter) {
    skipped_ = std::make_unique<skipped_documents>(filter);
  }

  // Sets `flag` while the reader waits for the writer of an input. Requires: `flag` outlives the reader.
  void set_waiting_flag(std::atomic<bool>& flag) { waiting_ = &flag; }

  // Calls `report` with the number of bytes before a large allocation for a document that is held whole.
  void before_growing(std::function<void(std::size_t)> report) { window_.before_growing(std::move(report)); }

  // Clears and fills `next` with input, slices and counts; results are left to a reference_extractor. Returns
  // false if nothing was left to read; see also paused() and state(). No batch holds slices from both sides
  // of a pause (input_queue::pause_after()). In a run with gaps, fill() also returns false while
  // queue().gaps() has events; the caller must take the events. The last batch may hold only counts.
  bool fill(batch& next);

  // Returns the error that ended fill() early (input_queue::state()).
  [[nodiscard]] const result<void>& state() const { return queue_.state(); }

  // True if fill() returned false because of a pause or of events of gaps. The next fill() resumes.
  [[nodiscard]] bool paused() const { return paused_; }

  // The inputs of the run: pauses, gaps and resuming.
  [[nodiscard]] input_queue& queue() { return queue_; }
  [[nodiscard]] const input_queue& queue() const { return queue_; }

 private:
  explicit input_reader(const extract_options& options);

  [[nodiscard]] bool pause_is_due() const;
  bool open_next(batch& next);
  void close(batch& next);
  [[nodiscard]] std::uint64_t stored_position() const;
  bool read_once(batch& next);
  bool look_at_head(batch& next, bool ended);
  bool decompress(batch& next);
  bool split(batch& next, bool last, std::size_t most = std::string_view::npos);
  void end_document_at_gap(std::size_t size, batch& next);
  void split_at_gaps_in_head(batch& next);
  void leave_out_skipped(batch& next);
  bool deliver_at_pause(batch& next);
  bool deliver_in_place(batch& next);
  std::size_t within_bound(std::size_t got, batch& next);
  bool begin_ranges();
  bool deliver_range(batch& next);
  void end_ranges();

  option_parts options_;
  input_queue queue_;
  input_recognizer recognizer_;
  archive_stack archives_;
  current_input input_;
  slab_window window_;
  bool finished_ = false;
  bool paused_ = false;
  std::uint64_t* expansion_left_ = nullptr;  // null: no limit
  std::atomic<bool>* waiting_ = nullptr;     // null: not requested

  std::unique_ptr<skipped_documents> skipped_;  // null: all documents are read

  // Ranges of the current input.
  std::unique_ptr<file_ranges> ranges_;  // null: no ranges are used
  std::uint64_t ranges_from_ = 0;        // no range begins before this offset
  std::uint64_t ranges_rest_ = 0;        // bytes to read here when no range was found
  std::uint64_t read_before_ = 0;        // bytes read and counted before the first range
};

}  // namespace urlsieve

#endif
