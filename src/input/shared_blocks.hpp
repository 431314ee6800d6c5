// Blocks of memory that a reader fills one after another while consumers use earlier blocks. A block is
// reused once no consumer holds it. Not thread-safe: consumers must release blocks while the reader does not
// run.
#ifndef URLSIEVE_INPUT_SHARED_BLOCKS_HPP
#define URLSIEVE_INPUT_SHARED_BLOCKS_HPP

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "src/text/slab.hpp"

namespace urlsieve {

class shared_blocks {
 public:
  // Returns the next block, of `size` bytes, with slab::padding readable bytes behind. The block is valid
  // until the next call, or as long as the caller keeps hold().
  [[nodiscard]] std::span<char> next(std::size_t size) {
    if (!last_ || last_.use_count() > 2) last_ = free_block();
    last_->grow(size, 0);
    return {last_->data(), size};
  }

  // Returns the owner of the last block; null before the first next().
  [[nodiscard]] std::shared_ptr<const slab> hold() const { return last_; }

 private:
  [[nodiscard]] std::shared_ptr<slab> free_block() {
    const auto found =
        std::find_if(all_.begin(), all_.end(), [](const auto& block) { return block.use_count() == 1; });
    return found != all_.end() ? *found : all_.emplace_back(std::make_shared<slab>());
  }

  std::vector<std::shared_ptr<slab>> all_;
  std::shared_ptr<slab> last_;
};

}  // namespace urlsieve

#endif
