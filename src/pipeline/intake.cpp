#include "src/pipeline/intake.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "src/documents/input_head.hpp"
#include "src/input/line_feed_source.hpp"
#include "src/input/utf16_source.hpp"

namespace urlsieve {

result<intake> intake::open(const extract_options& options, const std::atomic<bool>* stop) {
  result<listing> inputs = listing::open(options.input);
  if (!inputs) return tl::make_unexpected(inputs.error());
  intake opened(options);
  opened.inputs_ = std::make_unique<inputs_ahead>(std::move(*inputs), stop);
  return opened;
}

intake intake::over(std::string_view bytes, const extract_options& options) {
  intake opened(options);
  opened.name_.assign(1, '-');
  opened.source_ = byte_source::from_memory(bytes, "-", {}, opened.ahead_);
  return opened;
}

bool intake::fill(batch& next) {
  if (finished_) return false;
  paused_ = pause_is_due();
  if (paused_) return false;
  next.clear();
  next.number = batches_++;
  next.bytes.shrink(4 * options_->batch_bytes + carried_.size());
  if (source_) begin_part(next);
  if (!begin_with_run(next)) {
    begin_with_carried(next);
  } else if (used_ - begin_ >= needed_) {
    split(next, false);
  }
  // A run of members that gave slices is a batch: more would have to be copied behind it.
  while (next.slices.empty() || !is_run_) {
    if (!source_) {
      if (pause_is_due()) break;
      if (used_ != 0 && next.bytes.capacity() - used_ < input_head_size) break;
      finished_ = !open_next(next);
      if (finished_) break;
      begin_ = used_;
    }
    if (!make_room(next)) break;
    if (!take(next)) close();
  }
  carried_.assign(next.bytes.data() + begin_, used_ - begin_);
  next.stored_bytes_done = stored_before_ + (source_ ? source_->stored_position() : 0);
  return true;
}

// Members that were decoded in memory of their own are taken with it, what was carried over before them.
bool intake::begin_with_run(batch& next) {
  is_run_ = false;
  if (!splitter_ || carried_.size() > run_headroom) return false;
  const std::span<char> plain = source_->take(next.bytes, next.counted);
  if (plain.empty()) return false;
  is_run_ = true;
  char* const begin = plain.data() - carried_.size();
  std::copy(carried_.begin(), carried_.end(), begin);
  carried_.clear();
  begin_ = static_cast<std::size_t>(begin - next.bytes.data());
  used_ = begin_ + (static_cast<std::size_t>(plain.data() - begin) + plain.size());
  return true;
}

void intake::begin_with_carried(batch& next) {
  const std::size_t wanted = options_->batch_bytes + carried_.size();
  // With room to spare, as what is carried over is a little more each time until it has met its largest.
  if (next.bytes.capacity() < wanted) next.bytes.grow(wanted + options_->batch_bytes / 4, 0);
  std::copy(carried_.begin(), carried_.end(), next.bytes.data());
  begin_ = 0;
  used_ = carried_.size();
  carried_.clear();
}

// Slices of this input come after those that the batch holds already.
void intake::begin_part(batch& next) {
  next.inputs.push_back({name_, next.slices.size()});
}

void intake::pause_after(std::uint64_t stored_bytes) {
  pause_at_ = stored_bytes == 0 ? 0 : stored_before_ + stored_bytes;
}

bool intake::pause_is_due() const {
  return pause_at_ != 0 && !source_ && inputs_ && stored_before_ >= pause_at_;
}

void intake::note(const listed_input& listed) {
  ++inputs_listed_;
  listed_.add(listed.path);
  listed_.add(std::string(1, '\0') + std::to_string(listed.size) + ' ' + std::to_string(listed.modified));
}

result<void> intake::skip(std::uint64_t inputs, std::string_view checksum, std::uint64_t next_batch) {
  stats counted_before;
  while (inputs_listed_ < inputs) {
    const std::optional<listed_input> listed = inputs_->pass(counted_before);
    if (!listed) break;
    note(*listed);
    stored_before_ += listed->size;
  }
  batches_ = next_batch;
  if (inputs_listed_ == inputs && inputs_checksum() == checksum) return {};
  return tl::make_unexpected(
      error{error_code::cannot_read, "the inputs that were read before are not the same any more"});
}

bool intake::open_next(batch& next) {
  while (inputs_) {
    std::optional<inputs_ahead::input> opened = inputs_->next(next.counted);
    if (!opened) {
      inputs_.reset();
      break;
    }
    note(opened->listed);
    if (protected_.contains(opened->listed.identity) && opened->listed.regular) {
      state_ = tl::make_unexpected(
          error{error_code::usage, opened->listed.path + " is to be replaced, but it is read, too"});
      inputs_.reset();
      break;
    }
    source_ = std::move(opened->source);
    if (!source_) continue;
    if (!opened->listed.output.empty() && !begin_rows(opened->listed, next)) {
      source_.reset();
      continue;
    }
    name_ = std::move(opened->listed.path);
    begin_part(next);
    return true;
  }
  return false;
}

// A part of an output directory is a list of URLs, whatever else is in its rows; false: it cannot be told
// how.
bool intake::begin_rows(const listed_input& listed, batch& next) {
  if (options_->input.format != input_format::automatic) return true;
  const std::optional<url_rows> rows = outputs_.rows_of(listed.output, next.counted);
  if (!rows) return false;
  if (!rows->urls_alone) source_ = as_url_lines(std::move(source_), *rows);
  const std::span<const format> all = formats();
  format_ = &*std::find_if(all.begin(), all.end(), [](const format& one) { return one.word == "urls"; });
  splitter_ = format_->make_splitter(*options_);
  return true;
}

void intake::close() {
  stored_before_ += source_->stored_position();
  source_.reset();
  format_ = nullptr;
  recoded_ = recoding::none;
  splitter_.reset();
  offset_ = skip_ = 0;
  needed_ = 0;
  begin_ = used_;
}

// Room to read into; false if the batch must be sent on first, as its slices point into the slab.
bool intake::make_room(batch& next) {
  const std::size_t wanted_end = begin_ + std::max(needed_, used_ - begin_ + 1);
  if (wanted_end <= next.bytes.capacity()) return true;
  if (!next.slices.empty()) return false;
  const std::size_t pending = used_ - begin_;
  if (begin_ != 0) std::copy(next.bytes.data() + begin_, next.bytes.data() + used_, next.bytes.data());
  begin_ = 0;
  used_ = pending;
  // Without a hint the room doubles, so that what is looked at again and again stays linear.
  next.bytes.grow(std::max(needed_, 2 * pending) + options_->batch_bytes / 2, pending);
  return true;
}

// Reads once and splits; false at the end of the input.
bool intake::take(batch& next) {
  char* const free_place = next.bytes.data() + used_;
  const std::size_t room = next.bytes.capacity() - used_;
  const std::size_t got = source_->read(std::span<char>(free_place, room), next.counted);
  const bool ended = got == 0;
  if (got != 0 && source_->after_gap() && splitter_) {
    // What stands before the gap is all there will be of it; behind it something new begins.
    split(next, true);
    offset_ += used_ - begin_;
    begin_ = used_;
    skip_ = 0;
    needed_ = 0;
    splitter_ = format_->make_splitter(*options_);
  }
  used_ += got;
  if (!splitter_) {
    const std::size_t seen = used_ - begin_;
    if (seen < input_head_size && !ended) {
      needed_ = input_head_size;
      return true;
    }
    needed_ = 0;
    const std::string_view head(next.bytes.data() + begin_, seen);
    if (offset_ == 0 && recode(head)) {
      used_ = begin_;
      return true;
    }
    if (!recognise_input(head, ended, next)) return false;
  }
  if (ended || used_ - begin_ >= needed_) split(next, ended);
  return !ended;
}

void intake::split(batch& next, bool last) {
  const std::uint64_t skipped = std::min<std::uint64_t>(skip_, used_ - begin_);
  begin_ += skipped;
  offset_ += skipped;
  skip_ -= skipped;
  if (skip_ != 0 && !last) return;
  const std::string_view pending(next.bytes.data() + begin_, used_ - begin_);
  const splitter::progress made = splitter_->split(pending, offset_, last, name_, next.slices, next.counted);
  const std::size_t consumed = std::min(made.consumed, pending.size());
  begin_ += consumed;
  offset_ += consumed;
  skip_ = made.consumed - consumed;
  needed_ = made.needed;
}

// Has an input of other characters or line ends read as what the formats expect; `head` is read again then.
bool intake::recode(std::string_view head) {
  if (recoded_ == recoding::none) {
    recoded_ = recoding::characters;
    if (const std::optional<wide_encoding> wide = find_wide_encoding(head)) {
      source_ = as_utf8(std::move(source_), *wide, head);
      return true;
    }
  }
  if (recoded_ == recoding::line_ends || !has_bare_returns(head)) return false;
  recoded_ = recoding::line_ends;
  source_ = with_line_feeds(std::move(source_), head);
  return true;
}

// Learns what the input is; false if it is nothing that can be read.
bool intake::recognise_input(std::string_view head, bool whole, batch& next) {
  const recognised found = recognise(input_head(name_, head, whole), options_->input);
  if (!found.passed_over.empty()) next.counted.pass_over("input", found.passed_over);
  if (found.as == nullptr) return false;
  format_ = found.as;
  splitter_ = format_->make_splitter(*options_);
  return true;
}

}  // namespace urlsieve
