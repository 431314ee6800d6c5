#include "src/pipeline/input_queue.hpp"

#include <string>
#include <system_error>
#include <utility>

#include "src/pipeline/input_parts.hpp"
#include "src/pipeline/places/place_rows.hpp"
#include "src/pipeline/shard_rows_source.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve {

input_queue::input_queue(const extract_options& options)
    : options_(options), outputs_(success_marker_policy_of(options_.on_error)) {}

result<void> input_queue::open(const std::atomic<bool>* stop, std::shared_ptr<remote_access> remote) {
  ahead_.remote = std::move(remote);
  outputs_.set({ahead_.remote, stop});
  result<std::set<file_identity>> at_stake = files_to_replace(options_.all);
  if (!at_stake) return tl::unexpected(at_stake.error());
  protected_ = std::move(*at_stake);
  input_options listed = options_.input;
  std::optional<opened_list> index;
  const bool has_index_directory = has_typed_places(listed.files_from);
  if (has_index_directory) listed.files_from.clear();
  if (!has_index_directory || !listed.paths.empty()) {
    result<listing> inputs = listing::open(listed, stop, ahead_.remote);
    if (!inputs) return tl::unexpected(inputs.error());
    index = inputs->take_index();
    inputs_ = std::make_unique<inputs_ahead>(std::move(*inputs), stop);
    inputs_->set(ahead_);
  }
  return has_index_directory || index ? open_index(std::move(index), stop) : result<void>();
}

result<void> input_queue::open_index(std::optional<opened_list> list, const std::atomic<bool>* stop) {
  result<std::unique_ptr<indexed_records>> opened =
      indexed_records::open(options_.input.files_from, std::move(list),
                            {options_.input, options_.output, options_.remote.inputs_prefix,
                             success_marker_policy_of(options_.on_error)},
                            {ahead_.remote, stop}, protected_);
  if (!opened) return tl::unexpected(opened.error());
  records_ = std::move(*opened);
  records_->set(ahead_);
  return {};
}

void input_queue::set(read_ahead ahead) {
  ahead_ = std::move(ahead);
  if (inputs_) inputs_->set(ahead_);
  if (records_) records_->set(ahead_);
}

void input_queue::pause_after(std::uint64_t stored_bytes) {
  stretch_ = stored_bytes;
  pause_at_ = stored_bytes == 0 ? 0 : stored_before_ + stored_bytes;
}

bool input_queue::pause_is_due() const {
  const bool is_between_gaps = gaps_ && !gaps_->reads_all();
  return pause_at_ != 0 && inputs_ && stored_before_ >= pause_at_ && !is_between_gaps;
}

void input_queue::note(const listed_input& listed) {
  ++inputs_listed_;
  listed_.add(words_of(listed));
}

bool input_queue::are(std::uint64_t inputs, std::string_view checksum) {
  stats counted;
  while (inputs_listed_ < inputs) {
    const std::optional<listed_input> listed = inputs_->pass(counted);
    if (!listed) return false;
    note(*listed);
  }
  return inputs_checksum() == checksum && !inputs_->pass(counted) && !inputs_->failure() &&
         counted.inputs.not_read == 0;
}

bool input_queue::next(current_input& input, batch& next) {
  while (inputs_) {
    std::optional<inputs_ahead::input> opened;
    if (gaps_) {
      if (!approach(input, next)) return false;
      next.counted.add(arriving_->counted);
      opened = std::move(std::exchange(arriving_, std::nullopt)->input);
    } else {
      opened = inputs_->next(next.counted);
    }
    input.account.pass(next.counted);
    next.take_unread_inputs();
    if (!opened) {
      if (inputs_->failure()) state_ = tl::unexpected(*inputs_->failure());
      inputs_.reset();
      break;
    }
    if (protected_.contains(opened->listed.identity) && opened->listed.regular) {
      state_ = tl::unexpected(
          error{error_code::usage,
                opened->listed.path + " cannot be replaced, because the run reads the same file"});
      inputs_.reset();
      break;
    }
    input.source = std::move(opened->source);
    input.is_part = opened->listed.part.has_value();
    if (opened->listed.directory || input.is_part || !opened->listed.output.empty()) {
      stats counted;
      open_here(opened->listed, input, counted);
      if (gaps_ && !input.source && counted.inputs.not_read != 0) {
        arriving_ = {std::move(counted), std::move(opened), false, true};
        continue;
      }
      next.counted.add(counted);
      next.take_unread_inputs();
      input.account.pass(next.counted);
    }
    note(opened->listed);
    if (gaps_) gaps_->open(words_of(opened->listed));
    if (!input.source) continue;
    if (!opened->listed.commit.empty())
      input.use_format(*find_format("public-inbox"), splitter_options_of(options_.all));
    input.name = is_remote_name(opened->listed.path) ? without_password(opened->listed.path)
                                                     : std::move(opened->listed.path);
    input.is_named = opened->listed.named;
    input.begin_part(next, false);
    return true;
  }
  return records_ && state_ && next_indexed(input, next);
}

// Opens the next file of the index as `input`. Returns false at the end, and after an error.
bool input_queue::next_indexed(current_input& input, batch& next) {
  input.source = records_->next(next.counted);
  input.account.pass(next.counted);
  next.take_unread_inputs();
  if (!input.source) {
    if (records_->failure()) state_ = tl::unexpected(*records_->failure());
    records_.reset();
    return false;
  }
  input.name = input.source->name();
  input.is_named = true;
  input.use_format(*find_format("warc"), splitter_options_of(options_.all));
  input.begin_part(next, false);
  return true;
}

bool input_queue::outgrows_gap() {
  if (!gaps_ || !gaps_->is_full(batches_)) return false;
  outgrew_gap_ = true;
  fail_as_changed();
  return true;
}

// Opens inputs that inputs_ahead leaves to its consumer, and prepares reading rows of outputs as URLs. After
// a fault, which is counted, there is no source.
void input_queue::open_here(const listed_input& listed, current_input& input, stats& counted) {
  if (listed.directory) static_cast<void>(rows_of(listed, counted));
  if (input.is_part) begin_listed_part(listed, input, counted);
  if (listed.is_parquet_part()) open_columns_part(listed, input, counted);
  if (input.source && !listed.output.empty() && !begin_rows(listed, input, counted)) input.source.reset();
}

// Returns the layout of the rows of the output directory of an input. The first call for a directory counts
// its faults, and those of the parts that the input is or has.
std::optional<url_rows> input_queue::rows_of(const listed_input& listed, stats& counted) {
  std::optional<url_rows> rows;
  const bool passed = inputs_->wait_out([&] {
    rows = outputs_.rows_of(listed.output, listed.part_name(), counted);
    return outputs_.exhaustion() == 0;
  });
  if (!passed) fail_for_exhaustion(listed.output, outputs_.exhaustion());
  return rows;
}

// Opens a part in Parquet, and counts its faults.
void input_queue::open_columns_part(const listed_input& listed, current_input& input, stats& counted) {
  if (rows_of(listed, counted)) {
    int exhaustion = 0;
    const bool passed = inputs_->wait_out([&] {
      input.source = open_shard_rows(listed.output, listed.path, outputs_.described(), outputs_.remote(),
                                     counted, exhaustion);
      return exhaustion == 0;
    });
    if (!passed) fail_for_exhaustion(listed.path, exhaustion);
  }
}

// Reads a part of an output directory as a list of URLs, without its other columns. Returns false if the
// layout of the rows is unknown.
bool input_queue::begin_rows(const listed_input& listed, current_input& input, stats& counted) {
  const input_options& chosen = options_.input;
  const bool is_list = chosen.format == input_format::urls && chosen.count_column == 0;
  if (chosen.format != input_format::automatic && !is_list) return true;
  const std::optional<url_rows> rows = rows_of(listed, counted);
  if (!rows) return false;
  if (outputs_.has_other_size(listed.part_name())) input.source = as_whole_lines(std::move(input.source));
  if (!rows->urls_alone) input.source = as_url_lines(std::move(input.source), *rows);
  splitter_options exact = splitter_options_of(options_.all);
  exact.lists_hold_text = false;
  input.use_format(*find_format("urls"), exact);
  return true;
}

// Opens a part of a file in the format of the file, without recognition.
void input_queue::begin_listed_part(const listed_input& listed, current_input& input, stats& counted) {
  opened_part part =
      open_part(listed, splitter_options_of(options_.all), ahead_, outputs_.remote().stop, counted);
  input.source = std::move(part.source);
  if (!input.source) return;
  input.offset = part.offset;
  input.use_format(*part.as, splitter_options_of(options_.all));
}

void input_queue::fail_for_exhaustion(std::string_view name, int exhaustion) {
  state_ = tl::unexpected(error{error_code::cannot_read, "cannot read " + std::string(name) + ": " +
                                                             std::system_category().message(exhaustion)});
  inputs_.reset();
}

}  // namespace urlsieve
