// Splits a web archive (ISO 28500:2017; WARC/0.18, 1.0 and 1.1), read as one decompressed stream, into
// records.
//
// A record ends at its Content-Length if a record end is there, else where the next record begins. A length
// that is missing, absurd, too short or too long is damage::bad_record_length (or truncated_record) and costs
// no other record. Bytes that are no record are damage::bad_record_header. Records without content to read
// (warcinfo, a request without a body) are counted as skipped ("record:request"). Records too large to hold
// are damage::too_large, and are scanned for an inner record, which proves the length wrong. Large text and
// markup are delivered in windows instead.
//
// The segments of a record (ISO 28500:2017 section 7) become one document when the last segment has arrived.
// All waiting segments together take at most the size of the largest document.
//
// A response that the run skips is not read beyond its headers (skip_unread()), if a record end is at its
// Content-Length.
//
// With extract_options::whole_records, each record of any type is a slice_kind::record, also a segment.
// Records without a correct length are counted, but not delivered.
#ifndef URLSIEVE_DOCUMENTS_WARC_HPP
#define URLSIEVE_DOCUMENTS_WARC_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "src/documents/archives/archive_passage.hpp"
#include "src/documents/archives/record_windows.hpp"
#include "src/documents/archives/unheld_record.hpp"
#include "src/documents/archives/warc_record.hpp"
#include "src/documents/archives/warc_segments.hpp"
#include "src/documents/splitter.hpp"
#include "src/documents/unread_documents.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

struct input_options;

class warc_splitter final : public splitter {
 public:
  // `text`: the search options, because windows of text are cut only where no URL can be.
  explicit warc_splitter(const input_options& options, const text_search& text = {});

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

  void leave_unread(unread_documents& unread) override { unread_ = &unread; }

  // See extract_options::whole_records.
  void deliver_whole() { delivers_whole_ = true; }

  // Makes split() stop before an ARC record; by default an ARC record is junk.
  void stop_at_arc() { stops_at_arc_ = true; }
  // Returns true if the last split() stopped before an ARC record.
  [[nodiscard]] bool stopped_at_arc() const { return meets_arc_; }

 private:
  // How the body of a record is read; `nothing`: the record is only counted.
  enum class content : unsigned char { http, request, body, metadata, nothing, continuation, record };

  // Each function advances now.done and returns 0, or returns the number of bytes that it needs from now.done
  // on.
  std::size_t between_records(split_call& now);
  std::size_t read_record(split_call& now);
  std::size_t read_unbounded(split_call& now, const warc_record& record);
  std::size_t read_large(split_call& now, const warc_record& record);
  [[nodiscard]] bool may_skip_unread(const split_call& now, const warc_record& record, std::size_t end) const;
  std::optional<std::size_t> skip_unread(split_call& now, const warc_record& record, std::size_t end);
  std::size_t continue_passage(split_call& now);

  [[nodiscard]] content content_of(const warc_record& record) const;
  [[nodiscard]] std::size_t limit_of(const warc_record& record) const;
  // `record_size`: the size of a record that is not held beyond `body_end`; else 0.
  void emit(split_call& now, const warc_record& record, std::size_t body_end, std::uint64_t record_size = 0);
  void emit_slice(split_call& now, const warc_record& record, slice& record_slice) const;
  void join(split_call& now, const warc_record& record, std::size_t body_end);
  void emit_joined(split_call& now, const warc_segments::document& joined,
                   std::optional<std::uint64_t> declared_length) const;
  void flush_incomplete_segments(split_call& now, bool all);
  void emit_header(split_call& now, const warc_record& record, std::string_view head);
  bool begin_windows(const split_call& now, const warc_record& record, const record_windows::document& shown);
  void count_header(split_call& now, const warc_record& record) const;

  std::size_t max_document_;  // input_options::max_document
  text_search text_;
  archive_passage passage_;                  // the large record that is being skipped
  unheld_record unheld_;                     // of passage_, with extract_options::whole_records
  std::unique_ptr<record_windows> windows_;  // set while a large record is delivered in windows
  unread_documents* unread_ = nullptr;       // null: all documents are read
  bool in_junk_ = false;                     // in junk between records that is already counted
  bool delivers_whole_ = false;
  bool stops_at_arc_ = false;
  bool meets_arc_ = false;
  warc_segments segments_;
};

}  // namespace urlsieve

#endif
