// gzip members decoded two at a time by one thread, for members that lie in memory whole. Every member's
// checksum and size are checked.
#ifndef URLSIEVE_CODEC_INFLATE_PAIR_HPP
#define URLSIEVE_CODEC_INFLATE_PAIR_HPP

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "src/codec/inflate_groups.hpp"
#include "src/codec/inflate_lane.hpp"
#include "src/codec/whole_member.hpp"

namespace urlsieve {

class inflate_pair {
 public:
  static constexpr unsigned lanes = 2;
  // With so much room behind its output a member is decoded at full speed to its end.
  static constexpr std::size_t slack = 1024;

  // Whether this processor is made for it; else whole_member_decoder is as fast.
  [[nodiscard]] static bool available() { return !inflate_groups_here().empty(); }

  // REQUIRES: available().
  explicit inflate_pair(const inflate_groups& with = inflate_groups_here().front()) : groups_(&with) {}

  struct task {
    std::string_view stored;  // begins with a member; what follows it may be read, too
    std::span<char> room;     // what its output leaves of it means nothing afterwards
  };
  // What a whole_member_decoder would say of the member.
  using outcome = whole_member_decoder::outcome;

  class work {
   public:
    virtual ~work() = default;
    // The next member for a lane, false: none now (it is asked again when the other lane has come further).
    virtual bool next(unsigned lane, task& one) = 0;
    virtual void done(unsigned lane, outcome made) = 0;
  };

  // Until no lane is given anything.
  void run(work& on);

 private:
  [[nodiscard]] bool start(unsigned lane, work& on);
  [[nodiscard]] bool serve(unsigned lane, work& on);
  [[nodiscard]] outcome finish(unsigned lane) const;

  const inflate_groups* groups_;
  std::array<inflate_lane, lanes> lanes_;
  std::array<task, lanes> tasks_;
};

}  // namespace urlsieve

#endif
