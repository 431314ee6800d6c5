// The places that rows name, sorted, with each input and offset once. Places beyond the memory are stored on
// disk.
#ifndef URLSIEVE_PIPELINE_DISTINCT_PLACES_HPP
#define URLSIEVE_PIPELINE_DISTINCT_PLACES_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/dedup/sorted_entries.hpp"
#include "src/pipeline/places/record_place.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Call add() for all places, then open(), then next(). One thread at a time may use an object.
class distinct_places {
 public:
  // `area` must outlive the object. `memory`: for the sort, in bytes. `most`: the largest record, in bytes.
  distinct_places(spill_area& area, std::uint64_t memory, std::uint64_t most);

  // Adds a place, in any order.
  [[nodiscard]] result<void> add(const record_place& place);

  // Ends the calls of add().
  [[nodiscard]] result<void> open();

  // Returns the next place, in ascending order of input and offset; nullopt at the end, and after an error,
  // which state() has. If rows state different lengths, returns up to 8: the longest as `length`, the others
  // as `shorter`, without lengths above `most` if a shorter length is known. The place is valid until the
  // next call. Requires: open() succeeded.
  [[nodiscard]] std::optional<record_place> next();

  // Returns why the rows of the last place contradict each other; empty: the rows have one length.
  [[nodiscard]] std::string contradiction() const;

  // Requires: open() succeeded.
  [[nodiscard]] result<void> state() const { return stream_->state(); }

 private:
  sorted_entries entries_;
  block_decompressor unpacker_;
  std::unique_ptr<entry_stream> stream_;
  std::uint64_t most_;
  bool has_entry_ = false;  // of stream_, for the next place
  std::string key_;         // of the last place
  std::vector<std::uint64_t> lengths_;
  std::uint64_t shortest_ = 0;
  std::uint64_t longest_ = 0;
};

}  // namespace urlsieve

#endif
