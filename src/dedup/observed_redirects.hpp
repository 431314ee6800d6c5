// A map from URLs to the ends of their redirect chains, within bounded memory: a redirect_table while it
// fits, then the same map on disk (redirect_chains, stored_redirects). Both give the same answers.
#ifndef URLSIEVE_DEDUP_OBSERVED_REDIRECTS_HPP
#define URLSIEVE_DEDUP_OBSERVED_REDIRECTS_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/dedup/redirect.hpp"
#include "src/dedup/redirect_chains.hpp"
#include "src/dedup/redirect_table.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// A read-only map from URLs to URLs in a file, for redirects beyond the memory budget. Pairs are sorted by
// the hash of their first URL, in blocks. Memory holds the first hash of each block, and a filter that
// rejects most URLs without a redirect; any other lookup reads one block.
//
//   block   XXH3-64 of the rest (8 bytes), then pairs: sizes of both URLs (4 each), the URLs
//
// Pairs with equal hashes are in one block. Block size grows with the file, so that the index fits into
// memory for any number of pairs; only the filter loses precision.
class stored_redirects {
 public:
  // Builds the map from `pairs`. Uses about `memory` bytes at most, also while it sorts in `area`. The file
  // is created in `area` and unlinked at once.
  [[nodiscard]] static result<std::unique_ptr<stored_redirects>> make(spill_area& area, std::size_t memory,
                                                                      const redirect_source& pairs);
  ~stored_redirects();
  stored_redirects(const stored_redirects&) = delete;
  stored_redirects& operator=(const stored_redirects&) = delete;

  // Returns the target of `url`, stored in `buffer`, or an empty view if `url` is not redirected or the file
  // cannot be read (see state()). Threads may call this at the same time, each with its own `buffer`.
  // Requires: `url` is not a view into `buffer`.
  [[nodiscard]] std::string_view find(std::string_view url, std::string& buffer) const;

  // Returns the first error of a lookup, if any.
  [[nodiscard]] result<void> state() const;

  [[nodiscard]] bool empty() const { return count_ == 0; }

 private:
  struct block {
    std::uint64_t first_hash;
    std::uint64_t offset;
  };

  explicit stored_redirects(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] result<void> create();
  [[nodiscard]] result<void> add(std::uint64_t hash, const redirect& pair);
  [[nodiscard]] result<void> end_block();
  [[nodiscard]] result<void> flush();
  void note(std::uint64_t hash);
  [[nodiscard]] bool may_have(std::uint64_t hash) const;
  [[nodiscard]] std::string_view fail(const std::string& cause) const;

  std::string path_;  // for messages
  int descriptor_ = -1;
  std::uint64_t count_ = 0;
  std::size_t block_size_ = 0;  // a block ends at this size, in bytes
  std::vector<block> blocks_;
  std::vector<std::uint64_t> filter_;

  // State of the writer.
  std::string out_;
  std::size_t block_begin_ = 0;  // in out_
  std::uint64_t written_ = 0;
  std::uint64_t last_hash_ = 0;

  mutable std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;
  mutable result<void> state_;  // guarded by mutex_
};

class observed_redirects {
 public:
  // Holds about `memory` bytes. Calls `directory` once, when more is needed, and stores the rest there.
  observed_redirects(std::size_t memory, spill_area::directory_maker directory)
      : memory_(memory), area_(std::move(directory)) {}

  // Adds a redirect between two URLs in normal form. Throws as sighting_set::insert() does. Requires:
  // settle() was not called.
  [[nodiscard]] result<void> add(std::string_view from, std::string_view to);

  // The functions that the caller needs after settle(): each(), or each() and find_inheriting().
  enum class use : std::uint8_t { pairs, lookups };
  using target_filter = std::function<bool(std::string_view target)>;

  // Resolves all chains. Drops a chain if keeps(end of the chain) is false; the URLs of the chain are then
  // not redirected. Without `keeps`, keeps all chains. Stores a copy of `keeps` and may call the copy from
  // each(), too. Requires: settle() is called once.
  [[nodiscard]] result<void> settle(use purpose, const target_filter& keeps = {});

  // Passes every redirected URL and the end of its chain to `take`, ascending by the bytes of the URL.
  // Requires: settle() was called.
  [[nodiscard]] result<void> each(const redirect_consumer& take) const;

  // Returns the end of the chain that begins at `url`, or an empty view if `url` is not redirected. The
  // target inherits the fragment of `url` unless it has a fragment of its own (RFC 9110 section 10.2.2). The
  // view is valid until `buffer` changes. Threads may call this at the same time, each with its own `buffer`.
  // Requires: settle(use::lookups) was called, and `url` is not a view into `buffer`.
  [[nodiscard]] std::string_view find_inheriting(std::string_view url, std::string& buffer) const;

  // Returns an error if a lookup failed to read the disk; earlier answers may then be incomplete.
  [[nodiscard]] result<void> state() const { return stored_ ? stored_->state() : result<void>{}; }

  // Returns true if no URL is redirected. Always returns false if on_disk() is true.
  [[nodiscard]] bool empty() const {
    return !chains_ && table_.pairs().empty();
  }  // Requires: settle() was called
  // Returns the memory budget of the constructor, in bytes.
  [[nodiscard]] std::size_t memory() const { return memory_; }
  [[nodiscard]] bool on_disk() const { return chains_ != nullptr; }

 private:
  [[nodiscard]] result<void> move_to_disk();

  std::size_t memory_;
  spill_area area_;
  redirect_table table_;                     // empty if there are chains_
  std::unique_ptr<redirect_chains> chains_;  // null: all pairs are in memory
  std::unique_ptr<stored_redirects> stored_;
  target_filter keeps_;
};

}  // namespace urlsieve

#endif
