// Blocks of memory that a reader fills one after another while others look at those before: one is filled
// again when nobody holds it any more. Whoever holds one lets it go while nothing is filled, or where the
// reader cannot run: threads are not told apart here.
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
  // Room for the next bytes, with slab::padding readable ones behind it. It stays until this is called again,
  // or as long as it is held.
  [[nodiscard]] std::span<char> next(std::size_t size) {
    if (!last_ || last_.use_count() > 2) last_ = free_one();
    last_->grow(size, 0);
    return {last_->data(), size};
  }

  // The block that was given last.
  [[nodiscard]] std::shared_ptr<const slab> hold() const { return last_; }

 private:
  [[nodiscard]] std::shared_ptr<slab> free_one() {
    const auto found =
        std::find_if(all_.begin(), all_.end(), [](const auto& one) { return one.use_count() == 1; });
    return found != all_.end() ? *found : all_.emplace_back(std::make_shared<slab>());
  }

  std::vector<std::shared_ptr<slab>> all_;
  std::shared_ptr<slab> last_;
};

}  // namespace urlsieve

#endif
