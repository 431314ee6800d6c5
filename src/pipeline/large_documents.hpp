// Memory for documents much larger than a batch. A page of nothing but links takes many times its size while
// its links are processed, so each such batch reserves memory before it enters the pipeline. If too little
// memory is free, the batch waits until the pipeline is empty. A batch above the limit runs exclusively, and
// delivers its URLs in pieces. The document itself is held whole, compressed and decompressed, so memory
// limits its size, regardless of --max-document.
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

namespace urlsieve {

class large_documents {
 public:
  explicit large_documents(const batch_memory& batches)
      : ordinary_(2 * batches.batch_bytes), share_(memory_or_half(batches.memory) / part_of_memory) {}

  // Returns the largest document, in bytes, that is held whole in a run with `memory` bytes (0: half of the
  // machine). Larger documents are read in windows, or are too large. run_assembly lowers
  // input_options::max_document to this size.
  [[nodiscard]] static std::uint64_t max_held_whole(std::uint64_t memory) {
    return memory_or_half(memory) / part_held_whole;
  }

  // Returns the bytes to reserve for `work`, which takes many times the size of its slices. Returns 0 for an
  // ordinary batch, with slices of at most twice batch_bytes. Compressed bodies count with their expected
  // size.
  [[nodiscard]] std::uint64_t needed_by(const batch& work) const {
    const std::uint64_t size = size_of(work);
    return size <= ordinary_ ? 0 : size * peak_bytes_per_input_byte;
  }

  // Returns the bytes that an exclusive batch takes besides its input: the decoded input, and results of up
  // to three times most_stored before their delivery.
  [[nodiscard]] static std::size_t exclusive_batch_cost(const batch& work) {
    return size_of(work) + 3 * most_stored;
  }

  // Returns the bytes that a finished batch may keep for the next large document, because fresh memory from
  // the system costs more than finding links in as many bytes. All batches in flight keep at most a sixteenth
  // of memory.
  [[nodiscard]] static std::size_t max_kept_by_batch(const batch_memory& batches) {
    const std::uint64_t all = std::min(most_kept_by_all, memory_or_half(batches.memory) / part_kept);
    return std::min(most_kept, all / batches_in_flight(batches, threads_or_all(batches.threads)));
  }

  // Returns true if `needed` bytes exceed the limit for all reservations together, a quarter of memory.
  [[nodiscard]] bool runs_exclusively(std::uint64_t needed) const { return needed > share_; }

  // Reserves memory; returns false if too little is left. One thread at a time may reserve; any thread may
  // release.
  [[nodiscard]] bool reserve(std::uint64_t needed) {
    if (reserved_.load() + needed > share_) return false;
    take(needed);
    return true;
  }
  // Reserves memory regardless of the limit.
  void take(std::uint64_t needed) { reserved_ += needed; }
  void release(std::uint64_t needed) { reserved_ -= needed; }

  // Limits of an exclusive batch: URLs, and bytes of storage, before results are delivered.
  static constexpr std::size_t most_found = std::size_t{1} << 16U;
  static constexpr std::size_t most_stored = std::size_t{4} << 20U;

 private:
  [[nodiscard]] static std::size_t size_of(const batch& work) {
    std::size_t size = 0;
    for (const slice& part : work.slices)
      size += is_coded(part) ? expansion * part.bytes.size() : part.bytes.size();
    return size;
  }

  // Pages seldom compress to less than an eighth.
  static constexpr std::size_t expansion = 8;

  // Returns true if the body is compressed inside its record, and large enough for the check.
  [[nodiscard]] static bool is_coded(const slice& part) {
    constexpr std::size_t min_chunked_size = std::size_t{128} << 10U;
    constexpr std::size_t longest_header = std::size_t{4} << 10U;
    return part.kind == slice_kind::http_message && part.bytes.size() >= min_chunked_size &&
           ascii::contains(part.bytes.substr(0, longest_header), "content-encoding:");
  }

  static constexpr std::uint64_t part_of_memory = 4;
  static constexpr std::uint64_t part_kept = 16;
  static constexpr std::uint64_t most_kept = std::uint64_t{32} << 20U;
  static constexpr std::uint64_t most_kept_by_all = std::uint64_t{256} << 20U;
  static constexpr std::uint64_t part_held_whole = 8;  // compressed, decompressed, and a parser's copy
  static constexpr std::uint64_t peak_bytes_per_input_byte = 16;  // measured with repeated <a href=a>

  std::uint64_t ordinary_;
  std::uint64_t share_;
  std::atomic<std::uint64_t> reserved_{0};
};

}  // namespace urlsieve

#endif
