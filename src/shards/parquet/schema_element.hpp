// Reads an element of the schema in the footer of a Parquet file (SchemaElement of parquet.thrift).
#ifndef URLSIEVE_SHARDS_PARQUET_SCHEMA_ELEMENT_HPP
#define URLSIEVE_SHARDS_PARQUET_SCHEMA_ELEMENT_HPP

#include <cstdint>
#include <string_view>

#include "src/shards/parquet/compact_reader.hpp"

namespace urlsieve::parquet {

struct schema_element {
  static constexpr std::int64_t none = -1;  // of a field that the element lacks

  std::int64_t type = none;  // of a leaf
  std::int64_t repetition = none;
  std::string_view name;
  std::uint64_t children = 0;
};

// Reads the element at the position of `from`, whose failed() is true after an error. `name` is a view of the
// footer.
[[nodiscard]] inline schema_element read_schema_element(compact_reader& from) {
  schema_element read;
  from.structure([&](int field) {
    switch (field) {
      case 1:
        read.type = from.number();
        return true;
      case 3:
        read.repetition = from.number();
        return true;
      case 4:
        read.name = from.text();
        return true;
      case 5:
        read.children = from.size();
        return true;
      default:
        return false;
    }
  });
  return read;
}

}  // namespace urlsieve::parquet

#endif
