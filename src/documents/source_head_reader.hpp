// Reads the head of a slice: the headers of a record, of HTTP or of a message, or the envelope of WAT.
#ifndef URLSIEVE_DOCUMENTS_SOURCE_HEAD_READER_HPP
#define URLSIEVE_DOCUMENTS_SOURCE_HEAD_READER_HPP

#include <span>
#include <string>
#include <string_view>

#include "src/documents/record_metadata_reader.hpp"
#include "src/documents/source_head.hpp"
#include "src/documents/splitter.hpp"

namespace urlsieve {

// Holds scratch memory; one object per thread.
class source_head_reader {
 public:
  // Returns the head of `part`, without decoding its body. Views are valid until the next call, or as long as
  // `part`. A line of WAT without a record has the values of its envelope.
  [[nodiscard]] source_head read(const slice& part);

 private:
  void read_message(std::string_view message, source_head& head) const;
  void read_envelope(std::string_view json, source_head& head);
  void read_member(std::span<const std::string_view> path, std::string_view text, source_head& head);

  record_metadata_reader facts_;
  std::string target_;
  std::string date_;
  std::string type_;
  std::string written_type_;
};

}  // namespace urlsieve

#endif
