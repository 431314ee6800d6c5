// Splits a web archive into its records (ISO 28500:2017; WARC/0.18, 1.0 and 1.1), as one decompressed stream.
//
// A record ends where its Content-Length says, if a record's end is to be seen there; else at the next place
// where a record begins. So a length that is missing, absurd, too short or too long costs no other record.
// Records of no interest are counted by type; those too large to hold go by in pieces, watched for a record
// that begins inside them, which tells that their length lied. Text and markup of that size are given in
// windows.
//
// The segments of a record (ISO 28500:2017 section 7) become one document when the last of them came.
// Segments that wait take no more than the largest document together.
#ifndef URLSIEVE_DOCUMENTS_WARC_HPP
#define URLSIEVE_DOCUMENTS_WARC_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/archives/archive_passage.hpp"
#include "src/documents/archives/warc_record.hpp"
#include "src/documents/archives/warc_segments.hpp"
#include "src/documents/lines/markup_windows.hpp"
#include "src/documents/lines/plain_text.hpp"
#include "src/documents/splitter.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class warc_splitter final : public splitter {
 public:
  // `text`: how URLs are looked for, as windows of text are cut where none can stand.
  explicit warc_splitter(const input_options& options, const text_search& text = {});

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

  // Has split() stop where an ARC record follows; else such a record is junk.
  void stop_at_arc() { stops_at_arc_ = true; }
  // Whether the last split() stopped there.
  [[nodiscard]] bool meets_arc() const { return meets_arc_; }

 private:
  enum class content : unsigned char { http, whole, metadata, nothing, continuation };

  // Each makes some progress and returns 0, or returns how many bytes from now.done on it needs.
  std::size_t between_records(split_call& now);
  std::size_t read_record(split_call& now);
  std::size_t read_unbounded(split_call& now, const warc_record& record);
  std::size_t read_large(split_call& now, const warc_record& record);
  std::size_t let_pass(split_call& now);
  std::size_t emit_windows(split_call& now, std::size_t end, bool ends);

  [[nodiscard]] content content_of(const warc_record& record) const;
  [[nodiscard]] std::size_t limit_of(const warc_record& record) const;
  // `record_size`: of the record, if more of it than its body's end is not held; else 0.
  void emit(split_call& now, const warc_record& record, std::size_t body_end, std::uint64_t record_size = 0);
  void give(split_call& now, const warc_record& record, slice& made) const;
  void join(split_call& now, const warc_record& record, std::size_t body_end);
  void give_joined(split_call& now, const warc_segments::document& joined,
                   std::optional<std::uint64_t> told) const;
  void give_cut_segments(split_call& now, bool all);
  void emit_header(split_call& now, const warc_record& record, std::string_view head);
  bool begin_windows(const split_call& now, const warc_record& record, media type,
                     std::string_view media_type, std::string_view location, std::size_t skipped);
  void count_header(split_call& now, const warc_record& record) const;

  // How a document too large to hold is given.
  struct windows {
    std::unique_ptr<splitter> cutter;
    std::size_t skipped;                      // bytes before the document: the HTTP header
    std::shared_ptr<const std::string> kept;  // null: the cutter's slices say themselves what they are of
    std::size_t target_size;                  // what of `kept` is the target, and
    std::size_t type_size;                    // the media type behind it; the rest is the location
    std::uint64_t record;                     // where it begins, and
    std::uint64_t record_size;                // how large it says it is
    std::shared_ptr<const std::string> record_header;
  };

  input_options options_;
  text_search text_;
  archive_passage passage_;         // of a record that is not held
  std::optional<windows> windows_;  // while it is given in windows
  bool in_junk_ = false;            // between records, in bytes that are none and were counted
  bool stops_at_arc_ = false;
  bool meets_arc_ = false;
  warc_segments segments_;
};

}  // namespace urlsieve

#endif
