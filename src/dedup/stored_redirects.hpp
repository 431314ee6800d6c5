// A map from URLs to URLs in a file, for more of them than fit into memory. Pairs lie in the order of the
// hash of their first URL, in blocks; memory has the first hash of each block, and a filter that knows of
// most URLs that they are none of these. Looking up one of the others reads its block.
//
//   block   XXH3-64 of what follows (8 bytes), then pairs: the sizes of both URLs (4 each), the URLs
//
// A block ends between two hashes. Blocks grow with the file, so that what is known of them fits into memory
// whatever the number of pairs; the filter only gets worse.
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
#include "src/dedup/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class stored_redirects {
 public:
  // `memory` bytes at the most are taken, about; while it is made, too. Sorting goes on in `area`;
  // the file is made there, and has no name from then on.
  [[nodiscard]] static result<std::unique_ptr<stored_redirects>> make(spill_area& area, std::size_t memory,
                                                                      const redirect_source& pairs);
  ~stored_redirects();
  stored_redirects(const stored_redirects&) = delete;
  stored_redirects& operator=(const stored_redirects&) = delete;

  // The second URL of the pair whose first is `url`, in `room`; empty: there is none. Any number of threads
  // may ask, each with another room.
  [[nodiscard]] std::string_view find(std::string_view url, std::string& room) const;

  // Whether the file could be read whenever it was asked.
  [[nodiscard]] result<void> state() const;

  [[nodiscard]] bool empty() const { return count_ == 0; }

 private:
  struct block {
    std::uint64_t first_hash;
    std::uint64_t offset;
  };

  explicit stored_redirects(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] result<void> create();
  [[nodiscard]] result<void> add(std::uint64_t hash, const redirect& one);
  [[nodiscard]] result<void> end_block();
  [[nodiscard]] result<void> flush();
  void note(std::uint64_t hash);
  [[nodiscard]] bool may_have(std::uint64_t hash) const;
  [[nodiscard]] std::string_view fail(const std::string& what) const;

  std::string path_;  // for messages
  int descriptor_ = -1;
  std::uint64_t count_ = 0;
  std::size_t block_size_ = 0;  // from which on a block ends
  std::vector<block> blocks_;
  std::vector<std::uint64_t> filter_;

  // While it is written.
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
