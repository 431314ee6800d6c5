// An input whose bytes are others before anything looks at them: what kinds of it have in common. Bytes are
// read in blocks and recoded as far as they are whole.
#ifndef URLSIEVE_INPUT_RECODED_SOURCE_HPP
#define URLSIEVE_INPUT_RECODED_SOURCE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/byte_source.hpp"

namespace urlsieve {

class recoded_source : public byte_source {
 public:
  // `head` was read from `stored` already.
  recoded_source(std::unique_ptr<byte_source> stored, std::string_view head)
      : stored_(std::move(stored)), raw_(head) {}

  std::size_t read(std::span<char> out, stats& counted) final;
  [[nodiscard]] bool pauses() final { return recoded_.empty() && begun_ && stored_->pauses(); }
  [[nodiscard]] bool after_gap() const final { return after_gap_; }
  [[nodiscard]] int shortage() const final { return stored_->shortage(); }
  [[nodiscard]] std::uint64_t stored_position() const final { return stored_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const final { return stored_->stored_size(); }
  [[nodiscard]] std::string_view name() const final { return stored_->name(); }
  [[nodiscard]] std::string_view retrieved_from() const final { return stored_->retrieved_from(); }

 protected:
  struct step {
    std::string_view recoded;  // lives until the next call
    std::size_t consumed;      // of `raw`; what is not stays before what comes next
  };
  // `last`: nothing follows, or nothing that belongs to it; then all is consumed.
  virtual step recode(std::string& raw, bool last) = 0;

 private:
  bool refill(stats& counted);
  void recode_raw(bool last);

  std::unique_ptr<byte_source> stored_;
  std::string raw_;           // read and not recoded
  std::string_view recoded_;  // and not given out
  bool begun_ = false;
  bool gap_before_ = false;  // bytes were lost right before recoded_
  bool after_gap_ = false;
  bool ended_ = false;
};

}  // namespace urlsieve

#endif
