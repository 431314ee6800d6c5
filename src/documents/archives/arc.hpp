// Splits an ARC archive (versions 1.0 and 1.1, the predecessor of WARC) into records: a URL-record line and a
// network document.
//
// A record ends at its declared length if another record or the end of input follows there. A line end there
// is enough if no other record begins before. Otherwise the record is damage::bad_record_length (or
// truncated_record) and ends where the next record begins.
//
// A record larger than the largest document is damage::too_large, unless its declared type excludes links.
// The splitter does not hold such a record: the splitter delivers the HTTP header of a response, and scans
// the rest for another record. Bytes that are no record are damage::bad_record_header.
//
// extract_options::whole_records has the same effect as for WARC (warc.hpp).
#ifndef URLSIEVE_DOCUMENTS_ARC_HPP
#define URLSIEVE_DOCUMENTS_ARC_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/archives/arc_record.hpp"
#include "src/documents/archives/archive_passage.hpp"
#include "src/documents/archives/unheld_record.hpp"
#include "src/documents/splitter.hpp"

namespace urlsieve {

struct input_options;

class arc_splitter final : public splitter {
 public:
  explicit arc_splitter(const input_options& options);

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

  // See extract_options::whole_records.
  void deliver_whole() { delivers_whole_ = true; }

  // Makes split() stop before a WARC record; by default a WARC record is junk.
  void stop_at_warc() { stops_at_warc_ = true; }
  // Returns true if the last split() stopped before a WARC record.
  [[nodiscard]] bool stopped_at_warc() const { return meets_warc_; }

 private:
  // Each function advances now.done and returns 0, or returns the number of bytes that it needs from now.done
  // on.
  std::size_t between_records(split_call& now);
  std::size_t read_record(split_call& now, const arc_record& record);
  std::size_t read_unbounded(split_call& now, const arc_record& record);
  std::size_t read_large(split_call& now, const arc_record& record);
  std::size_t continue_passage(split_call& now);
  [[nodiscard]] std::size_t find_next(std::string_view bytes, std::size_t from) const;
  void emit_whole(split_call& now, const arc_record& record, std::size_t body_end) const;

  std::size_t max_document_;
  bool delivers_whole_ = false;
  archive_passage passage_;  // the large record or the junk that is being skipped
  unheld_record unheld_;     // of passage_, with extract_options::whole_records
  bool stops_at_warc_ = false;
  bool meets_warc_ = false;
};

}  // namespace urlsieve

#endif
