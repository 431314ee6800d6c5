#include "src/pipeline/current_input.hpp"

#include <algorithm>
#include <cstddef>

#include "src/input/stored_range.hpp"

namespace urlsieve {
namespace {

bool is_lines(const slice& part) {
  return part.kind == slice_kind::json_lines ||
         (part.kind == slice_kind::whole && part.record_size == 0 && is_read_by_line(part.type));
}

}  // namespace

void slice_places::note(std::span<slice> slices, std::string_view pending, std::size_t consumed,
                        std::uint64_t offset) {
  if (!slices.empty()) {
    record_ = slices.back().record;
    record_end_ = slices.back().record_header.empty() ? 0 : record_ + slices.back().record_size;
  }
  if (!counts_lines_) return;
  std::size_t counted = 0;
  const auto count_to = [&](std::size_t end) {
    if (end <= counted || end > pending.size()) return;
    const std::string_view more = pending.substr(counted, end - counted);
    lines_ += static_cast<std::uint64_t>(std::count(more.begin(), more.end(), '\n'));
    counted = end;
  };
  for (slice& part : slices) {
    count_to(static_cast<std::size_t>(part.offset + part.body_offset - offset));
    if (is_lines(part)) part.line = lines_ + 1;
  }
  count_to(consumed);
}

void current_input::use_format(const format& known, const splitter_options& options) {
  as = &known;
  format_word = known.word;
  lists_hold_text = options.lists_hold_text;
  cutter = known.make_splitter(options);
}

void current_input::restart_splitter(const splitter_options& options) {
  skip = 0;
  needed = 0;
  if (cutter->spans_gaps()) return;
  splitter_options behind_gap = options;
  behind_gap.lists_hold_text = lists_hold_text;
  cutter = as->make_splitter(behind_gap);
}

std::size_t current_input::next_read(std::size_t pending, std::size_t usual) {
  const std::size_t size = std::max(most_read, needed - std::min(needed, pending));
  if (most_read != unlimited) most_read = most_read < usual ? 2 * most_read : unlimited;
  return size;
}

void current_input::begin_part(batch& next, bool continues) {
  batch_input& part = next.inputs.emplace_back();
  part.name = name;
  if (source) part.retrieved_from = source->retrieved_from();
  part.first_slice = next.slices.size();
  part.continues = continues;
  part.is_part = is_part;
  part.is_member = is_member;
  bytes_before = next.counted.bytes;
  bytes_read_before = next.counted.bytes_read;
  forget_before(marks, continues ? places.needed_from(offset) : offset);
}

void current_input::settle(batch& next) {
  if (!source || next.inputs.empty()) return account.pass(next.counted);
  source->take_marks(marks);
  batch_input& part = next.inputs.back();
  part.marks = marks;
  if (as != nullptr) part.format = format_word;
  for (damage_example& example : account.take_examples(next.counted)) locate(example.place, marks);
  account.settle(next.counted, part.counts);
}

void current_input::refuse(batch& next, damage why, std::string_view detail) {
  forget_bytes(next);
  next.counted.damaged_in(why, name, {}, detail);
  next.inputs.back().not_read = unread_input{name, why, std::string(detail)};
}

void current_input::warn_of_late_start(std::string_view word, std::size_t at, batch& next) const {
  next.warnings.push_back(name + ": read as " + std::string(word) +
                          ", although its first record begins at byte " + std::to_string(at));
}

void current_input::forget() {
  marks.clear();
  source.reset();
  as = nullptr;
  gaps_in_head.clear();
  early_head.clear();
  last_recoding = recoding::none;
  is_named_archive_checked = false;
  is_decoded = false;
  is_part = false;
  is_member = false;
  depth = 0;
  cutter.reset();
  offset = skip = 0;
  places.restart();
  needed = 0;
  most_read = unlimited;
}

}  // namespace urlsieve
