// Reads a byte source to the end with chosen capacities.
#ifndef URLSIEVE_TESTS_INPUT_READING_HPP
#define URLSIEVE_TESTS_INPUT_READING_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "src/input/byte_source.hpp"
#include "tests/ways.hpp"

namespace urlsieve::testing {

struct reading {
  std::string bytes;
  std::vector<std::size_t> gaps;  // offsets in `bytes`
  std::size_t taken = 0;          // bytes of whole runs
  stats counted;

  [[nodiscard]] std::uint64_t damaged(damage reason) const {
    return counted.damaged[static_cast<std::size_t>(reason)];
  }
  // Returns the bytes with "|" at each gap.
  [[nodiscard]] std::string marked() const {
    std::string all = bytes;
    for (std::size_t i = gaps.size(); i > 0; --i) all.insert(gaps[i - 1], 1, '|');
    return all;
  }

  friend bool operator==(const reading& a, const reading& b) {
    return a.bytes == b.bytes && a.gaps == b.gaps && a.counted.damaged == b.counted.damaged &&
           a.counted.bytes_read == b.counted.bytes_read;
  }
  friend std::ostream& operator<<(std::ostream& out, const reading& all) {
    return out << all.bytes.size() << " bytes, " << all.gaps.size() << " gaps, " << all.counted.total_damage()
               << " faults: " << all.marked().substr(0, 1000);
  }
};

enum class runs : unsigned char { not_taken, taken };

// Reads to the end, or up to `most` bytes. Optionally takes whole runs before each read.
inline reading read_all(byte_source& from, const way& how, std::size_t most = std::string().max_size(),
                        runs whole = runs::not_taken) {
  reading result;
  piece_sizes sizes(how, std::size_t{1} << 20U);
  std::vector<char> buffer;
  slab memory;
  while (result.bytes.size() < most) {
    if (whole == runs::taken) {
      const std::span<char> run = from.take(memory, result.counted);
      if (!run.empty())
        std::fill_n(run.data() - run_headroom, run_headroom, '#');  // the consumer may write there
      result.bytes.append(run.data(), run.size());
      result.taken += run.size();
      if (!run.empty()) continue;
    }
    buffer.resize(sizes());
    buffer.shrink_to_fit();
    const std::size_t got = from.read(buffer, result.counted);
    if (got == 0) break;
    if (from.after_gap()) result.gaps.push_back(result.bytes.size());
    result.bytes.append(buffer.data(), got);
  }
  return result;
}

}  // namespace urlsieve::testing

#endif
