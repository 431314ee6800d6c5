// Joins the segments of WARC records (ISO 28500:2017 section 7). The first segment has the type and headers
// of the record; the others are `continuation` records, and the last segment has the total length.
#ifndef URLSIEVE_DOCUMENTS_WARC_SEGMENTS_HPP
#define URLSIEVE_DOCUMENTS_WARC_SEGMENTS_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "src/documents/archives/warc_record.hpp"

namespace urlsieve {

class warc_segments {
 public:
  // A record with the segments that have arrived.
  struct document {
    std::shared_ptr<std::string> bytes;  // first header and all blocks; null: not read
    std::size_t header_size = 0;
    std::uint64_t offset = 0;  // of the first segment in the input
    std::uint64_t size = 0;    // of the first segment, header included
    std::string id;
    std::uint64_t segments = 1;
    std::uint64_t length = 0;  // of all blocks

    [[nodiscard]] std::size_t block_size() const { return bytes ? bytes->size() - header_size : 0; }
  };

  enum class step : std::uint8_t {
    waiting,    // for the next segment
    complete,   // take() returns the document
    orphan,     // no waiting document has this segment as next
    too_large,  // the document would exceed `most`: take() returns its earlier segments
  };

  // `most`: the limit in bytes for each document, and for all waiting documents together.
  explicit warc_segments(std::size_t most) : most_(most) {}

  // Starts a document with its first segment. `bytes`: header and block; empty if the record is not read.
  void begin(const warc_record& record, std::string_view bytes, std::uint64_t offset, std::uint64_t size);
  // Adds a continuation to its document. If the document is complete or too large, the caller must call
  // take(), which returns this document.
  [[nodiscard]] step add(const warc_record& record, std::string_view block);

  // Returns true if take() must free memory: too many documents or bytes wait, or `all` is true and any
  // document waits.
  [[nodiscard]] bool has_excess(bool all) const;
  // Removes and returns the first document. Requires: a document waits.
  [[nodiscard]] document take();

 private:
  static constexpr std::size_t most_waiting = 64;

  std::size_t most_;
  std::size_t block_bytes_ = 0;
  std::deque<document> waiting_;  // the document of the last add() first, then in order of arrival
};

}  // namespace urlsieve

#endif
