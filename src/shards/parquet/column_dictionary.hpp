// The dictionary of a column chunk: distinct values and their indexes.
#ifndef URLSIEVE_SHARDS_PARQUET_COLUMN_DICTIONARY_HPP
#define URLSIEVE_SHARDS_PARQUET_COLUMN_DICTIONARY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::parquet {

class column_dictionary {
 public:
  // Returns the index of `value`, and adds the value if necessary.
  std::uint32_t place_of(std::string_view value);
  // Returns the value of `index`, valid until the next place_of().
  [[nodiscard]] std::string_view value(std::uint32_t index) const;

  [[nodiscard]] std::size_t size() const { return begins_.size(); }
  // Returns the values in PLAIN encoding: each behind its size in four bytes.
  [[nodiscard]] const std::string& plain() const { return plain_; }
  // Removes all values.
  void clear();

 private:
  void grow();

  std::string plain_;
  std::vector<std::uint32_t> begins_;  // of each value in plain_
  std::vector<std::uint32_t> slots_;   // indexes + 1 by hash; 0: free
};

}  // namespace urlsieve::parquet

#endif
