#include "src/records/capture_reader.hpp"

#include <cstddef>

#include "src/documents/archives/warc_record.hpp"
#include "src/documents/record_headers.hpp"
#include "src/pipeline/input_account.hpp"
#include "src/records/index_row.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t longest_type = 32;  // of a name in the counts, because the input controls it

// Returns the bytes of a record. Of a record that is not held whole, the slice has the headers and the front
// of the block behind.
record_bytes bytes_of(const slice& record) {
  const std::string_view headers = headers_of_record(record);
  if (record.record_header.empty()) return {headers, record.bytes};
  return {headers.substr(0, record.body_offset), headers.substr(record.body_offset), false};
}

}  // namespace

void capture_reader::read(batch& work) {
  slice_account account(work);
  for (std::size_t i = 0; i < work.slices.size(); ++i) {
    const batch_input& input = account.input_of(i);
    slice record = work.slices[i];
    const bool is_held = record.record_header.empty();
    // A record that is not held is read where it ends, because its size is known there.
    if (record.kind != slice_kind::record || (!is_held && !record.continues)) continue;
    record.continues = false;
    read_record(record, input, work);
    account.opened(record);
  }
}

void capture_reader::read_record(const slice& record, const batch_input& input, batch& work) {
  ++work.counted.documents;
  const source_head head = heads_.read(record);
  const std::string type = ascii::lowered(head.record_type.substr(0, longest_type));
  const capture_description capture = describer_.describe(bytes_of(record));
  if (capture.line.empty() && capture.fault.empty())
    return work.counted.count_skipped("record", type.empty() ? "none" : type);
  if (filter_ != nullptr) {
    const document_choice verdict = filter_->check(head, scratch_);
    work.counted.choose(verdict);
    if (verdict != document_choice::chosen) return;
  }
  if (!capture.fault.empty())
    return work.counted.damaged_at(damage::bad_record_header, input.name, record.offset, capture.fault);
  const stored_range stored = piece_of(input.marks, record.record, record.record_size, true);
  if (!stored.offset || !stored.length)
    return work.counted.damaged_at(
        damage::bad_record_length, input.name, record.offset,
        "the record has no compressed member of its own, so an index cannot name its bytes");
  const archive_name& name = names_.find(input.name);
  if (!name.unreadable.empty())
    return work.counted.damaged_at(damage::bad_record_length, input.name, record.offset,
                                   "an index cannot name the bytes of the record: " + name.unreadable);
  if (is_table_ && !fits_table(record, capture.line, stored, input, work)) return;
  has_name_below_root_ = has_name_below_root_ || name.is_below;
  work.rows.append(cdxj_line(capture.line, *stored.offset, *stored.length, name.written)).append(1, '\n');
}

// Returns true if the table can hold a row of the record; counts damage otherwise.
bool capture_reader::fits_table(const slice& record, std::string_view line, const stored_range& stored,
                                const batch_input& input, batch& work) const {
  const std::string_view timestamp = line.substr(line.find(' ') + 1, 14);
  if (!milliseconds_of(timestamp)) {
    work.counted.damaged_at(damage::bad_record_header, input.name, record.offset, "the date is no time");
    return false;
  }
  if (*stored.offset <= longest_place_in_table && *stored.length <= longest_place_in_table) return true;
  work.counted.damaged_at(damage::too_large, input.name, record.offset,
                          "the table has no offsets and lengths of 2 GiB and more: write CDXJ");
  return false;
}

}  // namespace urlsieve
