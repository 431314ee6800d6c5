#include "src/shards/parquet/row_file_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {
namespace {

constexpr std::uint64_t size_of_tail = 4 + magic.size();
constexpr std::uint64_t bytes_to_skip = std::uint64_t{64} << 10U;  // in one read
constexpr std::string_view cannot_read = "it cannot be read to its end";

}  // namespace

row_file_reader::row_file_reader(std::vector<column> columns, reading read, std::uint64_t memory)
    : columns_(std::move(columns)),
      read_(std::move(read)),
      memory_(memory),
      pages_(memory_for_pages(columns_.size(), memory)) {
  const auto read_pages = [this](std::uint64_t offset, std::span<char> buffer) {
    return read_page(offset, buffer);
  };
  for (const column& definition : columns_) readers_.emplace_back(definition, memory, read_pages);
}

bool row_file_reader::fail(std::string_view why) {
  fault_ = why;
  return false;
}

bool row_file_reader::open() {
  constexpr std::string_view is_none = "it is not a Parquet file";
  std::string tail(static_cast<std::size_t>(size_of_tail), '\0');
  if (read_.size < magic.size() + size_of_tail) return fail(is_none);
  if (!read_.at(read_.size - size_of_tail, tail)) return fail(cannot_read);
  byte_cursor from(tail);
  footer_size_ = from.fixed32();
  if (from.rest() != magic) return fail(is_none);
  if (footer_size_ > read_.size - size_of_tail - magic.size())
    return fail("its footer is longer than the file");
  const std::uint64_t limit = std::max(memory_, accepted_footer(columns_.size()));
  if (footer_size_ > limit) return fail("its footer exceeds the memory budget");
  const std::uint64_t end = read_.size - size_of_tail - footer_size_;
  std::string bytes(static_cast<std::size_t>(footer_size_), '\0');
  if (!read_.at(end, bytes)) return fail(cannot_read);
  const std::string_view fault = read_footer(bytes, columns_, end, limit, footer_);
  if (!fault.empty()) return fail(fault);
  std::string head(magic.size(), '\0');
  if (!read_.next(head)) return fail(cannot_read);
  return head == magic || fail(is_none);
}

bool row_file_reader::read_page(std::uint64_t offset, std::span<char> buffer) {
  if (group_.empty()) return read_.at(offset, buffer);
  // The footer has placed each chunk inside the group.
  std::memcpy(buffer.data(), group_.data() + (offset - group_at_), buffer.size());
  return true;
}

bool row_file_reader::begin_group() {
  const group_place& group = footer_.groups[next_group_];
  const std::span<const chunk_place> chunks =
      std::span(footer_.chunks).subspan(next_group_ * readers_.size(), readers_.size());
  group_.clear();
  if (group.stored_bytes <= read_.kept_group) {
    group_at_ = chunks.empty() ? 0 : chunks.front().offset;
    group_.resize(static_cast<std::size_t>(group.stored_bytes));
    if (!read_.next(group_)) return fail(cannot_read);
  } else if (!skip(group.stored_bytes)) {
    return false;
  }
  if (!skip(group.bloom_bytes)) return false;
  for (std::size_t i = 0; i < readers_.size(); ++i)
    readers_[i].begin_chunk(chunks[i].offset, chunks[i].stored_bytes, chunks[i].values);
  rows_left_ = group.rows;
  ++next_group_;
  return true;
}

// Reads bytes only for the checksum of the file.
bool row_file_reader::skip(std::uint64_t bytes) {
  while (bytes != 0) {
    skipped_.resize(static_cast<std::size_t>(std::min(bytes, bytes_to_skip)));
    if (!read_.next(skipped_)) return fail(cannot_read);
    bytes -= skipped_.size();
  }
  return true;
}

bool row_file_reader::end() {
  ended_ = true;
  return skip(footer_.index_bytes + footer_size_ + size_of_tail);
}

bool row_file_reader::next(typed_row& row) {
  if (ended_ || !fault_.empty()) return false;
  if (!std::exchange(opened_, true) && !open()) return false;
  if (rows_left_ == 0) {
    if (next_group_ == footer_.groups.size()) {
      end();
      return false;
    }
    if (!begin_group()) return false;
  }
  --rows_left_;
  row.clear();
  for (column_reader& reader : readers_) {
    if (!reader.append_next(pages_, row))
      return fail(pages_.is_exhausted() ? "its pages exceed the memory budget" : "it has a damaged page");
    if (row.storage().used() > memory_) return fail("it has a row that exceeds the memory budget");
  }
  if (rows_left_ != 0) return true;
  return std::all_of(readers_.begin(), readers_.end(),
                     [](const column_reader& reader) { return reader.at_end(); }) ||
         fail("it has values that belong to no row");
}

}  // namespace urlsieve::parquet
