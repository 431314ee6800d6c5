#include "src/pipeline/input_reader.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <span>

#include "src/codec/zstd_frame.hpp"
#include "src/documents/archives/archive_signs.hpp"
#include "src/documents/input_head.hpp"
#include "src/documents/json/data_package.hpp"
#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/large_documents.hpp"
#include "src/pipeline/resources.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

namespace {

// Recognizes an uncompressed archive behind compressed members in the same file.
bool begins_archive(std::string_view head) {
  return begins_warc(head) || begins_arc(head);
}

// Returns the largest window of a stored input that takes at most half of the memory, log2 of bytes. zstd
// --long=31 has windows of 2 GiB, the largest of all.
unsigned window_log_for(std::uint64_t memory) {
  const auto half = static_cast<unsigned>(std::bit_width(memory / 2)) - 1;
  return std::clamp(half, largest_zstd_window_log, 31U);
}

}  // namespace

input_reader::input_reader(const extract_options& options)
    : options_(options), queue_(options), recognizer_(options), window_(options_.batch_bytes) {
  read_ahead ahead;
  ahead.run_bytes = options_.batch_bytes;
  ahead.window_log = window_log_for(memory_or_half(options_.output.memory));
  ahead.plain_begins = begins_archive;
  ahead.declares_collection = declares_web_collection;
  ahead.mark_ends = options_.whole_records || any_needs(options_.output.fields, column_need::marks);
  if (any_needs(options_.output.fields, column_need::lines)) input_.places.count_lines();
  if (options_.output.line_buffered) ahead.patience = std::chrono::milliseconds(0);
  queue_.set(std::move(ahead));
}

result<input_reader> input_reader::open(const extract_options& options, const std::atomic<bool>* stop) {
  input_reader opened(options);
  opened.window_.keep_up_to(large_documents::max_kept_by_batch(batch_memory_of(options)));
  return opened.queue_.open(stop, std::make_shared<remote_access>(opened.options_.remote)).map([&] {
    return std::move(opened);
  });
}

input_reader input_reader::over(std::string_view bytes, const extract_options& options, std::string name) {
  input_reader opened(options);
  opened.input_.source = byte_source::from_memory(bytes, name, {}, opened.queue_.ahead());
  opened.input_.is_named = name == "-";
  opened.input_.name = std::move(name);
  return opened;
}

void input_reader::work_ahead(std::size_t runs, std::function<void(std::function<void()>)> start) {
  read_ahead ahead = queue_.ahead();
  ahead.runs = runs;
  ahead.start = std::move(start);
  queue_.set(std::move(ahead));
}

bool input_reader::pause_is_due() const {
  return !input_.source && archives_.empty() && queue_.pause_is_due();
}

bool input_reader::fill(batch& next) {
  if (finished_) return false;
  gap_walk* const gaps = queue_.gaps();
  paused_ = pause_is_due() || (gaps != nullptr && gaps->has_events());
  if (paused_ || queue_.outgrows_gap()) return false;
  next.clear();
  input_.account = {};
  next.number = queue_.take_number();
  window_.begin(next);
  if (input_.source) input_.begin_part(next, next.number != 0);
  if (deliver_range(next)) return true;
  if (!input_.cutter || !window_.begin_with_run(next, *input_.source)) {
    window_.begin_with_carried(next);
  } else if (window_.size() >= input_.needed) {
    if (split(next, false) && !decompress(next)) close(next);
  }
  // A run of members with slices fills a batch alone, because more bytes behind the run would require
  // copying.
  while (next.slices.empty() || !window_.is_run()) {
    if (!input_.source) {
      if (pause_is_due() || window_.is_full()) break;
      if (!open_next(next)) {
        finished_ = gaps == nullptr || !gaps->has_events();
        break;
      }
      window_.consume_all();
      if (deliver_in_place(next)) continue;
    }
    if (!window_.ensure_space(next, input_.needed)) break;
    const bool pauses = input_.source->pauses();
    if (pauses && deliver_at_pause(next)) break;
    if (waiting_ != nullptr) *waiting_ = pauses;
    if (!read_once(next)) close(next);
  }
  if (waiting_ != nullptr) *waiting_ = false;
  input_.settle(next);
  window_.carry(next);
  next.stored_bytes_done = queue_.stored_bytes() + stored_position();
  return true;
}

// Opens the next member of the open archives, or the next input of the queue.
bool input_reader::open_next(batch& next) {
  return archives_.next(input_, next, queue_.stored_bytes()) || queue_.next(input_, next);
}

void input_reader::close(batch& next) {
  input_.settle(next);
  if (archives_.empty()) queue_.stored_bytes() += stored_position();
  input_.forget();
  ranges_from_ = 0;
  ranges_rest_ = 0;
  window_.consume_all();
}

std::uint64_t input_reader::stored_position() const {
  if (!archives_.empty()) return archives_.stored_position();
  return input_.source ? input_.source->stored_position() : 0;
}

// Returns how many of `got` bytes are within the limit of expansion: all, or none.
std::size_t input_reader::within_bound(std::size_t got, batch& next) {
  if (expansion_left_ == nullptr) return got;
  if (got <= *expansion_left_) {
    *expansion_left_ -= got;
    return got;
  }
  next.counted.damaged_at(damage::expansion_limit, input_.name, input_.offset, {});
  *expansion_left_ = 0;
  return 0;
}

// Reads once and splits. Returns false at the end of the input.
bool input_reader::read_once(batch& next) {
  std::span<char> space = window_.free_space(next);
  space = space.first(std::min(space.size(), input_.next_read(window_.size(), options_.batch_bytes)));
  const std::size_t got = within_bound(input_.source->read(space, next.counted), next);
  const bool ended = got == 0;
  if (const int exhaustion = ended ? input_.source->exhaustion() : 0; exhaustion != 0)
    queue_.fail_for_exhaustion(input_.name, exhaustion);
  if (got != 0 && input_.source->after_gap()) {
    if (input_.cutter)
      end_document_at_gap(window_.size(), next);
    else if (window_.size() != 0)
      input_.gaps_in_head.push_back(window_.size());
  }
  window_.add(got);
  if (!input_.early_head.empty()) recognizer_.look_again({space.data(), got}, ended, input_, next);
  if (!input_.cutter) {
    if (window_.size() < input_head_size && !ended) {
      input_.needed = input_head_size;
      return true;
    }
    input_.needed = 0;
    if (!look_at_head(next, ended)) return false;
    if (!input_.cutter) return true;
    split_at_gaps_in_head(next);
  }
  if ((ended || window_.size() >= input_.needed) && split(next, ended)) return decompress(next);
  return !ended;
}

// Ends the document in the first `size` pending bytes, behind which bytes are missing; a new document begins
// there.
void input_reader::end_document_at_gap(std::size_t size, batch& next) {
  const std::size_t pending = window_.size();
  split(next, true, size);
  const std::size_t rest = std::min(size - std::min(size, pending - window_.size()), window_.size());
  input_.offset += rest;
  window_.consume(rest);
  input_.restart_splitter(splitter_options_of(options_.all));
}

// Splits the head of the input at the gaps that were met before its format was known.
void input_reader::split_at_gaps_in_head(batch& next) {
  std::size_t done = 0;
  for (const std::size_t gap : std::exchange(input_.gaps_in_head, {})) {
    end_document_at_gap(gap - done, next);
    done = gap;
  }
}

// Recognizes the input. Returns false if the input has no content of its own, or cannot be read.
bool input_reader::look_at_head(batch& next, bool ended) {
  const std::string_view head = window_.pending(next);
  const input_recognizer::verdict found = recognizer_.look_at(head, ended, queue_.ahead(), input_, next);
  switch (found.next) {
    case input_recognizer::step::split:
      if (skipped_ && !input_.places.counts_lines()) {
        skipped_->begin(*input_.source);
        input_.cutter->leave_unread(*skipped_);
      }
      return true;
    case input_recognizer::step::reread:
      input_.gaps_in_head.clear();
      window_.drop();
      return true;
    case input_recognizer::step::enter:
      if (archives_.enter(found.archive, head, found.junk, input_, next, queue_.ahead(),
                          options_.input.verify_inputs))
        window_.drop();
      return false;
    case input_recognizer::step::unusable:
      return false;
  }
  return false;
}

// Decompresses the pending bytes, and the bytes behind them. Returns false if the input is compressed too
// often.
bool input_reader::decompress(batch& next) {
  if (!recognizer_.decompress(window_.pending(next), queue_.ahead(), input_, next)) return false;
  window_.drop();
  return true;
}

// Passes the first `most` pending bytes to the splitter. Returns true if compressed bytes begin behind the
// consumed bytes.
bool input_reader::split(batch& next, bool last, std::size_t most) {
  const std::uint64_t skipped = std::min<std::uint64_t>({input_.skip, window_.size(), most});
  window_.consume(skipped);
  input_.offset += skipped;
  input_.skip -= skipped;
  if (input_.skip != 0 && !last) return false;
  const std::string_view pending = window_.pending(next).substr(0, most - skipped);
  const std::size_t before = next.slices.size();
  const splitter::progress cut =
      input_.cutter->split(pending, input_.offset, last, input_.name, next.slices, next.counted);
  const std::size_t consumed = std::min(cut.consumed, pending.size());
  input_.places.note(std::span(next.slices).subspan(before), pending, consumed, input_.offset);
  window_.consume(consumed);
  input_.offset += consumed;
  input_.skip = cut.consumed - consumed;
  input_.needed = cut.needed;
  if (input_.skip != 0) leave_out_skipped(next);
  return cut.packed;
}

// Continues behind the bytes to skip, if they need not be read.
void input_reader::leave_out_skipped(batch& next) {
  if (!skipped_ || !skipped_->leave_out(input_.offset, input_.offset + input_.skip, next.counted)) return;
  input_.offset += std::exchange(input_.skip, 0);
  input_.read_little();
}

// Delivers complete slices before the reader waits for the input. Returns true if the batch is to be passed
// on.
bool input_reader::deliver_at_pause(batch& next) {
  if (!input_.cutter) {
    const std::optional<input_recognizer::step> found =
        recognizer_.look_early(window_.pending(next), input_, next);
    if (found == input_recognizer::step::split) {
      split_at_gaps_in_head(next);
      split(next, false);
    }
    if (found == input_recognizer::step::reread) {
      input_.gaps_in_head.clear();
      window_.drop();
    }
  }
  if (input_.cutter && input_.skip == 0) {
    const std::string_view pending = window_.pending(next);
    const std::size_t before = next.slices.size();
    const std::size_t consumed = input_.cutter->split_at_pause(pending, input_.offset, next.slices);
    input_.places.note(std::span(next.slices).subspan(before), pending, consumed, input_.offset);
    window_.consume(consumed);
    input_.offset += consumed;
    if (consumed != 0) input_.needed = 0;
  }
  return !next.slices.empty();
}

// Delivers the last opened member of an archive in place, and closes it: if the whole member is in the memory
// of the archive's reader, its slices refer to that memory, and the batch holds the memory. Returns false for
// members that need any special treatment.
bool input_reader::deliver_in_place(batch& next) {
  if (archives_.empty()) return false;
  nested_inputs& members = archives_.innermost();
  const std::string_view whole = members.whole_member();
  if (whole.empty() || whole.size() >= input_head_size) return false;
  if (expansion_left_ != nullptr && whole.size() > *expansion_left_) return false;
  const std::optional<format_match> found = recognizer_.match_format_in_place(whole, input_);
  if (!found) return false;
  std::shared_ptr<const slab> memory = members.take_whole_member(next.counted);
  if (expansion_left_ != nullptr) *expansion_left_ -= whole.size();
  // A block counts with its whole capacity, even if members occupy little of it.
  if (next.blocks.empty() || next.blocks.back() != memory) {
    window_.count_in_place(memory->capacity());
    next.blocks.push_back(std::move(memory));
  }
  input_.source->take_marks(input_.marks);
  recognizer_.use(*found, input_, next);
  if (found->without_dots) input_.cutter->hint_no_dot_stuffing(whole.size());
  const std::size_t before = next.slices.size();
  static_cast<void>(input_.cutter->split(whole, input_.offset, true, input_.name, next.slices, next.counted));
  input_.places.note(std::span(next.slices).subspan(before), whole, whole.size(), input_.offset);
  close(next);
  return true;
}

}  // namespace urlsieve
