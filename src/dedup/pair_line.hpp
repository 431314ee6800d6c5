// A pair of URLs as one key: the first URL, a zero byte, the second URL. URLs hold no zero byte, so keys sort
// by the first URL, then by the second.
#ifndef URLSIEVE_DEDUP_PAIR_LINE_HPP
#define URLSIEVE_DEDUP_PAIR_LINE_HPP

#include <algorithm>
#include <string>
#include <string_view>

#include "src/dedup/redirect.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

// Appends the key of a pair to `line`.
inline void append_pair(std::string_view first, std::string_view second, std::string& line) {
  line.append(first).append(1, '\0').append(second);
}

// Returns the pair of a key, as views of `line`. Without a zero byte, the second URL is empty.
[[nodiscard]] inline redirect pair_of(std::string_view line) {
  const std::size_t middle = std::min(line.find('\0'), line.size());
  return {line.substr(0, middle), line.substr(std::min(middle + 1, line.size()))};
}

// Returns a sighting of the key `line`, with its hash, for a sighting_set. The sighting points into `line`.
[[nodiscard]] inline sighting sighting_of(std::string_view line) {
  return {line, partition_hash(line)};
}

// Searches a stream of pairs for ascending keys. An error of the stream appears as the end; the caller must
// check state() of the stream afterwards. The stream must outlive the cursor. Views are valid until the next
// step() or find().
class pair_cursor {
 public:
  // Reads the first pair of `pairs`.
  explicit pair_cursor(entry_stream& pairs) : pairs_(pairs) { step(); }

  [[nodiscard]] bool at_end() const { return at_end_; }
  [[nodiscard]] const redirect& pair() const { return pair_; }  // Requires: not at_end()
  // Advances to the next pair.
  void step() {
    at_end_ = !pairs_.advance();
    if (!at_end_) pair_ = pair_of(pairs_.entry().url);
  }

  // Advances to the first pair whose first URL is not less than `url`. Returns true if this first URL equals
  // `url`.
  [[nodiscard]] bool find(std::string_view url) {
    while (!at_end_ && pair_.from < url) step();
    return !at_end_ && pair_.from == url;
  }

 private:
  entry_stream& pairs_;
  redirect pair_;
  bool at_end_ = false;
};

}  // namespace urlsieve

#endif
