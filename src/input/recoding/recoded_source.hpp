// Base class of sources that convert the bytes of another source. Reads blocks and converts their complete
// units. At a gap, the incomplete unit before the gap is dropped.
#ifndef URLSIEVE_INPUT_RECODING_RECODED_SOURCE_HPP
#define URLSIEVE_INPUT_RECODING_RECODED_SOURCE_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/byte_source.hpp"
#include "src/input/recoding/consumed_head.hpp"

namespace urlsieve {

class recoded_source : public byte_source {
 public:
  // Requires: `head` was read from `stored` already. Drops the first `skipped` bytes of the head.
  recoded_source(std::unique_ptr<byte_source> stored, const consumed_head& head, std::size_t skipped = 0);

  std::size_t read(std::span<char> out, stats& counted) final;
  [[nodiscard]] bool pauses() final {
    return recoded_.empty() && behind_gaps_.empty() && begun_ && stored_->pauses();
  }
  [[nodiscard]] bool after_gap() const final { return after_gap_; }
  [[nodiscard]] int exhaustion() const final { return stored_->exhaustion(); }
  [[nodiscard]] std::uint64_t stored_position() const final { return stored_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const final { return stored_->stored_size(); }
  [[nodiscard]] std::string_view name() const final { return stored_->name(); }
  [[nodiscard]] std::string_view retrieved_from() const final { return stored_->retrieved_from(); }

 protected:
  struct step {
    std::string_view recoded;  // valid until the next call
    std::size_t consumed;      // bytes at the front of `raw`, which the base class removes
  };
  // Converts the complete units in `raw`; the rest stays in front of the next bytes. `last`: the input ends
  // there, so all must be consumed.
  virtual step recode(std::string& raw, bool last) = 0;

 private:
  bool refill(stats& counted);
  void recode_raw(bool last);

  std::unique_ptr<byte_source> stored_;
  std::string raw_;  // bytes read and not converted
  std::deque<std::string>
      behind_gaps_;           // bytes read behind gaps; the bytes before them are in raw_ or recoded_
  std::string_view recoded_;  // converted bytes that were not returned
  bool begun_ = false;
  bool gap_before_ = false;  // bytes were lost right before recoded_
  bool after_gap_ = false;
  bool ended_ = false;
};

}  // namespace urlsieve

#endif
