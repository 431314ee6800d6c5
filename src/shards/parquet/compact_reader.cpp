#include "src/shards/parquet/compact_reader.hpp"

namespace urlsieve::parquet {

std::int64_t compact_reader::number() {
  if (type_ != compact_type::i16 && type_ != compact_type::i32 && type_ != compact_type::i64) fail();
  return failed() ? 0 : unzigzag(from_.varint());
}

std::uint64_t compact_reader::size() {
  const std::int64_t value = number();
  if (value < 0) fail();
  return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

std::string_view compact_reader::text() {
  if (type_ != compact_type::text) fail();
  return from_.take(from_.varint());
}

std::uint64_t compact_reader::begin_list(compact_type element_type) {
  if (type_ != compact_type::list) fail();
  const unsigned char head = from_.byte();
  const std::uint64_t count = head >> 4U == 15 ? from_.varint() : head >> 4U;
  // Each element takes at least one byte.
  if (count > from_.rest().size() || (count != 0 && static_cast<compact_type>(head & 0xFU) != element_type))
    fail();
  return failed() ? 0 : count;
}

void compact_reader::skip(compact_type type, int depth) {
  if (depth > deepest) return fail();
  switch (type) {
    case compact_type::yes:
    case compact_type::no:
      return;
    case compact_type::byte:
      from_.byte();
      return;
    case compact_type::i16:
    case compact_type::i32:
    case compact_type::i64:
      from_.varint();
      return;
    case compact_type::real:
      from_.take(8);
      return;
    case compact_type::text:
      from_.take(from_.varint());
      return;
    case compact_type::list:
    case compact_type::set: {
      const unsigned char head = from_.byte();
      const std::uint64_t count = head >> 4U == 15 ? from_.varint() : head >> 4U;
      const auto of = static_cast<compact_type>(head & 0xFU);
      if (count > from_.rest().size()) return fail();
      for (std::uint64_t i = 0; i < count && !failed(); ++i) {
        if (of == compact_type::yes || of == compact_type::no)
          from_.byte();
        else
          skip(of, depth + 1);
      }
      return;
    }
    case compact_type::structure:
      while (!failed()) {
        const unsigned char head = from_.byte();
        if ((head & 0xFU) == 0) return;
        if (head >> 4U == 0) from_.varint();
        skip(static_cast<compact_type>(head & 0xFU), depth + 1);
      }
      return;
    default:
      return fail();
  }
}

}  // namespace urlsieve::parquet
