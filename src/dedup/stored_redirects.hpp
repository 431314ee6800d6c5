// A read-only map from URLs to URLs in a file, for redirects beyond the memory budget. Pairs are sorted by
// the hash of their first URL, in blocks. Memory holds the first hash of each block, and a filter that
// rejects most URLs without a redirect; any other lookup reads one block.
//
//   block   XXH3-64 of the rest (8 bytes), then pairs: sizes of both URLs (4 each), the URLs
//
// Pairs with equal hashes are in one block. Block size grows with the file, so that the index fits into
// memory for any number of pairs; only the filter loses precision.
#ifndef URLSIEVE_DEDUP_STORED_REDIRECTS_HPP
#define URLSIEVE_DEDUP_STORED_REDIRECTS_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/redirect.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

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

}  // namespace urlsieve

#endif
