// Opens the next input: the next input of the listing, or the next member of the open archives.
#include <string>
#include <system_error>
#include <utility>

#include "src/pipeline/collection_check.hpp"
#include "src/pipeline/input_parts.hpp"
#include "src/pipeline/intake.hpp"
#include "src/pipeline/shard_rows_source.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

void intake::pause_after(std::uint64_t stored_bytes) {
  stretch_ = stored_bytes;
  pause_at_ = stored_bytes == 0 ? 0 : stored_before_ + stored_bytes;
}

bool intake::pause_is_due() const {
  const bool is_between_gaps = gaps_ && !gaps_->reads_all();
  return pause_at_ != 0 && !source_ && archives_.empty() && inputs_ && stored_before_ >= pause_at_ &&
         !is_between_gaps;
}

void intake::note(const listed_input& listed) {
  ++inputs_listed_;
  listed_.add(words_of(listed));
}

bool intake::are(std::uint64_t inputs, std::string_view checksum) {
  stats counted;
  while (inputs_listed_ < inputs) {
    const std::optional<listed_input> listed = inputs_->pass(counted);
    if (!listed) return false;
    note(*listed);
  }
  return inputs_checksum() == checksum && !inputs_->pass(counted) && !inputs_->failure() &&
         counted.inputs.not_read == 0;
}

bool intake::open_next(batch& next) {
  if (open_member(next)) return true;
  while (inputs_) {
    std::optional<inputs_ahead::input> opened;
    if (gaps_) {
      if (!approach(next)) return false;
      next.counted.add(arriving_->counted);
      opened = std::move(std::exchange(arriving_, std::nullopt)->input);
    } else {
      opened = inputs_->next(next.counted);
    }
    accounts_.pass(next);
    part_accounts::take_unread(next);
    if (!opened) {
      if (inputs_->failure()) state_ = tl::unexpected(*inputs_->failure());
      inputs_.reset();
      break;
    }
    if (protected_.contains(opened->listed.identity) && opened->listed.regular) {
      state_ = tl::unexpected(
          error{error_code::usage, opened->listed.path + " is to be replaced, but it is read, too"});
      inputs_.reset();
      break;
    }
    source_ = std::move(opened->source);
    is_part_ = opened->listed.part.has_value();
    if (opened->listed.directory || is_part_ || !opened->listed.output.empty()) {
      stats met;
      open_here(opened->listed, met);
      if (gaps_ && !source_ && met.inputs.not_read != 0) {
        arriving_ = {std::move(met), std::move(opened), false, true};
        continue;
      }
      next.counted.add(met);
      part_accounts::take_unread(next);
      accounts_.pass(next);
    }
    note(opened->listed);
    if (gaps_) gaps_->open(words_of(opened->listed));
    if (!source_) continue;
    if (!opened->listed.commit.empty()) begin_as("public-inbox");
    name_ = is_remote_name(opened->listed.path) ? without_password(opened->listed.path)
                                                : std::move(opened->listed.path);
    named_ = opened->listed.named;
    begin_part(next, false);
    return true;
  }
  return false;
}

// Opens the next member of the open archives. The verdict on an archive follows the verdicts on its members.
bool intake::open_member(batch& next) {
  while (!archives_.empty()) {
    entered& in = archives_.back();
    const std::uint64_t not_read_before = next.counted.inputs.not_read;
    source_ = in.members->next(next.counted);
    if (const member_checksums* const made = source_ ? nullptr : in.members->checksums())
      check_collection(*made, in.members->name(), next.counted);
    const damage_counts fresh = accounts_.open(next);
    for (std::size_t i = 0; i < damage_count; ++i) in.damaged[i] += fresh[i];
    // Encrypted members count as inputs of their own.
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

// Opens the current input as an archive of files behind `junk` bytes, so that its members are the next
// inputs. Returns false, because the archive itself has no more content.
bool intake::enter(file_archive kind, std::string_view head, batch& next, std::size_t junk) {
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
                                               archives_.empty() ? nullptr : archives_.back().members.get(),
                                               ahead_, junk);
  if (options_->input.verify_inputs && kind == file_archive::zip) in.members->make_checksums();
  archives_.push_back(std::move(in));
  accounts_.forget_plain_bytes(next);  // the contents of the members are counted instead
  used_ = begin_;
  forget_input();
  return true;
}

// Opens inputs that inputs_ahead leaves to the intake, and prepares reading rows of outputs as URLs. After a
// fault, which is counted, there is no source.
void intake::open_here(const listed_input& listed, stats& counted) {
  if (listed.directory) static_cast<void>(rows_of(listed.output, counted));
  if (is_part_) begin_listed_part(listed, counted);
  if (listed.is_parquet_part()) open_columns_part(listed, counted);
  if (source_ && !listed.output.empty() && !begin_rows(listed, counted)) source_.reset();
}

// Returns the layout of the rows of an output directory. The first call for a directory counts its faults.
std::optional<url_rows> intake::rows_of(const std::string& output, stats& counted) {
  std::optional<url_rows> rows;
  const bool passed = inputs_->wait_out([&] {
    rows = outputs_.rows_of(output, counted);
    return outputs_.shortage() == 0;
  });
  if (!passed) fail_for_shortage(output, outputs_.shortage());
  return rows;
}

// Opens a part in Parquet, and counts its faults.
void intake::open_columns_part(const listed_input& listed, stats& counted) {
  if (rows_of(listed.output, counted)) {
    int shortage = 0;
    const bool passed = inputs_->wait_out([&] {
      source_ = open_shard_rows(listed.output, listed.path, outputs_.described(), outputs_.remote(), counted,
                                shortage);
      return shortage == 0;
    });
    if (!passed) fail_for_shortage(listed.path, shortage);
  }
}

// Reads a part of an output directory as a list of URLs, without its other columns. Returns false if the
// layout of the rows is unknown.
bool intake::begin_rows(const listed_input& listed, stats& counted) {
  if (options_->input.format != input_format::automatic) return true;
  const std::optional<url_rows> rows = rows_of(listed.output, counted);
  if (!rows) return false;
  if (!rows->urls_alone) source_ = as_url_lines(std::move(source_), *rows);
  begin_as("urls");
  return true;
}

// Reads the input in this format, without recognition.
void intake::begin_as(std::string_view word) {
  format_ = find_format(word);
  format_word_ = format_->word;
  splitter_ = format_->make_splitter(*options_);
}

// Opens a part of a file in the format of the file, without recognition.
void intake::begin_listed_part(const listed_input& listed, stats& counted) {
  opened_part part = open_part(listed, *options_, ahead_, counted);
  source_ = std::move(part.source);
  if (!source_) return;
  offset_ = part.offset;
  begin_as(part.as->word);
}

void intake::fail_for_shortage(std::string_view name, int shortage) {
  state_ = tl::unexpected(error{error_code::cannot_read, "cannot read " + std::string(name) + ": " +
                                                             std::system_category().message(shortage)});
  inputs_.reset();
}

}  // namespace urlsieve
