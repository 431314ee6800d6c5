// Splits an ARC archive (versions 1.0 and 1.1, the format before WARC) into its records: the line of each,
// and the network document behind it.
//
// A record ends where its length says, unless what follows there is no record and one begins before, or no
// line ends there; then it ends at the next place where a record begins. Records larger than the largest
// document go by in pieces, watched for a record that begins inside them; of a response its header is given.
#ifndef URLSIEVE_DOCUMENTS_ARC_HPP
#define URLSIEVE_DOCUMENTS_ARC_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/archives/arc_record.hpp"
#include "src/documents/archives/archive_passage.hpp"
#include "src/documents/splitter.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class arc_splitter final : public splitter {
 public:
  explicit arc_splitter(const input_options& options) : max_document_(options.max_document) {}

  progress split(std::string_view bytes, std::uint64_t offset, bool last, std::string_view input,
                 std::vector<slice>& out, stats& counted) override;

  // Has split() stop where a WARC record follows; else such a record is junk.
  void stop_at_warc() { stops_at_warc_ = true; }
  // Whether the last split() stopped there.
  [[nodiscard]] bool meets_warc() const { return meets_warc_; }

 private:
  // Each makes some progress and returns 0, or returns how many bytes from now.done on it needs.
  std::size_t between_records(split_call& now);
  std::size_t read_record(split_call& now, const arc_record& record);
  std::size_t read_unbounded(split_call& now, const arc_record& record);
  std::size_t read_large(split_call& now, const arc_record& record);
  std::size_t let_pass(split_call& now);
  [[nodiscard]] std::size_t find_next(std::string_view bytes, std::size_t from) const;

  std::size_t max_document_;
  archive_passage passage_;  // of a record that is not held, or of bytes that are none
  bool stops_at_warc_ = false;
  bool meets_warc_ = false;
};

}  // namespace urlsieve

#endif
