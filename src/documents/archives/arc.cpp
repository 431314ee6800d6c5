// A length counts only if a record or the end of input follows. Otherwise the record ends at the next
// URL-record line, which needs a URL, an address and a date, so prose does not match.
#include "src/documents/archives/arc.hpp"

#include <algorithm>

#include "src/documents/archives/warc_record.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/http/body_reader.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/documents/media_type.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t arc_large_peek = std::size_t{64} << 10;  // bytes examined of a record not held

bool begins_with_line_end(std::string_view bytes) {
  return bytes.starts_with('\n') || bytes.starts_with("\r\n");
}

// Returns true if only line ends precede the end of input or the next record.
bool before_record(std::string_view bytes) {
  const std::size_t at = bytes.find_first_not_of("\r\n");
  return at == npos || read_arc_line(bytes.substr(at)) || begins_record(bytes.substr(at));
}

// Returns the offset of a record line behind other bytes in the first line of `bytes`; npos if there is none.
// The rest of a broken compressed member may precede a record without a line end.
std::size_t find_record_in_line(std::string_view bytes) {
  constexpr std::size_t longest_scheme = 16;
  const std::string_view line = bytes.substr(0, std::min(bytes.find('\n'), arc_lookahead));
  for (std::size_t colon = line.find("://"); colon != npos; colon = line.find("://", colon + 1)) {
    std::size_t begin = colon;
    while (begin > 0 && colon - begin < longest_scheme && bytes::alpha.contains(line[begin - 1])) --begin;
    for (; begin < colon; ++begin)
      if (begin != 0 && read_arc_line(bytes.substr(begin))) return begin;
  }
  return npos;
}

// Returns true if the document is an HTTP response. Some writers omit its header.
bool is_http(const arc_record& record, std::string_view body) {
  if (ascii::begins(body, "http/") || ascii::begins(body, "icy ")) return true;
  if (!ascii::begins(record.target, "http:") && !ascii::begins(record.target, "https:")) return false;
  const std::size_t colon = body.substr(0, body.find('\n')).find(':');
  return colon != npos && colon != 0 && body.substr(0, colon).find_first_of(" \t<>\"'(){}/") == npos;
}

// Returns the size of the line end at the start of `bytes`.
std::size_t line_end_size(std::string_view bytes) {
  return bytes.starts_with('\n') ? 1 : bytes.starts_with("\r\n") ? 2 : 0;
}

// Delivers the record at now.done. `record_size`: the size of a record that is not held whole; else 0.
void emit(split_call& now, const arc_record& record, std::size_t body_end, std::uint64_t record_size = 0) {
  if (ascii::begins(record.target, "filedesc:")) return now.counted.count_skipped("record", "filedesc");
  slice record_slice = now.record_slice(record.line_size, body_end);
  record_slice.target = record.target;
  record_slice.media_type = record.media_type;
  record_slice.record_size =
      record_size != 0 ? record_size : body_end + line_end_size(now.rest().substr(body_end, 2));
  if (record_size != 0) record_slice.record_header = now.rest().substr(0, record.line_size);
  if (is_http(record, record_slice.bytes)) {
    record_slice.kind = slice_kind::http_message;
  } else {
    if (!may_be_read(record.media_type, record.target, record_slice.bytes))
      return now.counted.count_skipped("type", skipped_type_name(record.media_type, record_slice.bytes));
    record_slice.kind = slice_kind::body;
  }
  now.out.push_back(record_slice);
}

}  // namespace

arc_splitter::arc_splitter(const input_options& options) : max_document_(options.max_document) {}

// Returns the offset of the next record behind `from`; npos if there is none.
std::size_t arc_splitter::find_next(std::string_view bytes, std::size_t from) const {
  const std::size_t found = find_arc_record(bytes, from);
  return stops_at_warc_ ? std::min(found, find_record(bytes.substr(0, found), from + 1)) : found;
}

splitter::progress arc_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                       std::string_view input, std::vector<slice>& out, stats& counted) {
  split_call now{bytes, offset, last, input, out, counted};
  const progress advance =
      passage_.split(now, [&] { return continue_passage(now); }, [&] { return between_records(now); });
  meets_warc_ = now.foreign;
  return advance;
}

// Delivers the record at now.done unopened.
void arc_splitter::emit_whole(split_call& now, const arc_record& record, std::size_t body_end) const {
  slice whole = now.record_slice(record.line_size, body_end);
  whole.kind = slice_kind::record;
  whole.target = record.target;
  whole.media_type = record.media_type;
  whole.record_size = body_end + line_end_size(now.rest().substr(body_end, 2));
  now.out.push_back(std::move(whole));
}

// Called at a record, at the line ends before a record, or at junk.
std::size_t arc_splitter::between_records(split_call& now) {
  if (now.rest().front() == '\r' || now.rest().front() == '\n') {
    now.done = std::min(now.bytes.find_first_not_of("\r\n", now.done), now.bytes.size());
    return 0;
  }
  if (!now.has(arc_lookahead)) return arc_lookahead;
  if (const auto record = read_arc_line(now.rest())) return read_record(now, *record);
  if (stops_at_warc_ && begins_record(now.rest())) {
    now.foreign = true;
    return 0;
  }
  if (archive_passage::compressed_follows(now)) {
    now.packed = true;
    return 0;
  }
  now.damaged(damage::bad_record_header, "bytes outside of any record");
  if (const std::size_t record = find_record_in_line(now.rest()); record != npos)
    now.done += record;
  else
    passage_.begin(archive_passage::no_end);
  return 0;
}

std::size_t arc_splitter::read_record(split_call& now, const arc_record& record) {
  if (!record.length) return read_unbounded(now, record);
  if (*record.length > max_document_) return read_large(now, record);
  const std::size_t end = record.line_size + static_cast<std::size_t>(*record.length);
  if (!now.has(end + arc_lookahead)) return end + arc_lookahead;
  const std::string_view rest = now.rest();
  if (end > rest.size()) return read_unbounded(now, record);
  const std::string_view behind = rest.substr(end, arc_lookahead);
  if (!before_record(behind) &&
      (!begins_with_line_end(behind) || find_arc_record(rest.substr(0, end), record.line_size - 1) != npos))
    return read_unbounded(now, record);
  if (delivers_whole_)
    emit_whole(now, record, end);
  else
    emit(now, record, end);
  now.done += end;
  return 0;
}

// Reads a record without a usable length: it ends where the next record begins.
std::size_t arc_splitter::read_unbounded(split_call& now, const arc_record& record) {
  const std::size_t reach = record.line_size + max_document_;
  const std::string_view rest = now.rest().substr(0, reach + arc_lookahead);
  std::size_t found = find_next(rest, record.line_size - 1);
  if (found == npos && !now.has(reach + arc_lookahead))
    return std::min(2 * now.rest().size(), reach + arc_lookahead);
  if (found > reach) found = npos;
  const bool to_the_end = found == npos && rest.size() <= reach;
  if (record.length && to_the_end && record.line_size + *record.length > rest.size())
    now.damaged(damage::truncated_record, "the input ends inside a record");
  else
    now.damaged(damage::bad_record_length,
                record.length ? "the length is contradicted by what follows" : "the length is not a number");
  if (found == npos && !to_the_end) {
    now.damaged(damage::too_large, "a record without a usable length");
    passage_.begin(archive_passage::no_end);
    now.done += record.line_size - 1;
    return 0;
  }
  const std::size_t end = found == npos ? rest.size() : found;
  const std::string_view body = without_line_end(rest.substr(record.line_size, end - record.line_size));
  if (!delivers_whole_) emit(now, record, record.line_size + body.size());
  now.done += end;
  return 0;
}

// Reads a record that is too large to hold, unless its declared length is wrong.
std::size_t arc_splitter::read_large(split_call& now, const arc_record& record) {
  const std::size_t reach = record.line_size + max_document_;
  if (!now.has(reach + arc_lookahead)) return reach + arc_lookahead;
  const std::string_view rest = now.rest();
  const std::size_t next = find_arc_record(rest.substr(0, reach + arc_lookahead), record.line_size - 1);
  if (next <= reach || rest.size() <= reach) return read_unbounded(now, record);
  const std::size_t seen = std::min(record.line_size + std::min(arc_large_peek, max_document_), rest.size());
  const std::string_view head = rest.substr(record.line_size, seen - record.line_size);
  if (delivers_whole_) {
    now.out.push_back(unheld_.begin(now, record.target, record.line_size, head.size(),
                                    record.line_size + *record.length + 1));
    passage_.begin(now.at(record.line_size) + *record.length);
    now.done += record.line_size - 1;
    return 0;
  }
  std::string_view type = record.media_type;
  if (is_http(record, head)) {
    // Deliver the references of the header, and count the record by its declared type if no finder reads it.
    const std::size_t final = final_response_at(head);
    header_fields fields(head.substr(final));
    for (header_field field; fields.next(field);)
      if (ascii::same(field.name, "content-type")) type = field.value;
    emit(now, record, record.line_size + final + fields.end(), record.line_size + *record.length + 1);
  } else if (is_foreign(type)) {
    now.counted.count_skipped("type", skipped_type_name(type, head));
  }
  if (!is_foreign(type)) now.damaged(damage::too_large, "a record larger than the largest document");
  passage_.begin(now.at(record.line_size) + *record.length);
  now.done += record.line_size - 1;
  return 0;
}

// Skips bytes that are not held, up to their end or to an earlier record. Keeps the last searched byte,
// because a record begins behind a line feed.
std::size_t arc_splitter::continue_passage(split_call& now) {
  const std::string_view rest = now.rest();
  const std::size_t sure = now.last                       ? rest.size()
                           : rest.size() >= arc_lookahead ? rest.size() - arc_lookahead
                                                          : 0;
  const std::size_t found = passage_.has_end() ? find_arc_record(rest, 0) : find_next(rest, 0);
  const auto [size, ends] = passage_.next(now, found, sure);
  if (size == 0 && !ends) return arc_lookahead + 1;
  now.done += size;
  if (!ends) return 0;
  const std::string_view behind = now.rest().substr(0, arc_lookahead);
  if (unheld_.is_open() && passage_.is_at_end(now) && (before_record(behind) || begins_with_line_end(behind)))
    now.out.push_back(unheld_.end(now, line_end_size(now.rest().substr(0, 2))));
  unheld_.forget();
  passage_.end(now);
  return 0;
}

}  // namespace urlsieve
