#include "src/pipeline/link_context_counter.hpp"

#include <utility>

#include "src/pipeline/where_group.hpp"

namespace urlsieve {

// Adds the run to the slot of its name. A slot holds one name; a colliding name moves the old name to
// pushed_out_.
void link_context_counter::count() {
  std::size_t hash = last_.size();
  hash = hash * 31 + static_cast<unsigned char>(last_.front());
  hash = hash * 31 + static_cast<unsigned char>(last_[last_.size() / 2]);
  hash = hash * 31 + static_cast<unsigned char>(last_.back());
  slot& mine = slots_[hash % slots_.size()];
  if (mine.where != last_) {
    give(mine, pushed_out_);
    mine.where = last_;
  }
  mine.times += times_;
}

void link_context_counter::hand_over(stats& counted) {
  forget_views();
  for (slot& one : slots_) give(one, pushed_out_);
  for (const auto& [name, times] : pushed_out_) counted.where[name] += times;
  pushed_out_.clear();
}

void link_context_counter::give(slot& from, names& to) {
  if (from.times != 0) to[where_group(from.where)] += std::exchange(from.times, 0);
}

}  // namespace urlsieve
