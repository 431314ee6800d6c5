// Memory for documents much larger than a batch: a page of nothing but links takes many times its size while
// its links are found and judged. So each reserves what it may take before it enters the flow; one that finds
// too little left waits until the flow has run dry, and one that takes more than the share goes through it
// alone, its URLs handed over a piece at a time. The document itself is held whole, packed and unpacked; so
// none is larger than a share of memory, whatever --max-document says.
#ifndef URLSIEVE_PIPELINE_LARGE_DOCUMENTS_HPP
#define URLSIEVE_PIPELINE_LARGE_DOCUMENTS_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "src/documents/splitter.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/resources.hpp"
#include "src/text/ascii.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class large_documents {
 public:
  explicit large_documents(const extract_options& options)
      : ordinary_(2 * options.batch_bytes), share_(memory_or_half(options.output.memory) / part_of_memory) {}

  // The options, with no document larger than memory has room for. What is larger is read in windows, or is
  // too large, as any beyond input_options::max_document.
  [[nodiscard]] static extract_options fitted(extract_options options) {
    const std::uint64_t room = memory_or_half(options.output.memory) / part_held_whole;
    options.input.max_document = std::min<std::uint64_t>(options.input.max_document, room);
    return options;
  }

  // What a batch takes besides that of an ordinary one; 0: it is one.
  [[nodiscard]] std::uint64_t needed_by(const batch& work) const {
    const std::uint64_t size = size_of(work);
    return size <= ordinary_ ? 0 : size * bytes_a_byte;
  }

  // What a batch that goes alone takes besides its bytes: these once more, without their coding or charset,
  // and what is found before it is handed over.
  [[nodiscard]] static std::size_t taken_by_a_lone(const batch& work) {
    return size_of(work) + 3 * most_stored;
  }

  // What a batch may hold when it is done, for the next large document: memory that the machine gives anew
  // costs more than finding links in as much. Of all that may be in flight it is a sixteenth of memory.
  [[nodiscard]] static std::size_t kept_by_a_batch(const extract_options& options) {
    const std::uint64_t all = std::min(most_kept_by_all, memory_or_half(options.output.memory) / part_kept);
    return std::min(most_kept, all / batches_in_flight(options, threads_or_all(options.threads)));
  }

  [[nodiscard]] bool goes_alone(std::uint64_t needed) const { return needed > share_; }

  // False: there is not as much left. By one thread at a time, release() by any.
  [[nodiscard]] bool reserve(std::uint64_t needed) {
    if (reserved_.load() + needed > share_) return false;
    take(needed);
    return true;
  }
  void take(std::uint64_t needed) { reserved_ += needed; }
  void release(std::uint64_t needed) { reserved_ -= needed; }

  // Of a document that goes alone: how much is found before it is handed over.
  static constexpr std::size_t most_found = std::size_t{1} << 16U;
  static constexpr std::size_t most_stored = std::size_t{4} << 20U;

 private:
  [[nodiscard]] static std::size_t size_of(const batch& work) {
    std::size_t size = 0;
    for (const slice& one : work.slices)
      size += is_coded(one) ? expansion * one.bytes.size() : one.bytes.size();
    return size;
  }

  // Pages seldom shrink to less than an eighth.
  static constexpr std::size_t expansion = 8;

  // Whether the body is packed inside its record, and large enough to ask.
  [[nodiscard]] static bool is_coded(const slice& one) {
    constexpr std::size_t worth_asking = std::size_t{128} << 10U;
    constexpr std::size_t longest_header = std::size_t{4} << 10U;
    return one.kind == slice_kind::http_message && one.bytes.size() >= worth_asking &&
           ascii::contains(one.bytes.substr(0, longest_header), "content-encoding:");
  }

  static constexpr std::uint64_t part_of_memory = 4;
  static constexpr std::uint64_t part_kept = 16;
  static constexpr std::uint64_t most_kept = std::uint64_t{32} << 20U;
  static constexpr std::uint64_t most_kept_by_all = std::uint64_t{256} << 20U;
  static constexpr std::uint64_t part_held_whole = 8;  // as packed, unpacked, and a parser may hold it
  static constexpr std::uint64_t bytes_a_byte = 16;    // measured: <a href=a>, again and again

  std::uint64_t ordinary_;
  std::uint64_t share_;
  std::atomic<std::uint64_t> reserved_{0};
};

}  // namespace urlsieve

#endif
