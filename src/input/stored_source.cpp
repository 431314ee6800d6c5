#include "src/input/stored_source.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "src/text/resource_exhaustion.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

stored_source::stored_source(int descriptor, std::string name, std::uint64_t size,
                             const std::atomic<bool>* stop, input_flow flow, read_ahead ahead)
    : window_(descriptor, size, stop, flow, ahead.patience),
      decoders_({ahead.window_log}),
      search_(window_, decoders_, ahead.plain_begins),
      marks_ends_(ahead.mark_ends),
      ahead_(std::move(ahead)),
      name_(std::move(name)),
      size_(size) {}

stored_source::stored_source(std::string_view bytes, std::string name, decoder_limits limits,
                             read_ahead ahead)
    : window_(bytes),
      decoders_(limits),
      search_(window_, decoders_, ahead.plain_begins),
      marks_ends_(ahead.mark_ends),
      ahead_(std::move(ahead)),
      name_(std::move(name)),
      size_(bytes.size()) {}

stored_source::stored_source(std::unique_ptr<byte_source> packed, std::string_view head, std::uint64_t plain,
                             std::vector<offset_mark> marks, read_ahead ahead)
    : packed_(std::move(packed)),
      places_(*packed_, plain, std::move(marks)),
      window_([this](std::span<char> out) { return packed_->read(out, outer_); },
              [this] { return packed_->pauses(); }),
      search_(window_, decoders_, ahead.plain_begins),
      marks_ends_(ahead.mark_ends),
      ahead_(std::move(ahead)),
      name_(packed_->name()),
      retrieved_from_(packed_->retrieved_from()),
      size_(packed_->stored_size()),
      total_(plain) {
  window_.begin_with(head);
  if (plain == 0) ahead_.begin_with(packed_->take_first_run());
}

stored_source::stored_source(std::unique_ptr<remote_object> remote, std::string name, read_ahead ahead)
    : remote_(std::move(remote)),
      window_(
          [this](std::span<char> out) {
            const std::size_t got = remote_->read(remote_read_, out).value_or(0);
            remote_read_ += got;
            return got;
          },
          [] { return false; }),
      decoders_({ahead.window_log}),
      search_(window_, decoders_, ahead.plain_begins),
      marks_ends_(ahead.mark_ends),
      ahead_(std::move(ahead)),
      name_(std::move(name)),
      retrieved_from_(without_userinfo(remote_->url())),
      size_(remote_->size()) {}

std::size_t stored_source::read(std::span<char> out, stats& counted) {
  if (out.empty()) return 0;
  after_gap_ = std::exchange(gap_follows_, false);
  filled_ = 0;
  paused_ = false;
  if (peeked_) {
    out[filled_++] = *peeked_;
    peeked_.reset();
  }
  while (filled_ < out.size() && where_ != place::end) {
    if (!read_step(out, counted)) break;
  }
  if (marks_ends_ && where_ == place::member && filled_ == out.size()) peek(counted);
  count(counted);
  return filled_;
}

bool stored_source::pauses() {
  return !peeked_ && (paused_ || (window_.rest().empty() && window_.pauses()));
}

// True if reading on would wait and bytes are available, which must be returned first.
bool stored_source::should_stop() {
  paused_ = filled_ != 0 && window_.pauses();
  return paused_;
}

// Does one step. Returns false if read() must return.
bool stored_source::read_step(std::span<char> out, stats& counted) {
  switch (where_) {
    case place::start:
      window_.want(compression_head_size);
      if (!begin_member() && !begin_packed()) begin_plain();
      return true;
    case place::plain:
      return copy_plain(out);
    case place::member:
      look_ahead();
      return where_ == place::run || decode_member(out, counted);
    case place::run:
      copy_run(out);
      return true;
    case place::packed:
      return decode_packed(out, counted);
    case place::between:
      return pass_to_next_member(counted);
    case place::lost:
      if (!search_.find())
        where_ = place::end;
      else if (!begin_member())
        begin_plain();
      return true;
    case place::end:
      break;
  }
  return false;
}

void stored_source::prepare() {
  if (where_ != place::start) return;
  window_.want(compression_head_size);
  if (!begin_member()) return;
  // Decodes only the first run, because many files are prepared at the same time.
  if (ahead_.find_one(window_) != nullptr) ahead_.complete();
}

std::span<char> stored_source::take(slab& memory, stats& counted) {
  filled_ = 0;
  if (gap_follows_ || peeked_) return {};
  if (where_ == place::between) {
    window_.want(compression_head_size);
    if (!begin_member()) return {};
  }
  if (where_ == place::member) look_ahead();
  if (where_ != place::run) return {};
  ahead_.complete();
  if (run_delivered_ == 0) places_.add(total_, *run_);
  std::swap(memory, run_->memory());
  filled_ = run_->produced() - run_delivered_;
  after_gap_ = false;
  finish_run();
  count(counted);
  return {memory.data() + run_headroom + run_delivered_, filled_};
}

bool stored_source::unpack_from(std::string_view tail, stats& counted) {
  if (plain_delivered_ < tail.size()) return false;
  window_.put_back(tail);
  total_ -= tail.size();
  counted.bytes -= tail.size();
  plain_delivered_ = 0;
  where_ = place::between;
  return true;
}

bool stored_source::copy_plain(std::span<char> out) {
  const std::string_view buffered = window_.rest();
  const std::span<char> rest = out.subspan(filled_);
  std::size_t got = std::min(buffered.size(), rest.size());
  if (got > 0) {
    std::memcpy(rest.data(), buffered.data(), got);
    window_.advance(got);
  } else {
    if (should_stop()) return false;
    got = window_.read_past(rest);
  }
  filled_ += got;
  plain_delivered_ += got;
  if (got == 0) where_ = place::end;
  return true;
}

void stored_source::begin_plain() {
  where_ = window_.rest().empty() ? place::end : place::plain;
  plain_delivered_ = 0;
  places_.add(total_ + filled_, window_.position(), true);
}

// Begins the member at the window's position. Returns false if there is none.
bool stored_source::begin_member() {
  const compression kind = sniff_compression(window_.rest().substr(0, compression_head_size));
  if (kind == compression::none) return false;
  kind_ = kind;
  member_start_ = window_.position();
  where_ = place::member;
  begun_ = false;
  return true;
}

// Like begin_member(), for formats that codec has no decoder for.
bool stored_source::begin_packed() {
  const file_archive kind = sniff_compressed_file(window_.rest().substr(0, compression_head_size));
  if (kind == file_archive::none) return false;
  member_start_ = window_.position();
  by_library_ = std::make_unique<packed_member>(window_, kind);
  where_ = place::packed;
  plain_delivered_ = 0;
  places_.add(total_ + filled_, member_start_, false, false);
  return true;
}

// Decodes the current member as a stream.
void stored_source::begin_stream() {
  places_.add(total_ + filled_, member_start_, false);
}

// At the first byte of a member, switches to its run, if it was decoded ahead. Frames with a dictionary are
// decoded as streams, because only the stream decoder has the dictionary.
void stored_source::look_ahead() {
  if (std::exchange(begun_, true)) return;
  if (decoders_.has_dictionary(kind_)) return begin_stream();
  run_ = ahead_.find(window_);
  if (run_ == nullptr) return begin_stream();
  run_delivered_ = 0;
  where_ = place::run;
}

void stored_source::copy_run(std::span<char> out) {
  const std::span<char> rest = out.subspan(filled_);
  if (run_delivered_ == 0 && rest.size() >= run_->space() && ahead_.has_single_run() &&
      run_->decoding().claim()) {
    run_->decode_into(rest);
    places_.add(total_ + filled_, *run_);
    filled_ += run_->produced();
    return finish_run();
  }
  ahead_.complete();
  if (run_delivered_ == 0) places_.add(total_ + filled_, *run_);
  const std::size_t size = std::min(run_->produced() - run_delivered_, rest.size());
  if (size > 0) std::memcpy(rest.data(), run_->memory().data() + run_headroom + run_delivered_, size);
  run_delivered_ += size;
  filled_ += size;
  if (run_delivered_ == run_->produced()) finish_run();
}

// Resumes behind the valid members of the run. If there is none, decodes its first member as a stream.
void stored_source::finish_run() {
  window_.advance(run_->consumed());
  if (run_->consumed() > 0) {
    end_member();
  } else {
    where_ = place::member;
    begin_stream();
  }
  run_ = nullptr;
  ahead_.release();
}

bool stored_source::decode_member(std::span<char> out, stats& counted) {
  if (window_.rest().empty()) {
    if (should_stop()) return false;
    window_.refill();
  }
  decoder& with = decoders_.of(kind_);
  const bool last = window_.ended();
  const decode_step step = with.decode(window_.rest(), out.subspan(filled_), last);
  window_.advance(step.consumed);
  filled_ += step.produced;
  const bool stuck = step.consumed == 0 && step.produced == 0;
  switch (step.state) {
    case decode_state::more:
      if (!stuck || !last) {
        if (stuck && should_stop()) return false;
        if (stuck) window_.refill();
        return true;
      }
      [[fallthrough]];
    case decode_state::truncated:
      return lose(damage::truncated_compression, counted);
    case decode_state::corrupt:
      return lose(damage::corrupt_compression, counted);
    case decode_state::member_end:
      end_member();
      break;
  }
  return true;
}

bool stored_source::decode_packed(std::span<char> out, stats& counted) {
  const std::optional<std::size_t> got = by_library_->read(out.subspan(filled_));
  filled_ += got.value_or(0);
  if (got.value_or(0) != 0) return true;
  const std::unique_ptr<packed_member> over = std::move(by_library_);
  over->leave();
  if (!got)
    return lose(over->reason(), std::string(word_of(over->kind())).append(": ").append(over->fault()),
                counted);
  end_member();
  return true;
}

void stored_source::end_member() {
  where_ = place::between;
  if (marks_ends_) places_.end(total_ + filled_ + (peeked_ ? 1 : 0), window_.position());
}

// Decodes one byte beyond the request, because a decoder detects the end of its member only when it reads on.
void stored_source::peek(stats& counted) {
  while (where_ == place::member && begun_ && !peeked_) {
    if (window_.rest().empty()) {
      if (window_.pauses()) return;
      window_.refill();
    }
    char byte = 0;
    const bool last = window_.ended();
    const decode_step step = decoders_.of(kind_).decode(window_.rest(), {&byte, 1}, last);
    window_.advance(step.consumed);
    if (step.produced != 0) peeked_ = byte;
    if (step.state == decode_state::member_end) return end_member();
    if (peeked_) return;
    const bool stuck = step.consumed == 0;
    if (step.state == decode_state::more && (!stuck || !last)) {
      if (stuck && window_.pauses()) return;
      if (stuck) window_.refill();
      continue;
    }
    static_cast<void>(lose(
        step.state == decode_state::corrupt ? damage::corrupt_compression : damage::truncated_compression,
        counted));
  }
}

bool stored_source::pass_to_next_member(stats& counted) {
  if (window_.rest().size() < compression_head_size && should_stop()) return false;
  window_.want(compression_head_size);
  // NUL padding is allowed behind gzip (blocks on tapes) and between xz streams.
  const std::string_view rest = window_.rest();
  const std::size_t padding = std::min(rest.find_first_not_of('\0'), rest.size());
  if (padding > 0) {
    window_.advance(padding);
    return true;
  }
  if (rest.empty()) {
    where_ = place::end;
    return true;
  }
  if (begin_member() || begin_packed()) return true;
  if (search_.plain_here()) {
    begin_plain();
    return true;
  }
  member_start_ = window_.position();
  counted.damaged_in(damage::junk_after_member, name_, places_.place_of(member_start_),
                     "bytes outside of any member");
  where_ = place::lost;
  return gap();
}

// Counts the member as corrupt and moves back to where the search for the next member begins.
bool stored_source::lose(damage reason, stats& counted) {
  decoder& with = decoders_.of(kind_);
  std::string detail(name_of(kind_));
  detail.append(": ").append(with.fault());
  if (reason == damage::corrupt_compression && with.over_limit()) reason = damage::expansion_limit;
  with.reset();
  return lose(reason, detail, counted);
}

bool stored_source::lose(damage reason, const std::string& detail, stats& counted) {
  counted.damaged_in(reason, name_, places_.place_of(member_start_), detail);
  search_.rewind(member_start_);
  where_ = place::lost;
  return gap();
}

// Marks a gap. Returns false if bytes before it must be returned first.
bool stored_source::gap() {
  if (filled_ == 0) {
    after_gap_ = true;
    return true;
  }
  gap_follows_ = true;
  return false;
}

void stored_source::count(stats& counted) {
  total_ += filled_;
  const std::uint64_t counted_before = std::min<std::uint64_t>(again_, filled_);
  again_ -= counted_before;
  counted.bytes += filled_ - counted_before;
  if (packed_) {
    // The output of the outer compression is not the decompressed input.
    outer_.bytes = 0;
    counted.add(std::exchange(outer_, {}));
    return;
  }
  const std::uint64_t stored = window_.bytes_read();
  if (stored > counted_) counted.bytes_read += stored - std::exchange(counted_, stored);
  if (remote_ && remote_->failure() && !std::exchange(failure_reported_, true)) {
    const remote_fault& fault = *remote_->failure();
    counted.damaged_in(fault.reason, name_, {fault.at, std::nullopt}, fault.why);
  }
  if (window_.failure() != 0 && exhaustion() == 0 && !std::exchange(failure_reported_, true)) {
    counted.damaged_in(damage::unreadable, name_, {stored, std::nullopt},
                       std::system_category().message(window_.failure()));
  }
  if (where_ == place::end) check_end(counted);
}

void stored_source::check_end(stats& counted) {
  if (packed_ || remote_ || failure_reported_ || std::exchange(end_checked_, true)) return;
  const std::optional<std::string> change = window_.change();
  if (change) counted.damaged_in(damage::changed_input, name_, {window_.bytes_read(), std::nullopt}, *change);
}

std::optional<stored_file> stored_source::random_access() const {
  if (packed_ || plain_delivered_ != total_) return std::nullopt;
  if (remote_) {
    if (!remote_->random_access()) return std::nullopt;
    return stored_file{-1, {}, 0, remote_->size(), window_.bytes_read(), remote_.get()};
  }
  return window_.random_access();
}

void stored_source::resume_at(std::uint64_t at) {
  window_.seek(at);
  where_ = place::plain;
  total_ = plain_delivered_ = at;
  again_ = counted_ - std::min(counted_, at);
  counted_ = std::max(counted_, at);
}

int stored_source::exhaustion() const {
  if (packed_) return packed_->exhaustion();
  return is_resource_exhaustion(window_.failure()) ? window_.failure() : 0;
}

std::uint64_t stored_source::stored_position() const {
  return packed_ ? packed_->stored_position() : window_.position();
}

}  // namespace urlsieve
