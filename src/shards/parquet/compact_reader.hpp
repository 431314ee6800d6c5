// A reader of the Thrift compact protocol from untrusted bytes: sizes are checked against the input, and the
// nesting depth is limited.
#ifndef URLSIEVE_SHARDS_PARQUET_COMPACT_READER_HPP
#define URLSIEVE_SHARDS_PARQUET_COMPACT_READER_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/shards/parquet/compact_writer.hpp"
#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {

// The caller reads each value by its expected type. Another type makes the reader fail. After a failure,
// loops end, and functions return 0 or empty text. Views point into the bytes of the constructor.
class compact_reader {
 public:
  explicit compact_reader(std::string_view bytes) : from_(bytes) {}

  [[nodiscard]] bool failed() const { return from_.failed(); }
  [[nodiscard]] std::string_view rest() const { return from_.rest(); }
  // Makes the reader fail, if the caller finds an invalid value.
  void fail() { from_.fail(); }

  // Reads a struct: calls take(number) for each field. `take` reads the value by a function below and returns
  // true, or returns false to skip the value.
  template <class Take>
  void fields(const Take& take) {
    if (++depth_ > deepest) fail();
    int number = 0;
    while (!failed()) {
      const unsigned char head = from_.byte();
      const auto type = static_cast<compact_type>(head & 0xFU);
      if (type == compact_type::stop) break;
      const int step = head >> 4U;
      const std::int64_t next = step != 0 ? number + step : unzigzag(from_.varint());
      if (next <= number || next > most_fields) return fail();
      number = static_cast<int>(next);
      type_ = type;
      if (!take(number)) skip(type, 0);
    }
    --depth_;
  }

  // Return the value of the current field or list element.
  [[nodiscard]] std::int64_t number();  // of type i16, i32 or i64
  [[nodiscard]] std::uint64_t size();   // a number(); fails if the number is negative
  [[nodiscard]] std::string_view text();
  // Reads a struct that is the current field or list element, as fields() does.
  template <class Take>
  void structure(const Take& take) {
    if (type_ != compact_type::structure) return fail();
    fields(take);
  }

  // Reads a list with elements of type `element_type`: calls take() for each element. `take` must read the
  // element by a function above. Returns the number of elements in the header of the list.
  template <class Take>
  std::uint64_t list(compact_type element_type, const Take& take) {
    const std::uint64_t count = begin_list(element_type);
    for (std::uint64_t i = 0; i < count && !failed(); ++i) {
      type_ = element_type;
      take();
    }
    return count;
  }

 private:
  static constexpr int deepest = 16;
  static constexpr std::int64_t most_fields = 1 << 15;

  std::uint64_t begin_list(compact_type element_type);
  void skip(compact_type type, int depth);

  byte_cursor from_;
  compact_type type_ = compact_type::stop;
  int depth_ = 0;
};

}  // namespace urlsieve::parquet

#endif
