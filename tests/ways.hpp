// Ways to deliver an input in pieces, for tests of independence from delivery (same_in_every_way.hpp).
#ifndef URLSIEVE_TESTS_WAYS_HPP
#define URLSIEVE_TESTS_WAYS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <ostream>
#include <random>

namespace urlsieve::testing {

struct way {
  std::size_t size;        // bytes per piece; 0: random sizes
  bool impatient = false;  // calls the consumer even if its requested bytes have not arrived

  friend std::ostream& operator<<(std::ostream& out, const way& how) {
    out << "pieces of ";
    if (how.size == 0)
      out << "random sizes";
    else
      out << how.size;
    return out << (how.impatient ? ", impatient" : "");
  }
};

inline constexpr way at_once{static_cast<std::size_t>(-1)};

// All ways except at_once: sizes around vectors, and smaller than magic numbers.
inline constexpr std::array<way, 10> ways{{{1, true},
                                           {1, false},
                                           {2, false},
                                           {3, true},
                                           {63, false},
                                           {64, true},
                                           {65, false},
                                           {4096, false},
                                           {0, true},
                                           {0, false}}};

// Generates the sizes of the pieces of `total` bytes, deterministically.
class piece_sizes {
 public:
  piece_sizes(const way& how, std::size_t total)
      : how_(how), most_(std::max<std::size_t>(total, 1)), random_(static_cast<unsigned>(total)) {}

  std::size_t operator()() { return std::min(how_.size != 0 ? how_.size : 1 + random_() % 700, most_); }

 private:
  way how_;
  std::size_t most_;
  std::mt19937 random_;
};

}  // namespace urlsieve::testing

#endif
