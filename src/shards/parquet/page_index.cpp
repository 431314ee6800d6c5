#include "src/shards/parquet/page_index.hpp"

#include <algorithm>
#include <string_view>

#include "src/shards/parquet/compact_writer.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve::parquet {
namespace {

constexpr int unordered = 0;
constexpr int ascending = 1;
constexpr int descending = 2;

// Returns the signed number of 4 or 8 bytes.
std::int64_t number_of(std::string_view bound) {
  const std::uint64_t bits = little_endian(bound);
  return bound.size() == sizeof(std::int32_t) ? static_cast<std::int32_t>(static_cast<std::uint32_t>(bits))
                                              : static_cast<std::int64_t>(bits);
}

std::string_view text_of(const std::optional<value_bound>& bound) {
  return bound ? std::string_view(bound->value) : std::string_view();
}

}  // namespace

// Returns the order of both bounds over all pages with values.
int page_index_writer::boundary_order() const {
  const auto is_less = [&](const std::optional<value_bound>& left, const std::optional<value_bound>& right) {
    if (!has_numbers_) return text_of(left) < text_of(right);
    return number_of(text_of(left)) < number_of(text_of(right));
  };
  bool ascends = true;
  bool descends = true;
  const indexed_page* before = nullptr;
  for (const indexed_page& page : pages_) {
    if (!page.has_values) continue;
    if (before != nullptr) {
      ascends = ascends && !is_less(page.least, before->least) && !is_less(page.most, before->most);
      descends = descends && !is_less(before->least, page.least) && !is_less(before->most, page.most);
    }
    before = &page;
  }
  return ascends ? ascending : descends ? descending : unordered;
}

std::string page_index_writer::bounds() const {
  const bool is_bounded = std::ranges::all_of(
      pages_, [](const indexed_page& page) { return !page.has_values || (page.least && page.most); });
  std::string bytes;
  if (!is_bounded) return bytes;
  compact_writer to(bytes);
  to.begin_struct();
  to.list(1, compact_type::yes, pages_.size());
  for (const indexed_page& page : pages_) to.truth_element(!page.has_values);
  to.list(2, compact_type::text, pages_.size());
  for (const indexed_page& page : pages_) to.text_element(text_of(page.least));
  to.list(3, compact_type::text, pages_.size());
  for (const indexed_page& page : pages_) to.text_element(text_of(page.most));
  to.i32(4, boundary_order());
  to.list(5, compact_type::i64, pages_.size());
  for (const indexed_page& page : pages_) to.i64_element(page.nulls);
  to.end_struct();
  return bytes;
}

std::string page_index_writer::places(std::uint64_t offset) const {
  std::string bytes;
  compact_writer to(bytes);
  to.begin_struct();
  to.list(1, compact_type::structure, pages_.size());
  std::uint64_t row = 0;
  for (const indexed_page& page : pages_) {
    to.begin_struct();
    to.i64(1, offset);
    to.i32(2, static_cast<std::int64_t>(page.stored_bytes));
    to.i64(3, row);
    to.end_struct();
    offset += page.stored_bytes;
    row += page.rows;
  }
  to.end_struct();
  return bytes;
}

page_index page_index_writer::finish(std::uint64_t offset) {
  page_index index{bounds(), places(offset)};
  pages_.clear();
  return index;
}

}  // namespace urlsieve::parquet
