// Decodes complete gzip members in memory, two at a time on one thread. Verifies checksum and size of each
// member.
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
  // Bytes of a buffer behind a member's output that let the fast loop decode the member to its end.
  static constexpr std::size_t slack = 1024;

  // True if the processor supports the fast loop; otherwise whole_member_decoder is as fast.
  [[nodiscard]] static bool available() { return !inflate_groups_here().empty(); }

  // Requires: available().
  explicit inflate_pair(const inflate_groups& kernels = inflate_groups_here().front()) : groups_(&kernels) {}

  struct task {
    std::string_view stored;  // begins with a member; bytes behind the member may be read
    std::span<char> output;   // output buffer; bytes behind the output are unspecified afterwards
  };
  // Like the result of whole_member_decoder::decode(): {0, 0} if the member is incomplete or corrupt, or
  // exceeds the output buffer.
  using outcome = whole_member_decoder::outcome;

  // Supplies the members and receives the outcomes, on the thread of run().
  class work {
   public:
    virtual ~work() = default;
    // Sets `next_task` to the next member for a lane. Returns false if there is none now; asked again after
    // the other lane has progressed.
    virtual bool next(unsigned lane, task& next_task) = 0;
    // Receives the outcome of the lane's member.
    virtual void done(unsigned lane, outcome result) = 0;
  };

  // Decodes until no lane gets another member.
  void run(work& source);

 private:
  [[nodiscard]] bool start(unsigned lane, work& source);
  [[nodiscard]] bool serve(unsigned lane, work& source);
  [[nodiscard]] outcome finish(unsigned lane) const;

  const inflate_groups* groups_;
  std::array<inflate_lane, lanes> lanes_;
  std::array<task, lanes> tasks_;
};

}  // namespace urlsieve

#endif
