// All metadata of a page is checked against its bytes: sizes before memory is allocated, and counts before
// loops run.
#include "src/shards/parquet/column_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "src/shards/parquet/bit_runs.hpp"
#include "src/shards/parquet/delta_numbers.hpp"

namespace urlsieve::parquet {
namespace {

// A page ends at values_a_page, but a long list may exceed the limit.
constexpr std::uint64_t most_values = 2 * values_a_page;

// Page headers have fewer bytes.
constexpr std::uint64_t longest_head = 64;

// The size in front of each value of a dictionary.
constexpr std::size_t size_of_size = sizeof(std::uint32_t);

}  // namespace

// Returns false if a key contains a separator of rows or columns of text.
bool column_reader::may_hold(std::string_view texts) const {
  return !is_key_ ||
         (texts.find('\n') == std::string_view::npos && texts.find('\t') == std::string_view::npos);
}

void column_reader::begin_chunk(std::uint64_t offset, std::uint64_t bytes, std::uint64_t values) {
  offset_ = offset;
  bytes_left_ = bytes;
  chunk_begun_ = false;
  values_left_ = values;
  level_ = levels_ = 0;
  dictionary_.clear();
}

bool column_reader::read_head(page_head& head) {
  std::array<char, longest_head> buffer{};
  const std::span<char> bytes =
      std::span(buffer).first(static_cast<std::size_t>(std::min(longest_head, bytes_left_)));
  if (!read_(offset_, bytes)) return false;
  const std::optional<page_head> found = read_page_head({bytes.data(), bytes.size()});
  if (!found) return false;
  head = *found;
  offset_ += head.size;
  bytes_left_ -= head.size;
  return head.plain <= most_bytes_ && head.values <= most_values && head.stored <= bytes_left_ &&
         head.stored <= block_compressor::max_compressed(static_cast<std::size_t>(head.plain));
}

bool column_reader::unpack(const page_head& head, page_memory& memory, std::string& plain) {
  if (!memory.reserve(memory.stored, head.stored) || !memory.reserve(plain, head.plain)) return false;
  memory.stored.resize(static_cast<std::size_t>(head.stored));
  if (!read_(offset_, memory.stored)) return false;
  offset_ += head.stored;
  bytes_left_ -= head.stored;
  plain.resize(static_cast<std::size_t>(head.plain));
  return memory.unpacker.unpack(memory.stored, plain);
}

bool column_reader::read_dictionary(const page_head& head, page_memory& memory) {
  if (type_.kind == field_kind::number || head.how != static_cast<std::uint64_t>(encoding::plain) ||
      !unpack(head, memory, dictionary_plain_))
    return false;
  // Each value takes at least the bytes of its size.
  if (head.values > dictionary_plain_.size() / size_of_size || !memory.reserve(dictionary_, head.values))
    return false;
  byte_cursor from(dictionary_plain_);
  while (!from.rest().empty()) {
    if (dictionary_.size() == head.values) return false;
    const std::string_view value = from.take(from.fixed32());
    if (from.failed() || !may_hold(value)) return false;
    dictionary_.push_back(value);
  }
  return dictionary_.size() == head.values;
}

bool column_reader::next_page(page_memory& memory) {
  while (true) {
    page_head head;
    if (!read_head(head)) return false;
    const bool first = !chunk_begun_;
    chunk_begun_ = true;
    if (head.kind == static_cast<std::uint64_t>(page_kind::dictionary)) {
      if (!first || !read_dictionary(head, memory)) return false;
      continue;
    }
    if (head.kind != static_cast<std::uint64_t>(page_kind::data) || head.values == 0 ||
        head.values > values_left_ || !unpack(head, memory, plain_))
      return false;
    values_left_ -= head.values;
    level_ = value_ = 0;
    levels_ = static_cast<std::size_t>(head.values);
    byte_cursor from(plain_);
    std::size_t present = levels_;
    if (type_.is_list() && !read_levels(from, memory, repetitions_)) return false;
    if (type_.is_list() || type_.nullable) {
      if (!read_levels(from, memory, definitions_)) return false;
      present = static_cast<std::size_t>(std::count(definitions_.begin(), definitions_.end(), 1U));
    }
    return read_values(from, static_cast<encoding>(head.how), present, memory);
  }
}

bool column_reader::read_levels(byte_cursor& from, page_memory& memory, std::vector<std::uint32_t>& levels) {
  const std::string_view runs = from.take(from.fixed32());
  return !from.failed() && memory.reserve(levels, levels_) && read_runs(runs, 1, levels_, 2, levels);
}

bool column_reader::read_values(byte_cursor& from, encoding page_encoding, std::size_t count,
                                page_memory& memory) {
  how_ = page_encoding;
  text_.clear();
  if (type_.kind == field_kind::number)
    return page_encoding == encoding::deltas && memory.reserve(numbers_, count) &&
           take_deltas(from, count, numbers_) && from.rest().empty();
  if (!memory.reserve(places_, count)) return false;
  if (page_encoding == encoding::dictionary) {
    const unsigned width = from.byte();
    const auto bound = static_cast<std::uint32_t>(dictionary_.size());
    return !from.failed() && width <= 32 && read_runs(from.rest(), width, count, bound, places_);
  }
  if (page_encoding != encoding::delta_strings || !memory.reserve(rests_, count) ||
      !take_deltas(from, count, places_) || !take_deltas(from, count, rests_))
    return false;
  texts_ = from.rest();
  std::uint64_t size = 0;
  std::uint64_t longest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    size += rests_[i];
    longest = std::max(longest, std::uint64_t{places_[i]} + rests_[i]);
  }
  // A prefix is shared with the text before, so no text is longer than all suffixes.
  return size == texts_.size() && may_hold(texts_) && memory.reserve(text_, std::min(longest, size));
}

// Sets `text` to the next text, valid until the next call.
bool column_reader::next_text(std::string_view& text) {
  const std::size_t at = value_++;
  if (how_ == encoding::dictionary) {
    text = dictionary_[places_[at]];
    return true;
  }
  if (places_[at] > text_.size() || std::uint64_t{places_[at]} + rests_[at] > most_bytes_) return false;
  text_.resize(places_[at]);
  text_.append(texts_.substr(0, rests_[at]));
  texts_.remove_prefix(rests_[at]);
  text = text_;
  return true;
}

bool column_reader::append_list(typed_row& row) {
  if (repetitions_[level_] != 0) return false;
  std::vector<std::string_view>& elements = row.new_list();
  if (definitions_[level_] == 0) {
    ++level_;
    row.add(row_value::of_list(elements));
    return true;
  }
  const std::size_t begin = row.storage().used();
  for (bool first = true; first || (level_ < levels_ && repetitions_[level_] != 0); first = false) {
    // Only an empty list has a null element.
    if (definitions_[level_++] == 0) return false;
    std::string_view text;
    if (!next_text(text)) return false;
    elements.push_back(row.storage().copy(text));
    if (row.storage().used() - begin + elements.size() > most_bytes_) return false;
  }
  row.add(row_value::of_list(elements));
  return true;
}

bool column_reader::append_next(page_memory& memory, typed_row& row) {
  if (level_ == levels_ && !next_page(memory)) return false;
  if (type_.is_list()) return append_list(row);
  if (type_.nullable && definitions_[level_++] == 0) {
    row.add({});
    return true;
  }
  if (!type_.nullable) ++level_;
  if (type_.kind == field_kind::number) {
    const std::int64_t number = numbers_[value_++];
    row.add(row_value::of_number(static_cast<std::uint64_t>(number)));
    return number >= 0;
  }
  std::string_view text;
  if (!next_text(text)) return false;
  row.add_copy(text);
  return true;
}

}  // namespace urlsieve::parquet
