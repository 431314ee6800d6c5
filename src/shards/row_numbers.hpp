// Reads the numbers in the rows of a shard. A typed row gives its values; a row of text is split.
#ifndef URLSIEVE_SHARDS_ROW_NUMBERS_HPP
#define URLSIEVE_SHARDS_ROW_NUMBERS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "src/rows/typed_row.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shard_reader.hpp"

namespace urlsieve {

class row_numbers {
 public:
  // `layout` is the layout of the rows, and must outlive the object.
  explicit row_numbers(const row_layout& layout) : layout_(&layout) {}

  // Read the current row of `reader`, or the row before. Return false for a malformed row. Views of the row
  // are valid as long as the row in the reader.
  [[nodiscard]] bool read(shard_reader& reader) {
    return reader.is_typed() ? set(reader.values()) : split(reader.row());
  }
  [[nodiscard]] bool read_previous(shard_reader& reader) {
    return reader.is_typed() ? set(reader.previous_values()) : split(reader.previous_row());
  }

  // Returns the number at `index` (row_layout::place()); nullopt if the value is no number. Requires: the
  // last call of read() or read_previous() returned true.
  [[nodiscard]] std::optional<std::uint64_t> at(std::size_t index) const {
    if (!is_typed_) return row_number(texts_[index]);
    const row_value& value = typed_[layout_->index_of_value(index)];
    if (value.kind() != row_value::form::number) return std::nullopt;
    return value.number();
  }

 private:
  bool set(std::span<const row_value> row) {
    typed_ = row;
    is_typed_ = true;
    return row.size() == layout_->count_of_values();
  }
  bool split(std::string_view row) {
    is_typed_ = false;
    return layout_->split(row, texts_);
  }

  const row_layout* layout_;
  bool is_typed_ = false;
  std::span<const row_value> typed_;
  row_values texts_;
};

}  // namespace urlsieve

#endif
