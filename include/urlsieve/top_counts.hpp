// The names that come most often, in bounded memory: exact while all names fit, then the counts of Misra and
// Gries (Finding Repeated Elements, 1982), thinned out many at a time: none is too high, and how much too low
// one may be is known.
#ifndef URLSIEVE_TOP_COUNTS_HPP
#define URLSIEVE_TOP_COUNTS_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "urlsieve/log_histogram.hpp"

namespace urlsieve {

class top_counts {
 public:
  struct entry {
    std::string name;
    std::uint64_t urls = 0;
    std::uint64_t references = 0;  // since the name was last met anew
  };

  // Holds at most 2 * `kept` names.
  explicit top_counts(std::size_t kept) : kept_(kept) {}

  void add(std::string_view name, std::uint64_t urls, std::uint64_t references);

  // What another one counted.
  void add(const top_counts& other);

  // The `most` first, by count and then by name.
  [[nodiscard]] std::vector<entry> top(std::size_t most) const;

  // What was counted of a name; 0 where it was not met, or not often enough.
  [[nodiscard]] std::uint64_t urls_of(std::string_view name) const;

  // How many names have how many URLs; only while lacking() is 0.
  [[nodiscard]] log_histogram by_urls() const;

  // What a name's count may lack at most; 0: all counts are exact. Of n URLs it is n / kept at most.
  [[nodiscard]] std::uint64_t lacking() const { return lacking_; }

  // How many names there are; only while lacking() is 0.
  [[nodiscard]] std::size_t names() const { return counts_.size(); }

 private:
  struct tally {
    std::uint64_t urls = 0;
    std::uint64_t references = 0;
  };
  struct name_hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  void thin_out();

  std::size_t kept_;
  std::uint64_t lacking_ = 0;
  std::unordered_map<std::string, tally, name_hash, std::equal_to<>> counts_;
};

}  // namespace urlsieve

#endif
