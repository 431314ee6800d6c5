// The splitter is between records, in a record, or in bytes that are skipped; each step advances or returns
// the number of bytes that it needs. Bytes near the end of the buffer decide nothing unless the input ends
// there, so the records do not depend on buffer sizes.
#include "src/documents/archives/warc.hpp"

#include <algorithm>
#include <utility>

#include "src/documents/archives/arc_record.hpp"
#include "src/documents/archives/warc_metadata.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/http/body_reader.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/documents/media_type.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t max_header = std::size_t{1} << 20;   // of a record
constexpr std::size_t held_unread = std::size_t{1} << 20;  // size limit for holding a record of another type

// Removes the two line ends that close a record from its body.
std::string_view without_separator(std::string_view body) {
  for (int lines = 0; lines < 2 && body.ends_with('\n'); ++lines) {
    body.remove_suffix(1);
    while (body.ends_with('\r')) body.remove_suffix(1);
  }
  return body;
}

// Returns true if bytes follow the header of an HTTP request.
bool is_request_with_body(std::string_view block) {
  const std::size_t feed = block.find('\n');
  if (feed == npos || !is_request_line(trimmed(block.substr(0, feed)))) return false;
  const std::string_view fields = block.substr(feed + 1);
  const header_end end = end_of_header(fields);
  return end.terminated && end.at < fields.size();
}

}  // namespace

warc_splitter::warc_splitter(const input_options& options, const text_search& text)
    : max_document_(options.max_document), text_(text), segments_(options.max_document) {}

splitter::progress warc_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                        std::string_view input, std::vector<slice>& out, stats& counted) {
  split_call now{bytes, offset, last, input, out, counted};
  const progress advance =
      passage_.split(now, [&] { return continue_passage(now); }, [&] { return between_records(now); });
  meets_arc_ = now.foreign;
  if (last && !now.packed && !now.foreign) flush_incomplete_segments(now, true);
  return advance;
}

// Called at a record, at the blank lines before a record, or at junk.
std::size_t warc_splitter::between_records(split_call& now) {
  if (now.at() == 0 && now.bytes.front() == '\xEF') {
    if (!now.has(3)) return 3;
    if (now.rest().starts_with(utf8_mark)) {
      now.damaged(damage::bad_record_header, "a byte order mark before the first record");
      now.done += 3;
      return 0;
    }
  }
  if (!in_junk_ && (now.rest().front() == '\r' || now.rest().front() == '\n')) {
    now.done = std::min(now.bytes.find_first_not_of("\r\n", now.done), now.bytes.size());
    return 0;
  }
  if (!now.has(record_lookahead)) return record_lookahead;
  if (!in_junk_ && begins_record(now.rest())) return read_record(now);
  if (!in_junk_ && archive_passage::compressed_follows(now)) {
    now.packed = true;
    return 0;
  }
  if (!in_junk_ && stops_at_arc_ && bytes::alpha.contains(now.rest().front())) {
    if (!now.has(arc_lookahead)) return arc_lookahead;
    now.foreign = read_arc_line(now.rest()).has_value();
    if (now.foreign) return 0;
  }
  if (!in_junk_) now.damaged(damage::bad_record_header, "bytes outside of any record");
  in_junk_ = true;
  const std::size_t found = find_record(now.rest(), 0);
  // Further bytes may change the meaning of bytes near the end.
  const std::size_t sure = now.last ? now.rest().size() : now.rest().size() - (record_lookahead - 1);
  if (found < sure) in_junk_ = false;
  now.done += std::min(found, sure);
  return 0;
}

std::size_t warc_splitter::read_record(split_call& now) {
  const std::string_view rest = now.rest();
  const auto [record, cut] = read_warc_header(rest.substr(0, max_header));
  if (!record) {
    if (!cut && !now.has(max_header)) return std::min(2 * rest.size(), max_header);
    const bool ends = !cut && rest.size() < max_header;
    now.damaged(ends ? damage::truncated_record : damage::bad_record_header,
                ends ? "the input ends inside a record header" : "no empty line ends the record header");
    in_junk_ = true;
    now.done += 5;  // skip the "WARC/" of this record
    return 0;
  }
  if (!record->length) return read_unbounded(now, *record);
  if (*record->length > limit_of(*record)) return read_large(now, *record);
  const std::size_t end = record->header_size + static_cast<std::size_t>(*record->length);
  // The two required line ends are sufficient proof, so a member with one record is split without further
  // bytes.
  const bool closed = end + 4 <= rest.size() && rest.substr(end, 4) == "\r\n\r\n";
  if (!closed && may_skip_unread(now, *record, end)) {
    if (const std::optional<std::size_t> needed = skip_unread(now, *record, end)) return *needed;
  }
  if (!closed && !now.has(end + record_lookahead)) return end + record_lookahead;
  if (end > rest.size() || !ends_record(rest.substr(end, record_lookahead)))
    return read_unbounded(now, *record);
  count_header(now, *record);
  emit(now, *record, end);
  now.done += end;
  return 0;
}

// Reads a record without a usable length: it ends where the next record begins.
std::size_t warc_splitter::read_unbounded(split_call& now, const warc_record& record) {
  const std::size_t reach = record.header_size + limit_of(record);
  const std::string_view rest = now.rest().substr(0, reach + record_lookahead);
  const std::size_t found = find_record(rest, record.header_size);
  if (found == npos && !now.has(reach + record_lookahead))
    return std::min(2 * now.rest().size(), reach + record_lookahead);
  // Wait for the lookahead, so that the result does not depend on buffer sizes.
  if (found != npos && !now.has(found + record_lookahead)) return found + record_lookahead;
  count_header(now, record);
  const bool to_the_end = found == npos && rest.size() <= reach;
  if (record.length && to_the_end && record.header_size + *record.length > rest.size())
    now.damaged(damage::truncated_record, "the input ends inside a record");
  else
    now.damaged(damage::bad_record_length,
                record.length ? "Content-Length is contradicted by what follows"
                              : (record.length_as_written.empty() ? "no Content-Length"
                                                                  : "Content-Length is not a number"));
  if (found == npos && !to_the_end) {
    now.damaged(damage::too_large, "a record without a usable length");
    passage_.begin(archive_passage::no_end);
    now.done += record.header_size;
    return 0;
  }
  const std::size_t end = found == npos ? rest.size() : found;
  const std::string_view body = without_separator(rest.substr(record.header_size, end - record.header_size));
  if (!delivers_whole_) emit(now, record, record.header_size + body.size());
  now.done += end;
  return 0;
}

// Returns the kind of slice for a record, by its header.
warc_splitter::content warc_splitter::content_of(const warc_record& record) const {
  if (delivers_whole_) return content::record;
  const std::string_view essence = essence_of(record.media_type);
  if (ascii::same(record.type, "request")) return content::request;
  if (ascii::same(record.type, "response") ||
      (record.type.empty() && ascii::same(essence, "application/http") &&
       record.media_type.find("request") == npos))
    return content::http;
  // A revisit contains the header of the response (ISO 28500:2017 section 6.7) and usually nothing else.
  if (ascii::same(record.type, "revisit") && ascii::same(essence, "application/http")) return content::http;
  if (ascii::same(record.type, "metadata")) return content::metadata;
  if (ascii::same(record.type, "continuation")) return content::continuation;
  if (ascii::same(record.type, "resource") || ascii::same(record.type, "conversion")) return content::body;
  return content::nothing;
}

std::size_t warc_splitter::limit_of(const warc_record& record) const {
  const content what = content_of(record);
  const bool read = what == content::record || what == content::http || what == content::request ||
                    what == content::continuation ||
                    (what == content::metadata && is_readable(record.media_type)) ||
                    (what == content::body && is_read_by_type(record.media_type, record.target));
  return read ? max_document_ : std::min(max_document_, held_unread);
}

void warc_splitter::count_header(split_call& now, const warc_record& record) const {
  if (!record.irregularity.empty()) now.damaged(damage::bad_record_header, record.irregularity);
}

void warc_splitter::emit(split_call& now, const warc_record& record, std::size_t body_end,
                         std::uint64_t record_size) {
  const content what = content_of(record);
  const bool is_segment = record.segment && record_size == 0 && what != content::record;
  if (what == content::continuation || is_segment) return join(now, record, body_end);
  const bool is_bare_revisit =
      body_end == record.header_size && ascii::same(record.type, "revisit") && what != content::record;
  if (what == content::nothing || is_bare_revisit)
    return now.counted.count_skipped("record", counted_record_type(record.type));
  slice record_slice = now.record_slice(record.header_size, body_end);
  record_slice.target = record.target;
  record_slice.media_type = record.media_type;
  record_slice.record_size = record_size != 0 ? record_size : closed_record_size(now.rest(), body_end);
  if (record_size != 0) record_slice.record_header = now.rest().substr(0, body_end);
  emit_slice(now, record, record_slice);
}

// Adds a segment of a record. Its document is delivered with the last segment.
void warc_splitter::join(split_call& now, const warc_record& record, std::size_t body_end) {
  const std::string_view all = now.rest().substr(0, body_end);
  if (content_of(record) != content::continuation) {
    const bool is_read = content_of(record) != content::nothing;
    if (!is_read) now.counted.count_skipped("record", counted_record_type(record.type));
    segments_.begin(record, is_read ? all : std::string_view(), now.at(),
                    closed_record_size(now.rest(), body_end));
    return flush_incomplete_segments(now, false);
  }
  switch (segments_.add(record, all.substr(record.header_size))) {
    case warc_segments::step::waiting:
      return flush_incomplete_segments(now, false);
    case warc_segments::step::complete:
      return emit_joined(now, segments_.take(), record.total_length);
    case warc_segments::step::orphan:
      return now.damaged(damage::truncated_record, "a continuation without its first segment");
    case warc_segments::step::too_large:
      now.damaged(damage::too_large, "a segmented record larger than the largest document");
      return emit_joined(now, segments_.take(), {});
  }
}

// Delivers incomplete segmented records: all at the end of input, otherwise those that exceed the limits.
void warc_splitter::flush_incomplete_segments(split_call& now, bool all) {
  while (segments_.has_excess(all)) {
    const warc_segments::document cut = segments_.take();
    now.counted.damaged_at(damage::truncated_record, now.input, cut.offset,
                           "later segments of a record are missing in this file");
    emit_joined(now, cut, {});
  }
}

// `declared_length`: the declared length of all blocks together.
void warc_splitter::emit_joined(split_call& now, const warc_segments::document& joined,
                                std::optional<std::uint64_t> declared_length) const {
  if (declared_length && *declared_length != joined.length)
    now.counted.damaged_at(damage::bad_record_length, now.input, joined.offset,
                           "the total length of a record's segments contradicts the last segment");
  if (!joined.bytes) return;
  const auto [record, cut] = read_warc_header(*joined.bytes);
  if (!record) return;
  slice record_slice;
  record_slice.bytes = std::string_view(*joined.bytes).substr(joined.header_size);
  record_slice.target = record->target;
  record_slice.media_type = record->media_type;
  record_slice.offset = record_slice.record = joined.offset;
  record_slice.body_offset = static_cast<std::uint32_t>(joined.header_size);
  record_slice.record_size = joined.size;
  record_slice.record_header = std::string_view(*joined.bytes).substr(0, joined.header_size);
  record_slice.header_owner = joined.bytes;
  emit_slice(now, *record, record_slice);
}

// Delivers the slice, or counts the reason why no reader accepts its document.
void warc_splitter::emit_slice(split_call& now, const warc_record& record, slice& record_slice) const {
  const content what = content_of(record);
  const metadata_content metadata = what == content::metadata
                                        ? metadata_content_of(record.media_type, record_slice.bytes)
                                        : metadata_content::other;
  if (what == content::record) {
    record_slice.kind = slice_kind::record;
    return now.out.push_back(std::move(record_slice));
  }
  if (what == content::request && !is_request_with_body(record_slice.bytes))
    return now.counted.count_skipped("record", counted_record_type(record.type));
  if (what == content::metadata && metadata == metadata_content::other)
    return now.counted.count_skipped("record", counted_record_type(record.type));
  if (metadata == metadata_content::links) {
    record_slice.kind = slice_kind::metadata;
  } else if (what == content::request || (what == content::http && holds_http(record, record_slice.bytes))) {
    record_slice.kind = slice_kind::http_message;
  } else {
    if (!may_be_read(record.media_type, record.target, record_slice.bytes))
      return now.counted.count_skipped("type", skipped_type_name(record.media_type, record_slice.bytes));
    record_slice.kind = slice_kind::body;
  }
  now.out.push_back(std::move(record_slice));
}

}  // namespace urlsieve
