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
  slot& home = slots_[hash % slots_.size()];
  if (home.where != last_) {
    give(home, pushed_out_);
    home.where = last_;
  }
  home.times += times_;
}

void link_context_counter::flush_to(stats& counted) {
  forget_views();
  for (slot& entry : slots_) give(entry, pushed_out_);
  for (const auto& [name, times] : pushed_out_) counted.where[name] += times;
  pushed_out_.clear();
}

void link_context_counter::give(slot& from, names& to) {
  if (from.times != 0) to[where_group(from.where)] += std::exchange(from.times, 0);
}

}  // namespace urlsieve
