#include "src/shards/parquet/bloom_filter.hpp"

#include <algorithm>
#include <array>

#include "src/shards/parquet/compact_writer.hpp"
#include "src/shards/parquet/varints.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve::parquet {
namespace {

constexpr std::size_t words_a_block = 8;
using bloom_block = std::array<std::uint32_t, words_a_block>;

// One odd factor for each word of a block.
constexpr bloom_block salts{0x47b6137bU, 0x44974d91U, 0x8824ad5bU, 0xa2b7289dU,
                            0x705495c7U, 0x2df1424bU, 0x9efc4947U, 0x5c6bfb31U};

// The low half of a hash selects a bit in each word.
void insert(std::uint64_t hash, bloom_block& into) {
  constexpr unsigned bits_a_word = 32;
  for (std::size_t i = 0; i < words_a_block; ++i)
    into[i] |= 1U << ((static_cast<std::uint32_t>(hash) * salts[i]) >> (bits_a_word - 5));
}

void append_header(std::size_t bytes, std::string& out) {
  compact_writer head(out);
  head.begin_struct();
  head.i32(1, static_cast<std::int64_t>(bytes));
  for (const int field : {2, 3, 4}) {  // split blocks, XXH64, uncompressed: the first choice of each union
    head.begin_struct(field);
    head.empty_struct(1);
    head.end_struct();
  }
  head.end_struct();
}

}  // namespace

void bloom_filter_writer::add(std::string_view value) {
  const std::uint64_t hash = parquet_hash(value);
  if (hashes_.empty() || hashes_.back() != hash) hashes_.push_back(hash);
}

std::string bloom_filter_writer::finish() {
  if (hashes_.empty()) return {};
  std::ranges::sort(hashes_);
  const auto repeated = std::ranges::unique(hashes_);
  hashes_.erase(repeated.begin(), repeated.end());
  constexpr std::size_t bits_a_block = 8 * sizeof(bloom_block);
  std::vector<bloom_block> blocks((hashes_.size() * bits_a_value + bits_a_block - 1) / bits_a_block);
  for (const std::uint64_t hash : hashes_) insert(hash, blocks[((hash >> 32U) * blocks.size()) >> 32U]);
  hashes_.clear();
  std::string bytes;
  append_header(blocks.size() * sizeof(bloom_block), bytes);
  for (const bloom_block& words : blocks)
    for (const std::uint32_t word : words) append_fixed32(word, bytes);
  return bytes;
}

}  // namespace urlsieve::parquet
