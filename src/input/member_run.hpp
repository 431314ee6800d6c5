// Compressed members that lie one behind another, decoded by whichever thread comes first.
#ifndef URLSIEVE_INPUT_MEMBER_RUN_HPP
#define URLSIEVE_INPUT_MEMBER_RUN_HPP

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
  // Its own memory, once it is needed, has room for at least this much.
  explicit member_run(std::size_t least_room) : least_room_(least_room) {}

  // To be called before the run is shown to another thread, or between two uses of it.
  // `begin`: where the members stand in the input. `memory` owns `stored` and may be null. `plain`: what the
  // members seem to give; one that does not fit is not decoded.
  void set(std::uint64_t begin, std::shared_ptr<const char[]> memory, std::string_view stored,
           std::size_t plain);

  // Whoever claims the turn decodes.
  [[nodiscard]] claim_once& turn() { return turn_; }
  void decode();                          // into the run's own memory
  void decode_into(std::span<char> out);  // at least room() bytes

  // Whether it begins with a gzip member.
  [[nodiscard]] bool holds_gzip() const { return whole_member_decoder::is_gzip(stored_); }
  // Or has it decoded a member at a time: begins, asks for what comes next and takes what was made of it
  // until nothing comes, and says that it is finished.
  void begin_in_own_memory();
  // A gzip member and where it goes, with inflate_pair::slack behind it; what is none is decoded on the way.
  [[nodiscard]] bool next_gzip(std::string_view& stored, std::span<char>& room);
  void take(whole_member_decoder::outcome made);
  void finish();

  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] std::size_t stored_size() const { return stored_.size(); }
  [[nodiscard]] std::size_t room() const { return room_; }
  // Bytes of the run's own memory.
  [[nodiscard]] std::size_t held() const { return plain_.capacity(); }

  // When it is done: stored bytes of the members that were sound, up to the first that was not; and what they
  // gave, behind run_headroom bytes of the memory.
  [[nodiscard]] std::size_t consumed() const { return consumed_; }
  [[nodiscard]] std::size_t produced() const { return produced_; }
  // Where in both each of them begins.
  struct member_start {
    std::size_t consumed;
    std::size_t produced;
  };
  [[nodiscard]] const std::vector<member_start>& starts() const { return starts_; }
  [[nodiscard]] slab& memory() { return plain_; }

 private:
  void decode_next();

  claim_once turn_;
  std::uint64_t begin_ = 0;
  std::shared_ptr<const char[]> stored_memory_;
  std::string_view stored_;
  std::size_t least_room_;
  std::size_t room_ = 0;
  std::size_t consumed_ = 0;
  std::size_t produced_ = 0;
  std::vector<member_start> starts_;
  std::span<char> out_;
  bool broken_ = false;  // the member at hand is not sound
  slab plain_;
  whole_member_decoder decoder_;
};

}  // namespace urlsieve

#endif
