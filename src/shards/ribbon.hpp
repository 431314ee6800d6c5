// A homogeneous ribbon filter: a static set of 64-bit hashes, with false positives and without false
// negatives (Dillinger, Huebschle-Schneider, Sanders, Walzer: "Fast Succinct Retrieval and Approximate
// Membership Using Ribbon", SEA 2022). With b bits, about 2^-b of other hashes are false positives; the
// filter has about 1.04 * b bits for each hash. Equal hashes, in any order, give equal words.
#ifndef URLSIEVE_SHARDS_RIBBON_HPP
#define URLSIEVE_SHARDS_RIBBON_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace urlsieve {

// Returns the number of 64-bit words of a filter for `hashes` hashes with `bits` bits.
[[nodiscard]] std::size_t ribbon_words(std::size_t hashes, unsigned bits);

// Returns true if `hash` is in the filter `words` for `hashes` hashes, or is a false positive. Requires:
// words.size() is ribbon_words(hashes, bits). Takes about 20 ns.
[[nodiscard]] bool ribbon_holds(std::span<const std::uint64_t> words, std::size_t hashes, unsigned bits,
                                std::uint64_t hash);

// Returns the filter for `hashes`. Needs 17 bytes for each hash while it runs; takes about 70 ns for each.
// Requires: `bits` is at most 32.
[[nodiscard]] std::vector<std::uint64_t> make_ribbon(std::span<const std::uint64_t> hashes, unsigned bits);

}  // namespace urlsieve

#endif
