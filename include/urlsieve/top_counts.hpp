// Finds the most frequent names in bounded memory, about 60 bytes a name. Counts are exact while all names
// fit. Otherwise they follow Misra and Gries (Finding Repeated Elements, 1982), with removals in bulk: no
// count is too high, and lacking() bounds the error of a count.
#ifndef URLSIEVE_TOP_COUNTS_HPP
#define URLSIEVE_TOP_COUNTS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/log_histogram.hpp"

namespace urlsieve {

class top_counts {
 public:
  struct entry {
    std::string name;
    std::uint64_t urls = 0;
    std::uint64_t references = 0;  // since the name was last added; a removed name restarts at 0
  };

  // Holds at most 2 * `kept` names. Requires: kept > 0.
  explicit top_counts(std::size_t kept) : kept_(kept) {}

  // Adds to the counts of a name; takes constant time on average. Throws std::bad_alloc.
  void add(std::string_view name, std::uint64_t urls, std::uint64_t references);

  // Adds the counts of `other`, and adds its lacking() to the bound.
  void add(const top_counts& other);

  // Returns up to `most` names, by descending count of URLs, then by name.
  [[nodiscard]] std::vector<entry> top(std::size_t most) const;

  // Returns the URLs of a name; 0 if the name was never added or was removed as infrequent.
  [[nodiscard]] std::uint64_t urls_of(std::string_view name) const;

  // Calls `take` with each name and its URLs, in the order in which names were added.
  template <typename Take>
  void each_name(const Take& take) const {
    for (const tally& counter : tallies_) take(name_of(counter), counter.urls);
  }

  // Returns the histogram of URLs per name. Requires: lacking() is 0.
  [[nodiscard]] log_histogram by_urls() const;

  // Returns the maximum by which a count may be too low, at most n / kept for n URLs; 0: counts are exact.
  [[nodiscard]] std::uint64_t lacking() const { return lacking_; }

  // Returns the number of distinct names. Requires: lacking() is 0.
  [[nodiscard]] std::size_t names() const { return tallies_.size(); }

 private:
  struct tally {
    std::uint64_t urls;
    std::uint64_t references;
    std::uint32_t name_at;  // in names_
    std::uint32_t name_size;
  };

  [[nodiscard]] std::string_view name_of(const tally& counter) const {
    return std::string_view(names_).substr(counter.name_at, counter.name_size);
  }
  [[nodiscard]] std::size_t slot_of(std::string_view name) const;
  void add_unbounded(std::string_view name, std::uint64_t urls, std::uint64_t references);
  void index_all(std::size_t slots);
  void drop_infrequent();

  std::size_t kept_;
  std::uint64_t lacking_ = 0;
  std::string names_;
  std::vector<tally> tallies_;
  // A hash table with linear probing: indexes into tallies_ plus 1, 0 for an empty slot. Its size is a power
  // of 2.
  std::vector<std::uint32_t> slots_;
};

}  // namespace urlsieve

#endif
