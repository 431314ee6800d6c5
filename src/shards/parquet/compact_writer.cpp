#include "src/shards/parquet/compact_writer.hpp"

#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {

void compact_writer::head(int field, compact_type type) {
  const int step = field - last_.back();
  const auto code = static_cast<unsigned>(type);
  if (step > 0 && step < 16) {
    out_.push_back(static_cast<char>(static_cast<unsigned>(step) << 4U | code));
  } else {
    out_.push_back(static_cast<char>(code));
    append_varint(zigzag(field), out_);
  }
  last_.back() = field;
}

void compact_writer::number(int field, compact_type type, std::int64_t value) {
  head(field, type);
  append_varint(zigzag(value), out_);
}

void compact_writer::list(int field, compact_type element_type, std::size_t size) {
  head(field, compact_type::list);
  const auto code = static_cast<unsigned>(element_type);
  if (size < 15) {
    out_.push_back(static_cast<char>(static_cast<unsigned>(size) << 4U | code));
  } else {
    out_.push_back(static_cast<char>(0xF0U | code));
    append_varint(size, out_);
  }
}

void compact_writer::truth_element(bool value) {
  out_.push_back(static_cast<char>(value ? compact_type::yes : compact_type::no));
}

void compact_writer::i32_element(std::int64_t value) {
  append_varint(zigzag(value), out_);
}

void compact_writer::text_element(std::string_view value) {
  append_varint(value.size(), out_);
  out_.append(value);
}

}  // namespace urlsieve::parquet
