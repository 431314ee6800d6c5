// A writer of the subset of the Thrift compact protocol that Parquet needs: structs, lists, strings, numbers.
#ifndef URLSIEVE_SHARDS_PARQUET_COMPACT_WRITER_HPP
#define URLSIEVE_SHARDS_PARQUET_COMPACT_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/field.hpp"

namespace urlsieve::parquet {

// The type of a field or an element.
enum class compact_type : std::uint8_t {
  stop = 0,
  yes = 1,
  no = 2,
  byte = 3,
  i16 = 4,
  i32 = 5,
  i64 = 6,
  real = 7,
  text = 8,
  list = 9,
  set = 10,
  map = 11,
  structure = 12
};

// Requires: the fields of a struct are written by ascending number. A struct is the outermost struct, a
// field, or an element of a list.
class compact_writer {
 public:
  // Appends to `out`, which must outlive the writer.
  explicit compact_writer(std::string& out) : out_(out) {}

  // Begin a struct: the outermost struct or a list element; or the struct of `field`.
  void begin_struct() { last_.push_back(0); }
  void begin_struct(int field) {
    head(field, compact_type::structure);
    begin_struct();
  }
  // Resumes a struct whose last field has the number `last`.
  void resume_struct(int last) { last_.push_back(last); }
  void end_struct() {
    out_.push_back(0);
    last_.pop_back();
  }
  // Writes a struct without fields.
  void empty_struct(int field) {
    begin_struct(field);
    end_struct();
  }

  // Write a field with a boolean, a number or a string.
  void truth(int field, bool value) { head(field, value ? compact_type::yes : compact_type::no); }
  void i16(int field, std::int64_t value) { number(field, compact_type::i16, value); }
  void i32(int field, std::int64_t value) { number(field, compact_type::i32, value); }
  void i64(int field, std::uint64_t value) {
    number(field, compact_type::i64, static_cast<std::int64_t>(value));
  }
  void text(int field, std::string_view value) {
    head(field, compact_type::text);
    text_element(value);
  }

  // Begins a list; the caller writes `size` elements next.
  void list(int field, compact_type element_type, std::size_t size);
  // Write an element of the current list. A list of booleans has the type compact_type::yes.
  void truth_element(bool value);
  void i32_element(std::int64_t value);
  void i64_element(std::uint64_t value) { i32_element(static_cast<std::int64_t>(value)); }
  void text_element(std::string_view value);

 private:
  void head(int field, compact_type type);
  void number(int field, compact_type type, std::int64_t value);

  std::string& out_;
  std::vector<int> last_;  // number of the last field of each open struct
};

}  // namespace urlsieve::parquet

#endif
