// Counts where references stood, a name at a time: most stand where the one before did.
#ifndef URLSIEVE_PIPELINE_WHERE_TALLY_HPP
#define URLSIEVE_PIPELINE_WHERE_TALLY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "urlsieve/stats.hpp"

namespace urlsieve {

class where_tally {
 public:
  // `where` must live until forget_views() or hand_over(); one that is empty is not counted.
  [[gnu::always_inline]] void add(std::string_view where) {
    if (where.data() != last_.data() || where.size() != last_.size()) {
      end_run();
      last_ = where;
    }
    ++times_;
  }

  void forget_views() {
    end_run();
    last_ = {};
  }

  // Adds all to stats::where, and begins anew.
  void hand_over(stats& counted);

 private:
  using names = std::map<std::string, std::uint64_t, std::less<>>;
  struct slot {
    std::string where;
    std::uint64_t times = 0;
  };

  void end_run() {
    if (times_ != 0 && !last_.empty()) count();
    times_ = 0;
  }
  void count();
  static void give(slot& from, names& to);

  std::string_view last_;
  std::uint64_t times_ = 0;  // of that in a row
  std::array<slot, 64> slots_;
  names pushed_out_;
};

}  // namespace urlsieve

#endif
