// The segments of WARC records (ISO 28500:2017 section 7): the first has the record's type and headers, those
// behind it are `continuation` records, and the last one says how long the whole is.
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
  // A record as far as its segments came.
  struct document {
    std::shared_ptr<std::string> bytes;  // the first record's header, and the blocks of all segments; null:
                                         // the record is of no interest
    std::size_t header_size = 0;
    std::uint64_t offset = 0;  // of the first record in the input
    std::uint64_t size = 0;    // of the first record
    std::string id;
    std::uint64_t segments = 1;
    std::uint64_t length = 0;  // of all blocks

    [[nodiscard]] std::size_t held() const { return bytes ? bytes->size() - header_size : 0; }
  };

  enum class step : std::uint8_t {
    waiting,    // for the next segment
    complete,   // take() gives the document
    orphan,     // no document waits for this segment
    too_large,  // the document is larger than `most`: take() gives what came before
  };

  // `most`: bytes that all documents that wait may have, and each of them.
  explicit warc_segments(std::size_t most) : most_(most) {}

  // `record` is a first segment; `bytes` are its header and block, empty if it is of no interest.
  void begin(const warc_record& record, std::string_view bytes, std::uint64_t offset, std::uint64_t size);
  [[nodiscard]] step add(const warc_record& record, std::string_view block);

  // Whether a document must give its place to others, or `all` must: take() gives the oldest.
  [[nodiscard]] bool has_excess(bool all) const;
  [[nodiscard]] document take();

 private:
  static constexpr std::size_t most_waiting = 64;

  std::size_t most_;
  std::size_t held_ = 0;
  std::deque<document> waiting_;  // the one to be taken first
};

}  // namespace urlsieve

#endif
