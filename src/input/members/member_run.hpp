// A run of adjacent compressed members, the unit of work for decoding ahead. The first thread that claims
// decoding() decodes the whole run.
#ifndef URLSIEVE_INPUT_MEMBERS_MEMBER_RUN_HPP
#define URLSIEVE_INPUT_MEMBERS_MEMBER_RUN_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "src/codec/whole_member.hpp"
#include "src/input/claim_once.hpp"
#include "src/input/read_ahead.hpp"
#include "src/text/slab.hpp"

namespace urlsieve {

class member_run {
 public:
  // `min_capacity`: minimum size of the run's own buffer, in bytes.
  explicit member_run(std::size_t min_capacity) : min_capacity_(min_capacity) {}

  // Assigns members to the run. `begin`: their offset in the input. `memory` owns `stored` and may be null.
  // `plain`: expected decompressed size; members beyond that are not decoded. Requires: no other thread uses
  // the run yet, or any more.
  void set(std::uint64_t begin, std::shared_ptr<const char[]> memory, std::string_view stored,
           std::size_t plain);

  // The thread that claims decoding() must decode the run, by one of these functions. If memory runs out, no
  // member fits, and the reader decodes the members as streams.
  [[nodiscard]] claim_once& decoding() { return decoding_; }
  void decode();                          // into the run's own buffer
  void decode_into(std::span<char> out);  // Requires: out.size() >= space().

  // Returns true if the run begins with a gzip member.
  [[nodiscard]] bool holds_gzip() const { return whole_member_decoder::is_gzip(stored_); }
  // Decodes member by member instead, for inflate_pair: begin_in_own_memory(), then next_gzip() and take()
  // until next_gzip() returns false, then finish().
  void begin_in_own_memory();
  // Sets `stored` to the next gzip member and `out` to its output buffer, which has inflate_pair::slack more
  // bytes at the end. Decodes other members on the way. Returns false at the end of the run.
  [[nodiscard]] bool next_gzip(std::string_view& stored, std::span<char>& out);
  // Records the outcome of the member that next_gzip() returned.
  void take(whole_member_decoder::outcome decoded);
  // Marks the run as decoded, and wakes the threads that wait for decoding().
  void finish();

  // Return the offset of the run in the input, its stored size, and its expected decompressed size, as given
  // to set().
  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] std::size_t stored_size() const { return stored_.size(); }
  [[nodiscard]] std::size_t space() const { return space_; }
  // Returns the capacity of the run's own buffer, in bytes.
  [[nodiscard]] std::size_t capacity() const { return plain_.capacity(); }

  // Results: return the size of the valid members, up to the first corrupt member, stored and decompressed.
  // After decode(), the decompressed bytes are behind run_headroom bytes of memory().
  [[nodiscard]] std::size_t consumed() const { return consumed_; }
  [[nodiscard]] std::size_t produced() const { return produced_; }
  // The offsets of a valid member in the stored and in the decompressed bytes of the run.
  struct member_start {
    std::size_t consumed;
    std::size_t produced;
  };
  [[nodiscard]] const std::vector<member_start>& starts() const { return starts_; }
  // Returns the run's own buffer, which the caller may swap for another.
  [[nodiscard]] slab& memory() { return plain_; }

 private:
  void decode_next();

  claim_once decoding_;
  std::uint64_t begin_ = 0;
  std::shared_ptr<const char[]> stored_memory_;
  std::string_view stored_;
  std::size_t min_capacity_;
  std::size_t space_ = 0;
  std::size_t consumed_ = 0;
  std::size_t produced_ = 0;
  std::vector<member_start> starts_;
  std::span<char> out_;
  bool broken_ = false;  // the current member is corrupt or does not fit
  slab plain_;
  whole_member_decoder decoder_;
};

}  // namespace urlsieve

#endif
