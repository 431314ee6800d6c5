#include "src/pipeline/intake.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "src/documents/archives/archive_signs.hpp"
#include "src/documents/input_head.hpp"
#include "src/pipeline/large_documents.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/transfer/remote_access.hpp"

namespace urlsieve {

// Recognizes an uncompressed archive behind compressed members in the same file.
bool intake::begins_archive(std::string_view head) {
  return begins_warc(head) || begins_arc(head);
}

result<intake> intake::open(const extract_options& options, const std::atomic<bool>* stop) {
  intake opened(options);
  opened.kept_ = std::max(opened.kept_, large_documents::max_kept_by_batch(options));
  opened.ahead_.remote = std::make_shared<remote_access>(options.remote);
  opened.outputs_.set({opened.ahead_.remote, stop});
  result<listing> inputs = listing::open(options.input, stop, opened.ahead_.remote);
  if (!inputs) return tl::unexpected(inputs.error());
  opened.inputs_ = std::make_unique<inputs_ahead>(std::move(*inputs), stop);
  opened.inputs_->set(opened.ahead_);
  return files_at_stake(options).map([&](std::set<file_identity>&& at_stake) {
    opened.protected_ = std::move(at_stake);
    return std::move(opened);
  });
}

intake intake::over(std::string_view bytes, const extract_options& options, std::string name) {
  intake opened(options);
  opened.source_ = byte_source::from_memory(bytes, name, {}, opened.ahead_);
  opened.named_ = name == "-";
  opened.name_ = std::move(name);
  return opened;
}

bool intake::fill(batch& next) {
  if (finished_) return false;
  paused_ = pause_is_due() || (gaps_ && gaps_->has_events());
  if (paused_) return false;
  if (gaps_ && gaps_->is_full(batches_)) {
    outgrew_gap_ = true;
    fail_as_changed();
    return false;
  }
  next.clear();
  accounts_.begin_batch();
  in_place_ = 0;
  next.number = batches_++;
  next.bytes.shrink(kept_ + carried_.size());
  if (source_) begin_part(next, next.number != 0);
  if (give_range(next)) return true;
  if (!begin_with_run(next)) {
    begin_with_carried(next);
  } else if (used_ - begin_ >= needed_) {
    if (split(next, false) && !unpack(next)) close(next);
  }
  // A run of members with slices fills a batch alone, because more bytes behind the run would require
  // copying.
  while (next.slices.empty() || !is_run_) {
    if (!source_) {
      if (pause_is_due()) break;
      const std::size_t filled = used_ + in_place_;
      if (filled != 0 && room_ < filled + input_head_size) break;
      if (!open_next(next)) {
        finished_ = !gaps_ || !gaps_->has_events();
        break;
      }
      begin_ = used_;
      if (give_in_place(next)) continue;
    }
    if (!make_room(next)) break;
    const bool pauses = source_->pauses();
    if (pauses && give_at_pause(next)) break;
    if (waiting_ != nullptr) *waiting_ = pauses;
    if (!take(next)) close(next);
  }
  if (waiting_ != nullptr) *waiting_ = false;
  settle(next);
  carried_.assign(next.bytes.data() + begin_, used_ - begin_);
  next.stored_bytes_done = stored_before_ + stored_position();
  return true;
}

// Takes over the memory of members that were decoded ahead, and puts carried bytes in front of them.
bool intake::begin_with_run(batch& next) {
  is_run_ = false;
  if (!splitter_ || carried_.size() > run_headroom || source_->pauses()) return false;
  const std::span<char> plain = source_->take(next.bytes, next.counted);
  if (plain.empty()) return false;
  is_run_ = true;
  char* const begin = plain.data() - carried_.size();
  std::copy(carried_.begin(), carried_.end(), begin);
  carried_.clear();
  begin_ = static_cast<std::size_t>(begin - next.bytes.data());
  used_ = begin_ + (static_cast<std::size_t>(plain.data() - begin) + plain.size());
  room_ = next.bytes.capacity();
  return true;
}

void intake::begin_with_carried(batch& next) {
  const std::size_t wanted = options_->batch_bytes + carried_.size();
  // With a reserve, because carried documents grow in small steps until the largest has occurred.
  if (next.bytes.capacity() < wanted) next.bytes.grow(wanted + options_->batch_bytes / 4, 0);
  room_ = std::min(next.bytes.capacity(), wanted + 3 * options_->batch_bytes);
  std::copy(carried_.begin(), carried_.end(), next.bytes.data());
  begin_ = 0;
  used_ = carried_.size();
  carried_.clear();
}

// Begins the slices of the current input in the batch.
void intake::begin_part(batch& next, bool continues) {
  batch_input& part = next.inputs.emplace_back();
  part.name = name_;
  if (source_) part.retrieved_from = source_->retrieved_from();
  part.first_slice = next.slices.size();
  part.continues = continues;
  part.is_part = is_part_;
  accounts_.begin_part(next);
  forget_before(marks_, continues ? places_.needed_from(offset_) : offset_);
}

// Attributes the counts since the last call to the current input, and locates them in its file.
void intake::settle(batch& next) {
  if (!source_ || next.inputs.empty()) return accounts_.pass(next);
  source_->take_marks(marks_);
  next.inputs.back().marks = marks_;
  if (format_ != nullptr) next.inputs.back().format = format_word_;
  accounts_.settle(next, marks_);
}

// Rejects the current input for a fault that is not counted yet.
void intake::refuse(batch& next, damage why, std::string_view detail) {
  accounts_.forget_bytes(next);
  next.counted.damaged_in(why, name_, {}, detail);
  next.inputs.back().not_read = unread_input{name_, why, std::string(detail)};
}

void intake::close(batch& next) {
  settle(next);
  if (archives_.empty()) stored_before_ += stored_position();
  forget_input();
}

std::uint64_t intake::stored_position() const {
  if (!archives_.empty()) return archives_.front().members->stored_position();
  return source_ ? source_->stored_position() : 0;
}

void intake::forget_input() {
  marks_.clear();
  source_.reset();
  format_ = nullptr;
  early_head_.clear();
  recoded_ = recoding::none;
  asked_by_name_ = false;
  decoded_ = false;
  is_part_ = false;
  depth_ = 0;
  splitter_.reset();
  ranges_from_ = 0;
  ranges_rest_ = 0;
  offset_ = skip_ = 0;
  places_.restart();
  needed_ = 0;
  begin_ = used_;
}

// Provides memory to read into. Returns false if the batch must be passed on first, because its slices point
// into the slab.
bool intake::make_room(batch& next) {
  const std::size_t wanted_end = begin_ + std::max(needed_, used_ - begin_ + 1);
  if (wanted_end <= room_) return true;
  if (!next.slices.empty()) return false;
  const std::size_t pending = used_ - begin_;
  if (begin_ != 0) std::copy(next.bytes.data() + begin_, next.bytes.data() + used_, next.bytes.data());
  begin_ = 0;
  used_ = pending;
  // Without a hint the capacity doubles, so that repeated searches take linear time.
  const std::size_t capacity = std::max(needed_, 2 * pending) + options_->batch_bytes / 2;
  if (before_growing_ && capacity > std::max(4 * options_->batch_bytes, next.bytes.capacity()))
    before_growing_(capacity - pending);
  next.bytes.grow(capacity, pending);
  room_ = capacity;
  return true;
}

// Returns how many of `got` bytes are within the limit of expansion: all, or none.
std::size_t intake::within_bound(std::size_t got, batch& next) {
  if (expansion_left_ == nullptr) return got;
  if (got <= *expansion_left_) {
    *expansion_left_ -= got;
    return got;
  }
  next.counted.damaged_at(damage::expansion_limit, name_, offset_, {});
  *expansion_left_ = 0;
  return 0;
}

// Reads once and splits. Returns false at the end of the input.
bool intake::take(batch& next) {
  char* const free_place = next.bytes.data() + used_;
  const std::size_t room = room_ - used_;
  const std::size_t got = within_bound(source_->read(std::span<char>(free_place, room), next.counted), next);
  const bool ended = got == 0;
  if (const int shortage = ended ? source_->shortage() : 0; shortage != 0) fail_for_shortage(name_, shortage);
  if (got != 0 && source_->after_gap() && splitter_) {
    // The document before the gap ends here; a new one begins behind the gap.
    split(next, true);
    offset_ += used_ - begin_;
    begin_ = used_;
    skip_ = 0;
    needed_ = 0;
    splitter_ = format_->make_splitter(*options_);
  }
  used_ += got;
  if (!early_head_.empty()) recognise_again({free_place, got}, ended, next);
  if (!splitter_) {
    const std::size_t seen = used_ - begin_;
    if (seen < input_head_size && !ended) {
      needed_ = input_head_size;
      return true;
    }
    needed_ = 0;
    if (!look_at_head(next, ended)) return false;
    if (!splitter_) return true;
  }
  if ((ended || used_ - begin_ >= needed_) && split(next, ended)) return unpack(next);
  return !ended;
}

// Passes the pending bytes to the splitter. Returns true if compressed bytes begin behind the consumed bytes.
bool intake::split(batch& next, bool last) {
  const std::uint64_t skipped = std::min<std::uint64_t>(skip_, used_ - begin_);
  begin_ += skipped;
  offset_ += skipped;
  skip_ -= skipped;
  if (skip_ != 0 && !last) return false;
  const std::string_view pending(next.bytes.data() + begin_, used_ - begin_);
  const std::size_t before = next.slices.size();
  const splitter::progress made = splitter_->split(pending, offset_, last, name_, next.slices, next.counted);
  const std::size_t consumed = std::min(made.consumed, pending.size());
  places_.note(std::span(next.slices).subspan(before), pending, consumed, offset_);
  begin_ += consumed;
  offset_ += consumed;
  skip_ = made.consumed - consumed;
  needed_ = made.needed;
  return made.packed;
}

// Delivers complete slices before the intake waits for the input. Returns true if the batch is to be passed
// on.
bool intake::give_at_pause(batch& next) {
  if (!splitter_) recognise_at_pause(next);
  if (splitter_ && skip_ == 0) {
    const std::string_view pending(next.bytes.data() + begin_, used_ - begin_);
    const std::size_t before = next.slices.size();
    const std::size_t consumed = splitter_->split_at_pause(pending, offset_, next.slices);
    places_.note(std::span(next.slices).subspan(before), pending, consumed, offset_);
    begin_ += consumed;
    offset_ += consumed;
    if (consumed != 0) needed_ = 0;
  }
  return !next.slices.empty();
}

}  // namespace urlsieve
