// Counts references by their places, and groups the places by where_group(); fast if adjacent references have
// the same place. The number of groups is not limited. One thread at a time may use a counter.
#ifndef URLSIEVE_PIPELINE_LINK_CONTEXT_COUNTER_HPP
#define URLSIEVE_PIPELINE_LINK_CONTEXT_COUNTER_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "urlsieve/stats.hpp"

namespace urlsieve {

// Returns `where` of a reference or document, without names that the input may choose freely. Unknown
// elements, attributes and header fields become "other"; paths of JSON and XML become "json" and "xml". The
// result depends on `where` alone, so counts of several runs can be added.
[[nodiscard]] std::string where_group(std::string_view where);

class link_context_counter {
 public:
  // Counts `where` unless it is empty. Requires: `where` lives until forget_views() or flush_to().
  [[gnu::always_inline]] void add(std::string_view where) {
    if (where.data() != last_.data() || where.size() != last_.size()) {
      end_run();
      last_ = where;
    }
    ++times_;
  }

  // Releases the view of the last place. Call before its memory is reused.
  void forget_views() {
    end_run();
    last_ = {};
  }

  // Adds all counts to stats::where, and resets.
  void flush_to(stats& counted);

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
  std::uint64_t times_ = 0;  // consecutive times of last_
  std::array<slot, 64> slots_;
  names pushed_out_;
};

}  // namespace urlsieve

#endif
