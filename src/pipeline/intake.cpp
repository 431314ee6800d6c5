#include "src/pipeline/intake.hpp"

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

#include "src/codec/compression.hpp"
#include "src/documents/archives/archive_signs.hpp"
#include "src/documents/foreign_formats.hpp"
#include "src/documents/input_head.hpp"
#include "src/input/line_feed_source.hpp"
#include "src/input/packed_source.hpp"
#include "src/input/utf16_source.hpp"
#include "src/pipeline/collection_check.hpp"
#include "src/pipeline/input_parts.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

constexpr std::string_view compressed_too_often = "compressed more than 4 times over";

// An archive that is not compressed, in a file that began with compressed members.
bool intake::begins_archive(std::string_view head) {
  return begins_warc(head) || begins_arc(head);
}

result<intake> intake::open(const extract_options& options, const std::atomic<bool>* stop) {
  intake opened(options);
  opened.ahead_.remote = std::make_shared<remote_access>(options.remote);
  result<listing> inputs = listing::open(options.input, stop, opened.ahead_.remote);
  if (!inputs) return tl::unexpected(inputs.error());
  opened.inputs_ = std::make_unique<inputs_ahead>(std::move(*inputs), stop);
  opened.inputs_->set(opened.ahead_);
  return files_at_stake(options).map([&](std::set<file_identity>&& at_stake) {
    opened.protected_ = std::move(at_stake);
    return std::move(opened);
  });
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
  accounts_.begin_batch();
  next.number = batches_++;
  next.bytes.shrink(4 * options_->batch_bytes + carried_.size());
  if (source_) begin_part(next, next.number != 0);
  if (!begin_with_run(next)) {
    begin_with_carried(next);
  } else if (used_ - begin_ >= needed_) {
    if (split(next, false) && !unpack(next)) close(next);
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

// Members that were decoded in memory of their own are taken with it, what was carried over before them.
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
void intake::begin_part(batch& next, bool continues) {
  batch_input& part = next.inputs.emplace_back();
  part.name = name_;
  part.first_slice = next.slices.size();
  part.continues = continues;
  part.is_part = is_part_;
  accounts_.begin_part(next);
  forget_before(marks_, continues ? places_.needed_from(offset_) : offset_);
}

// Puts what was counted since the last time down to the input at hand, and says where in its file it is.
void intake::settle(batch& next) {
  if (!source_ || next.inputs.empty()) return accounts_.pass(next);
  source_->take_marks(marks_);
  next.inputs.back().marks = marks_;
  if (format_ != nullptr) next.inputs.back().format = format_word_;
  accounts_.settle(next, marks_);
}

// The input at hand is not read, for a fault that is not counted yet.
void intake::refuse(batch& next, damage why, std::string_view detail) {
  accounts_.forget_bytes(next);
  next.counted.damaged_in(why, name_, {}, detail);
  next.inputs.back().not_read = unread_input{name_, why, std::string(detail)};
}

void intake::pause_after(std::uint64_t stored_bytes) {
  pause_at_ = stored_bytes == 0 ? 0 : stored_before_ + stored_bytes;
}

bool intake::pause_is_due() const {
  return pause_at_ != 0 && !source_ && archives_.empty() && inputs_ && stored_before_ >= pause_at_;
}

void intake::note(const listed_input& listed) {
  ++inputs_listed_;
  listed_.add(listed.path);
  listed_.add(std::string(1, '\0') + std::to_string(listed.size) + ' ' + std::to_string(listed.modified) +
              listed.commit);
  if (listed.part) listed_.add(' ' + std::to_string(listed.part->from));
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
  return tl::unexpected(
      error{error_code::cannot_read, "the inputs that were read before are not the same any more"});
}

bool intake::open_next(batch& next) {
  if (open_member(next)) return true;
  while (inputs_) {
    std::optional<inputs_ahead::input> opened = inputs_->next(next.counted);
    accounts_.pass(next);
    part_accounts::take_unread(next);
    if (!opened) {
      if (inputs_->failure()) state_ = tl::unexpected(*inputs_->failure());
      inputs_.reset();
      break;
    }
    note(opened->listed);
    if (protected_.contains(opened->listed.identity) && opened->listed.regular) {
      state_ = tl::unexpected(
          error{error_code::usage, opened->listed.path + " is to be replaced, but it is read, too"});
      inputs_.reset();
      break;
    }
    source_ = std::move(opened->source);
    if (opened->listed.directory) static_cast<void>(rows_of(opened->listed.output, next));
    is_part_ = opened->listed.part.has_value();
    if (is_part_) begin_listed_part(opened->listed, next);
    if (!source_) continue;
    if (!opened->listed.output.empty() && !begin_rows(opened->listed, next)) {
      source_.reset();
      continue;
    }
    if (!opened->listed.commit.empty()) begin_as("public-inbox");
    name_ = is_remote_name(opened->listed.path) ? without_password(opened->listed.path)
                                                : std::move(opened->listed.path);
    named_ = opened->listed.named;
    begin_part(next, false);
    return true;
  }
  return false;
}

// The next member of the archives that are open. The verdict on an archive comes behind those on its members.
bool intake::open_member(batch& next) {
  while (!archives_.empty()) {
    entered& in = archives_.back();
    const std::uint64_t not_read_before = next.counted.inputs.not_read;
    source_ = in.members->next(next.counted);
    if (const member_checksums* const made = source_ ? nullptr : in.members->checksums())
      check_collection(*made, in.members->name(), next.counted);
    const damage_counts fresh = accounts_.open(next);
    for (std::size_t i = 0; i < damage_count; ++i) in.damaged[i] += fresh[i];
    // Members that are encrypted are inputs of their own.
    in.damaged[static_cast<std::size_t>(damage::unreadable)] -=
        next.counted.inputs.not_read - not_read_before;
    accounts_.pass(next);
    part_accounts::take_unread(next);
    if (source_) {
      name_ = source_->name();
      named_ = false;
      begin_part(next, false);
      return true;
    }
    batch_input& part = next.inputs.emplace_back();
    part.name = in.members->name();
    part.first_slice = next.slices.size();
    part.format = word_of(in.kind);
    part.damaged = in.damaged;
    part.not_read = in.members->not_read();
    if (archives_.size() == 1) stored_before_ += stored_position();
    archives_.pop_back();
  }
  return false;
}

// The input at hand is an archive of files: its members are the next inputs. False, as there is no more of
// it.
bool intake::enter(file_archive kind, std::string_view head, batch& next) {
  if (archives_.size() == nested_inputs::max_depth) {
    refuse(next, damage::unknown_format, "an archive inside 4 others");
    return false;
  }
  if (kind == file_archive::seven_zip && !source_->in_any_order()) {
    refuse(next, damage::unknown_format, "a 7z archive can only be read from a file that is not compressed");
    return false;
  }
  settle(next);
  entered in{nullptr, kind, next.inputs.back().damaged};
  in.members = std::make_unique<nested_inputs>(kind, std::move(source_), head, marks_,
                                               archives_.empty() ? nullptr : archives_.back().members.get());
  if (options_->input.verify_inputs && kind == file_archive::zip) in.members->make_checksums();
  archives_.push_back(std::move(in));
  accounts_.forget_plain_bytes(next);  // what the members hold is counted instead
  used_ = begin_;
  forget_input();
  return true;
}

// What the rows of an output directory are; what is wrong with it is counted when it is asked first.
std::optional<url_rows> intake::rows_of(const std::string& output, batch& next) {
  std::optional<url_rows> rows;
  const bool passed = inputs_->wait_out([&] {
    rows = outputs_.rows_of(output, next.counted);
    return outputs_.shortage() == 0;
  });
  if (!passed) fail_for_shortage(output, outputs_.shortage());
  return rows;
}

// A part of an output directory is a list of URLs, whatever else is in its rows; false: it cannot be told
// how.
bool intake::begin_rows(const listed_input& listed, batch& next) {
  if (options_->input.format != input_format::automatic) return true;
  const std::optional<url_rows> rows = rows_of(listed.output, next);
  if (!rows) return false;
  if (!rows->urls_alone) source_ = as_url_lines(std::move(source_), *rows);
  begin_as("urls");
  return true;
}

// The input is of this format, whatever it begins with.
void intake::begin_as(std::string_view word) {
  format_ = find_format(word);
  format_word_ = format_->word;
  splitter_ = format_->make_splitter(*options_);
}

// A part of a file is of the file's format, whatever it begins with itself.
void intake::begin_listed_part(const listed_input& listed, batch& next) {
  opened_part part = open_part(listed, *options_, ahead_, next.counted);
  part_accounts::take_unread(next);
  accounts_.pass(next);
  source_ = std::move(part.source);
  if (!source_) return;
  offset_ = part.offset;
  begin_as(part.as->word);
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
  is_part_ = false;
  depth_ = 0;
  splitter_.reset();
  offset_ = skip_ = 0;
  places_.restart();
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
  const std::size_t capacity = std::max(needed_, 2 * pending) + options_->batch_bytes / 2;
  if (before_growing_ && capacity > 4 * options_->batch_bytes) before_growing_(capacity - pending);
  next.bytes.grow(capacity, pending);
  return true;
}

// Reads once and splits; false at the end of the input.
bool intake::take(batch& next) {
  char* const free_place = next.bytes.data() + used_;
  const std::size_t room = next.bytes.capacity() - used_;
  const std::size_t got = source_->read(std::span<char>(free_place, room), next.counted);
  const bool ended = got == 0;
  if (const int shortage = ended ? source_->shortage() : 0; shortage != 0) fail_for_shortage(name_, shortage);
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

// Learns what the input is from its first bytes, or decodes it once more; false if it is nothing that can be
// read.
bool intake::look_at_head(batch& next, bool ended) {
  const std::string_view head(next.bytes.data() + begin_, used_ - begin_);
  if (offset_ == 0) {
    if (sniff_compression(head.substr(0, compression_head_size)) != compression::none) return unpack(next);
    if (recoded_ == recoding::none) {
      const file_archive packed = sniff_packed_file(head);
      if (packed != file_archive::none) return unpack_by_library(packed, head, next);
      const file_archive kind = sniff_file_archive(head);
      if (kind != file_archive::none && !is_office_document(head)) return enter(kind, head, next);
      const file_archive by_name = asked_by_name_ ? file_archive::none : sniff_named_file(name_, head, ended);
      asked_by_name_ = true;  // what comes out has no name of its own
      if (by_name != file_archive::none) return unpack_by_library(by_name, head, next);
    }
    source_->take_marks(marks_);
    if (recode(head)) {
      used_ = begin_;
      return true;
    }
  }
  return recognise_input(head, ended, next);
}

// What was read and not consumed, and what follows, is compressed: goes on with what it holds. False: it is
// compressed too often.
bool intake::unpack(batch& next) {
  const std::string_view packed(next.bytes.data() + begin_, used_ - begin_);
  settle(next);
  if (!source_->unpack_from(packed, next.counted)) {
    if (depth_ == most_packed()) {
      if (format_ != nullptr) {
        next.counted.damaged_at(damage::expansion_limit, name_, offset_, compressed_too_often);
      } else {
        refuse(next, damage::unknown_format, compressed_too_often);
      }
      return false;
    }
    ++depth_;
    source_ = byte_source::inside(std::move(source_), packed, offset_, marks_, ahead_);
    // From here on they are of bytes that are unpacked once more.
    std::erase_if(marks_, [this](const place_mark& one) { return one.plain > offset_; });
    for (place_mark& one : marks_) one.own = one.own && one.plain != offset_;
  }
  used_ = begin_;
  skip_ = 0;
  needed_ = 0;
  return true;
}

// Likewise where no decoder of ours is for what all of the input is packed with.
bool intake::unpack_by_library(file_archive kind, std::string_view head, batch& next) {
  if (depth_ == most_packed()) {
    refuse(next, damage::unknown_format, compressed_too_often);
    return false;
  }
  ++depth_;
  settle(next);
  marks_.clear();
  accounts_.forget_plain_bytes(next);
  source_ = as_unpacked(std::move(source_), kind, head);
  used_ = begin_;
  return true;
}

// Hands the splitter what is there; true if compressed bytes begin behind what it consumed.
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

// Has an input of other characters or line ends read as what the formats expect; `head` is read again then.
bool intake::recode(std::string_view head) {
  if (recoded_ == recoding::none) {
    recoded_ = recoding::characters;
    if (const std::optional<wide_encoding> wide = find_wide_encoding(head)) {
      source_ = as_utf8(std::move(source_), *wide, head);
      marks_.clear();
      return true;
    }
  }
  if (recoded_ == recoding::line_ends || !has_bare_returns(head)) return false;
  recoded_ = recoding::line_ends;
  source_ = with_line_feeds(std::move(source_), head);
  return true;
}

input_head intake::head_of(std::string_view front, bool whole) const {
  input_head head(name_, front, whole);
  head.scripts = options_->links.scripts;
  return head;
}

// Learns what the input is; false if it is nothing that can be read.
bool intake::recognise_input(std::string_view head, bool whole, batch& next) {
  batch_input& part = next.inputs.back();
  if (head.empty()) {
    // Nothing came of it but the fault, if there is one.
    part.not_read = accounts_.open_fault(next, name_);
    if (part.not_read) return false;
  }
  const recognised found = recognise(head_of(head, whole), options_->input, options_->text.refang);
  if (found.as == nullptr) {
    if (named_) {
      std::string what(found.passed_over);
      if (!found.converter.empty()) what.append("; ").append(found.converter);
      refuse(next, damage::unknown_format, what);
    }
    if (!named_) {
      accounts_.forget_bytes(next);
      next.counted.pass_over("file", found.passed_over);
    }
    return false;
  }
  be(found, next);
  if (head.empty()) format_word_ = "empty";
  return true;
}

void intake::be(const recognised& found, batch& next) {
  format_ = found.as;
  format_word_ = format_->word;
  if (found.at) {
    next.warnings.push_back(name_ + ": read as " + std::string(format_->word) +
                            ", though its first record stands at byte " + std::to_string(*found.at));
  }
  splitter_ = format_->make_splitter(*options_);
}

// Before the input is waited for: what is decided of it goes on. True: the batch is to be sent.
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

// By whole lines, unless the user told it. What is packed or has other characters is told by more of it.
void intake::recognise_at_pause(batch& next) {
  const std::string_view pending(next.bytes.data() + begin_, used_ - begin_);
  const bool told = options_->input.format != input_format::automatic;
  const std::string_view lines = told ? pending : pending.substr(0, pending.rfind('\n') + 1);
  if (lines.size() < compression_head_size || has_bare_returns(lines) || find_wide_encoding(lines) ||
      sniff_compression(lines.substr(0, compression_head_size)) != compression::none ||
      sniff_file_archive(lines) != file_archive::none)
    return;
  const recognised found = recognise_early(head_of(lines, false), options_->input, options_->text.refang);
  if (found.as == nullptr) return;
  early_head_ = pending;
  be(found, next);
  needed_ = 0;
  split(next, false);
}

// What was told at a pause may turn out to be something else, up to where the head of other inputs ends; from
// there on it is read as that. What was given cannot be taken back.
void intake::recognise_again(std::string_view more, bool ended, batch& next) {
  early_head_ += more;
  const bool is_whole = ended || early_head_.size() >= input_head_size;
  const std::string_view head(early_head_.data(),
                              is_whole ? early_head_.size() : early_head_.rfind('\n') + 1);
  const recognised found = recognise(head_of(head, ended), options_->input, options_->text.refang);
  if (found.as != nullptr && found.as != format_) {
    be(found, next);
    skip_ = 0;
    needed_ = 0;
  }
  if (is_whole) early_head_.clear();
}

void intake::fail_for_shortage(std::string_view name, int shortage) {
  state_ = tl::unexpected(error{error_code::cannot_read, "cannot read " + std::string(name) + ": " +
                                                             std::system_category().message(shortage)});
  inputs_.reset();
}

}  // namespace urlsieve
