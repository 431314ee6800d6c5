// The part of warc_splitter for records that are not held: responses that the run skips, and records that are
// too large.
#include <algorithm>

#include "src/codec/content_encoding.hpp"
#include "src/documents/archives/warc.hpp"
#include "src/documents/archives/warc_metadata.hpp"
#include "src/documents/header_fields.hpp"
#include "src/documents/http/status_line.hpp"
#include "src/documents/media_type.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t warc_large_peek = std::size_t{64} << 10;  // bytes examined of a record not held

bool is_coded(std::string_view coding, std::string_view body) {
  const std::string_view outermost = trimmed(coding.substr(coding.rfind(',') + 1));
  return !outermost.empty() && !ascii::same(outermost, "identity") &&
         content_decoder::plausible(outermost, body);
}

// Returns true if `body` begins with a chunk size and its line end (RFC 9112 section 7.1).
bool begins_with_chunk(std::string_view body) {
  const std::string_view line = body.substr(0, std::min(body.find('\n'), body.size()));
  const std::size_t digits = std::min(line.find_first_not_of("0123456789ABCDEFabcdef"), line.size());
  return digits != 0 && digits <= 16 &&
         (digits == line.size() || std::string_view("; \t\r").find(line[digits]) != npos);
}

}  // namespace

// Returns true if the record is a response of which a part is not read yet, and which is a document of its
// own.
bool warc_splitter::may_skip_unread(const split_call& now, const warc_record& record, std::size_t end) const {
  return unread_ != nullptr && !now.last && end > now.rest().size() && !delivers_whole_ && !record.segment &&
         !record.target.empty() && content_of(record) == content::http;
}

// Passes over a response that ends at `end` if the run skips it. Whether the record ends there is decided by
// the same bytes as for a record that is held. Returns 0 if now.done was advanced, the number of bytes needed
// to decide, or nullopt if the response is to be held.
std::optional<std::size_t> warc_splitter::skip_unread(split_call& now, const warc_record& record,
                                                      std::size_t end) {
  const std::string_view block = now.rest().substr(record.header_size);
  const std::size_t final = final_response_at(block);
  const header_end end_of_http = end_of_header(block.substr(final));
  if (!end_of_http.terminated && block.size() < warc_large_peek) return std::min(2 * now.rest().size(), end);
  const std::string_view first = block.substr(final, block.find('\n', final) - final);
  const bool may_be_interim = status_code(first) / 100 == 1;
  if (!end_of_http.terminated || may_be_interim || !holds_http(record, block)) return std::nullopt;
  // With the last byte of the block, so that an input that ends before the record shows no byte.
  const std::string_view last_byte = unread_->look_at(now.at(end - 1), 1 + record_lookahead);
  if (last_byte.empty() || !ends_record(last_byte.substr(1))) return std::nullopt;
  slice head = now.record_slice(record.header_size, record.header_size + final + end_of_http.at);
  head.kind = slice_kind::http_message;
  head.target = record.target;
  head.media_type = record.media_type;
  head.record_size = end;
  if (!unread_->skips(head, now.counted)) return std::nullopt;
  count_header(now, record);
  now.done += end;
  return 0;
}

// Reads a record that is too large to hold, unless its declared length is wrong.
std::size_t warc_splitter::read_large(split_call& now, const warc_record& record) {
  const std::size_t reach = record.header_size + limit_of(record);
  if (!now.has(reach + record_lookahead)) return reach + record_lookahead;
  const std::size_t next = find_record(now.rest().substr(0, reach + record_lookahead), record.header_size);
  if (next <= reach || now.rest().size() <= reach) return read_unbounded(now, record);
  const auto seen = static_cast<std::size_t>(std::min<std::uint64_t>(*record.length, warc_large_peek));
  if (!now.has(record.header_size + seen)) return record.header_size + seen;
  count_header(now, record);
  const std::string_view head = now.rest().substr(record.header_size, seen);
  const content what = content_of(record);
  const metadata_content metadata =
      what == content::metadata ? metadata_content_of(record.media_type, head) : metadata_content::other;
  if (what == content::record) {
    now.out.push_back(
        unheld_.begin(now, record.target, record.header_size, seen, record.header_size + *record.length + 4));
  } else if (what == content::nothing || (what == content::metadata && metadata == metadata_content::other)) {
    now.counted.count_skipped("record", counted_record_type(record.type));
  } else if (metadata == metadata_content::links) {
    now.damaged(damage::too_large, "a metadata record larger than the largest document");
  } else if (what == content::request) {
    now.damaged(damage::too_large, "a request larger than the largest document");
  } else if (what == content::continuation) {
    now.damaged(damage::too_large, "a segment larger than the largest document");
  } else if (what == content::http && holds_http(record, head)) {
    emit_header(now, record, head);
  } else if (const auto type = media_of(record.media_type, head); !type) {
    now.counted.count_skipped("type", skipped_type_name(record.media_type, head));
  } else if (!begin_windows(now, record, {*type, record.media_type, {}, 0})) {
    now.damaged(damage::too_large, "a record larger than the largest document");
  }
  passage_.begin(now.at(record.header_size) + *record.length);
  now.done += record.header_size;
  return 0;
}

// Delivers the HTTP header of a response that is not held: it may hold references, and its type names the
// response in the counts. The body is delivered in windows if it is stored decoded, as in many archives whose
// headers declare a coding.
void warc_splitter::emit_header(split_call& now, const warc_record& record, std::string_view head) {
  const std::size_t final = final_response_at(head);
  header_fields fields(head.substr(final));
  std::string_view type;
  std::string_view coding;
  std::string_view location;
  bool chunked = false;
  for (header_field field; fields.next(field);) {
    if (ascii::same(field.name, "content-type")) type = field.value;
    if (ascii::same(field.name, "content-encoding")) coding = field.value;
    if (ascii::same(field.name, "content-location") && location.empty()) location = field.value;
    chunked = chunked || ascii::same(field.name, "transfer-encoding");
  }
  const std::size_t body_at = final + fields.end();
  const std::string_view body = head.substr(body_at);
  const auto shown = media_of(type, body);
  const bool coded = is_coded(coding, body) || (chunked && begins_with_chunk(body));
  const bool windowed =
      fields.terminated() && !coded && shown && begin_windows(now, record, {*shown, type, location, body_at});
  if (!windowed) {
    const bool known = fields.terminated() && !coded;
    if (known ? shown.has_value() : !is_foreign(type)) {
      now.damaged(damage::too_large, "a response larger than the largest document");
    } else if (!is_foreign(type)) {
      now.counted.count_skipped("type", skipped_type_name(type, body));
    }
  }
  if (fields.terminated())
    emit(now, record, record.header_size + body_at, record.header_size + *record.length + 4);
}

// Starts to deliver a large document in windows; returns false if its type has no windows.
bool warc_splitter::begin_windows(const split_call& now, const warc_record& record,
                                  const record_windows::document& shown) {
  windows_ = record_windows::begin(now, record, shown, max_document_, text_);
  return windows_ != nullptr;
}

// Skips a record that is not held, up to its end or to an earlier record.
std::size_t warc_splitter::continue_passage(split_call& now) {
  const std::string_view rest = now.rest();
  // Further bytes may change the meaning of bytes near the end.
  const std::size_t sure = now.last                          ? rest.size()
                           : rest.size() >= record_lookahead ? rest.size() - (record_lookahead - 1)
                                                             : 0;
  const auto [size, ends] = passage_.next(now, find_record(rest, 0), sure);
  if (size == 0 && !ends) return record_lookahead;
  if (ends && unheld_.is_open() && !now.has(size + record_lookahead)) return size + record_lookahead;
  if (windows_) {
    const std::size_t needed = windows_->emit(now, size, ends || now.last);
    if (needed != 0) return needed;
  } else {
    now.done += size;
  }
  if (!ends) return 0;
  if (unheld_.is_open() && passage_.is_at_end(now) && ends_record(now.rest().substr(0, record_lookahead)))
    now.out.push_back(unheld_.end(now, closed_record_size(now.rest(), 0)));
  unheld_.forget();
  passage_.end(now);
  windows_.reset();
  return 0;
}

}  // namespace urlsieve
