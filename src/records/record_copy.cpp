#include "src/records/record_copy.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "src/records/record_payload.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view record_end = "\r\n\r\n";

// Appends `plain`, compressed as one member, to `out`.
void compress_member(encoder& packer, std::string_view plain, std::string& out) {
  std::size_t done = 0;
  for (encode_step step; !step.finished; done += step.consumed) {
    const std::size_t used = out.size();
    out.resize(used + std::max<std::size_t>(plain.size() - done, std::size_t{4} << 10U));
    step = packer.encode(std::span(plain).subspan(done), std::span(out).subspan(used), true);
    out.resize(used + step.produced);
  }
}

}  // namespace

copied_record record_copier::copy(fetched_record&& fetched) {
  copied_record copied;
  copied.input = fetched.input;
  copied.stored_offset = fetched.offset;
  const input_place place{fetched.offset, std::nullopt};
  if (fetched.count != 0) {
    const std::string words =
        fetched.count == 1 ? " (1 record)" : " (" + std::to_string(fetched.count) + " records)";
    copied.counted.damaged_in(fetched.fault->reason, *fetched.input, {}, fetched.fault->why + words);
    copied.counted.damaged[static_cast<std::size_t>(fetched.fault->reason)] += fetched.count - 1;
    return copied;
  }
  if (fetched.fault) {
    copied.counted.damaged_in(fetched.fault->reason, *fetched.input, place, fetched.fault->why);
    return copied;
  }
  const stored_record record = read_longest(fetched, reader_);
  copied.stored_size = fetched.bytes.size();
  if (record.fault) {
    copied.counted.damaged_in(record.fault->reason, *fetched.input, place, record.fault->why);
    return copied;
  }
  scratch_.clear();
  const digest_check digests = check_digests(record.header(), record.block(), scratch_);
  if (digests.verdict == digest_verdict::differs)
    copied.counted.damaged_in(damage::wrong_checksum, *fetched.input, place, digests.detail);
  copied.is_verified = digests.verdict == digest_verdict::matches;
  copied.is_copied = true;
  if (form_.is_indexed) {
    capture_description capture = captures_.describe({record.header(), record.block()});
    copied.description = std::move(capture.line);
    if (!capture.fault.empty())
      copied.counted.damaged_in(damage::bad_record_header, *copied.input, place,
                                std::string(capture.fault) + ", so the index has no line of the record");
  }
  if (form_.written == copy_form::content::payloads)
    write_payload(record, fetched, copied);
  else if (form_.written == copy_form::content::records)
    write_record(record, std::move(fetched.bytes), copied);
  return copied;
}

void record_copier::write_payload(const stored_record& record, const fetched_record& fetched,
                                  copied_record& copied) {
  scratch_.clear();
  expansion_bound bound;
  bound.max_size = form_.limit.most;
  const decoded_payload payload =
      decode_payload(find_payload(record.header(), record.block()), content_, bound, scratch_);
  if (!payload.fault.empty())
    copied.counted.damaged_in(damage::bad_content_encoding, *fetched.input, {fetched.offset, std::nullopt},
                              payload.fault);
  copied.bytes = payload.bytes;
}

void record_copier::write_record(const stored_record& record, std::string&& stored, copied_record& copied) {
  const bool is_closed = record.line_ends().size() >= record_end.size();
  const bool is_kept = record.packing == form_.packing && !record.needs_dictionary;
  copied.is_recompressed = !is_kept;
  if (is_kept && (is_closed || form_.packing != compression::none)) {
    copied.bytes = std::move(stored);
    return;
  }
  std::string_view plain = record.bytes;
  if (!is_closed) {
    // The last record of an uncompressed archive may lack its line ends, or a range may cut them.
    std::string closed;
    closed.reserve(plain.size() + record_end.size());
    closed.append(record.header()).append(record.block()).append(record_end);
    stored = std::move(closed);
    plain = stored;
  }
  if (form_.packing == compression::none) {
    copied.bytes = is_closed ? std::string(plain) : std::move(stored);
    return;
  }
  if (!encoder_) encoder_ = make_encoder(form_.packing);
  compress_member(*encoder_, plain, copied.bytes);
}

}  // namespace urlsieve
