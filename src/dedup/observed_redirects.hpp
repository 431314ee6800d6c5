// Which URLs were observed to be others, whatever their number: a redirect_table while it fits into memory,
// and beyond that the same on disk (redirect_chains, stored_redirects). Both give the same answers.
#ifndef URLSIEVE_DEDUP_OBSERVED_REDIRECTS_HPP
#define URLSIEVE_DEDUP_OBSERVED_REDIRECTS_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "src/dedup/redirect.hpp"
#include "src/dedup/redirect_chains.hpp"
#include "src/dedup/redirect_table.hpp"
#include "src/dedup/spill_area.hpp"
#include "src/dedup/stored_redirects.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class observed_redirects {
 public:
  // Takes `memory` bytes, about, and what is beyond that goes into `directory`, which is asked for then.
  observed_redirects(std::size_t memory, spill_area::directory_maker directory)
      : memory_(memory), area_(std::move(directory)) {}

  // Both are URLs in normal form. Throws as seen_set::insert() does. REQUIRES: not settled.
  [[nodiscard]] result<void> add(std::string_view from, std::string_view to);

  enum class use : std::uint8_t { pairs, lookups };  // what will be asked: each(), or find_inheriting(), too
  using target_judge = std::function<bool(std::string_view target)>;

  // Follows the chains. A URL whose chain ends where `keeps(target)` is false stays what it is.
  [[nodiscard]] result<void> settle(use asked, const target_judge& keeps = {});

  // Every URL that is another one and which, in the order of the bytes of the first.
  [[nodiscard]] result<void> each(const redirect_taker& take) const;

  // The end of the chain that begins at `url`; empty if it leads nowhere. A redirect does not speak of
  // fragments: the target inherits that of what led there, unless it has its own (RFC 9110 section 10.2.2).
  // What is given lives as long as `room` is left alone. Any number of threads may ask, each with its own.
  [[nodiscard]] std::string_view find_inheriting(std::string_view url, std::string& room) const;

  // Whether all answers were right: what is on disk may fail to be read.
  [[nodiscard]] result<void> state() const { return stored_ ? stored_->state() : result<void>{}; }

  [[nodiscard]] bool empty() const { return !chains_ && table_.pairs().empty(); }  // REQUIRES: settled
  [[nodiscard]] std::size_t memory() const { return memory_; }
  [[nodiscard]] bool on_disk() const { return chains_ != nullptr; }

 private:
  [[nodiscard]] result<void> go_to_disk();

  std::size_t memory_;
  spill_area area_;
  redirect_table table_;                     // empty where there are chains_
  std::unique_ptr<redirect_chains> chains_;  // null: all is in memory
  std::unique_ptr<stored_redirects> stored_;
  target_judge keeps_;
};

}  // namespace urlsieve

#endif
