// Numbers in the file are those of parquet.thrift (Apache Parquet format 2). Sizes are checked before memory
// is allocated, and counts before loops run.
#include "src/shards/parquet/foreign_column.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "src/codec/raw_block.hpp"
#include "src/shards/parquet/bit_runs.hpp"
#include "src/shards/parquet/compact_reader.hpp"
#include "src/shards/parquet/delta_numbers.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve::parquet {
namespace {

constexpr std::uint64_t longest_page_head = std::uint64_t{16} << 10U;
constexpr std::string_view corrupt_page = "a page is corrupt";

// Encodings.
constexpr std::uint64_t plain_values = 0;
constexpr std::uint64_t old_dictionary = 2;  // as the dictionary encoding
constexpr std::uint64_t runs = 3;
constexpr std::uint64_t delta_numbers = 5;
constexpr std::uint64_t delta_lengths = 6;
constexpr std::uint64_t delta_texts = 7;
constexpr std::uint64_t dictionary_places = 8;

enum page : std::uint64_t { data_page = 0, index_page = 1, dictionary_page = 2, second_data_page = 3 };
enum codec : std::int64_t { uncompressed = 0, snappy = 1, gzip_codec = 2, zstd_codec = 6 };

}  // namespace

foreign_column::foreign_column(foreign_type type, std::uint64_t most_bytes, reading read)
    : type_(type), most_bytes_(most_bytes), read_(std::move(read)) {}

bool foreign_column::fail(std::string_view why) {
  if (fault_.empty()) fault_ = why;
  return false;
}

void foreign_column::begin_chunk(const foreign_chunk& chunk) {
  chunk_ = chunk;
  values_left_ = chunk.values;
  level_ = levels_ = 0;
  dictionary_texts_.clear();
  dictionary_numbers_.clear();
}

bool foreign_column::read_head(page_head& head) {
  stored_.resize(static_cast<std::size_t>(std::min(longest_page_head, chunk_.stored_bytes)));
  if (stored_.empty() || !read_(chunk_.offset, stored_)) return fail(corrupt_page);
  const std::optional<page_head> found = read_page_head(stored_);
  if (!found) return fail(corrupt_page);
  head = *found;
  chunk_.offset += head.size;
  chunk_.stored_bytes -= head.size;
  if (head.stored > chunk_.stored_bytes) return fail(corrupt_page);
  if (head.plain > most_bytes_ || head.stored > most_bytes_ ||
      head.values > most_bytes_ / sizeof(std::int64_t))
    return fail("a page exceeds the memory budget");
  return true;
}

bool foreign_column::decompress(std::string_view compressed, std::span<char> plain) {
  switch (chunk_.codec) {
    case codec::uncompressed:
      if (compressed.size() != plain.size()) return fail(corrupt_page);
      if (!plain.empty()) std::memcpy(plain.data(), compressed.data(), compressed.size());
      return true;
    case codec::snappy:
      return decompress_snappy(compressed, plain) || fail(corrupt_page);
    case codec::zstd_codec:
      return zstd_.unpack(compressed, plain) || fail(corrupt_page);
    case codec::gzip_codec: {
      if (gzip_ == nullptr) gzip_ = make_decoder(compression::gzip);
      gzip_->reset();
      // One more byte shows that the member ends.
      std::string with_end(plain.size() + 1, '\0');
      const decode_step step = gzip_->decode(compressed, with_end, true);
      if (step.state != decode_state::member_end || step.produced != plain.size()) return fail(corrupt_page);
      if (!plain.empty()) std::memcpy(plain.data(), with_end.data(), plain.size());
      return true;
    }
    default:
      return fail("its pages are compressed by another codec than snappy, gzip or zstd");
  }
}

bool foreign_column::read_plain(byte_cursor& from, std::size_t count, std::vector<std::string_view>& texts,
                                std::vector<std::int64_t>& numbers) const {
  texts.clear();
  numbers.clear();
  // Each text takes at least the bytes of its size.
  if (count > from.rest().size() / (type_.is_text ? 4 : type_.number_size)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (type_.is_text) {
      texts.push_back(from.take(from.fixed32()));
    } else {
      const std::uint64_t bits = little_endian(from.take(type_.number_size));
      numbers.push_back(type_.number_size == 4 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(bits))
                                               : static_cast<std::int64_t>(bits));
    }
  }
  return !from.failed();
}

bool foreign_column::read_dictionary(const page_head& head) {
  if (head.how != plain_values && head.how != old_dictionary) return fail(corrupt_page);
  dictionary_plain_.resize(static_cast<std::size_t>(head.plain));
  if (!decompress(stored_, dictionary_plain_)) return false;
  byte_cursor from(dictionary_plain_);
  return read_plain(from, static_cast<std::size_t>(head.values), dictionary_texts_, dictionary_numbers_) ||
         fail(corrupt_page);
}

bool foreign_column::read_places(byte_cursor& from, std::size_t count) {
  const unsigned width = from.byte();
  const std::size_t size = type_.is_text ? dictionary_texts_.size() : dictionary_numbers_.size();
  if (from.failed() || width > 32 ||
      !read_runs(from.rest(), width, count, static_cast<std::uint32_t>(size), places_, run_padding::ignored))
    return false;
  for (const std::uint32_t place : places_) {
    if (type_.is_text)
      texts_.push_back(dictionary_texts_[place]);
    else
      numbers_.push_back(dictionary_numbers_[place]);
  }
  return true;
}

// Numbers of 4 bytes wrap at 4 bytes.
bool foreign_column::read_numbers(byte_cursor& from, std::size_t count) {
  if (!take_foreign_deltas(from, count, numbers_)) return false;
  if (type_.number_size == 4)
    for (std::int64_t& number : numbers_)
      number = static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
  return true;
}

bool foreign_column::read_sizes(byte_cursor& from, std::size_t count, std::vector<std::uint32_t>& sizes) {
  if (!take_foreign_deltas(from, count, numbers_)) return false;
  sizes.clear();
  for (const std::int64_t size : numbers_) sizes.push_back(static_cast<std::uint32_t>(size));
  numbers_.clear();
  return true;
}

bool foreign_column::read_delta_texts(byte_cursor& from, std::size_t count, bool has_prefixes) {
  places_.assign(count, 0);
  if (has_prefixes && !read_sizes(from, count, places_)) return false;
  if (!read_sizes(from, count, rests_)) return false;
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += std::uint64_t{places_[i]} + rests_[i];
  if (size > most_bytes_) return fail("a page exceeds the memory budget");
  built_.clear();
  built_.reserve(static_cast<std::size_t>(size));  // texts_ point into it
  std::string_view before;
  for (std::size_t i = 0; i < count; ++i) {
    if (places_[i] > before.size()) return false;
    const std::size_t begin = built_.size();
    built_.append(before.substr(0, places_[i])).append(from.take(rests_[i]));
    if (from.failed()) return false;
    before = std::string_view(built_).substr(begin);
    texts_.push_back(before);
  }
  return true;
}

bool foreign_column::read_values(byte_cursor& from, std::uint64_t encoding, std::size_t count) {
  texts_.clear();
  numbers_.clear();
  value_ = 0;
  switch (encoding) {
    case plain_values:
      return read_plain(from, count, texts_, numbers_);
    case old_dictionary:
    case dictionary_places:
      return count == 0 || read_places(from, count);
    case delta_numbers:
      return !type_.is_text && (count == 0 || read_numbers(from, count));
    case delta_lengths:
    case delta_texts:
      return type_.is_text && (count == 0 || read_delta_texts(from, count, encoding == delta_texts));
    default:
      return fail("its values are encoded in another way than plain, by dictionary or by deltas");
  }
}

bool foreign_column::read_data(const page_head& head) {
  levels_ = static_cast<std::size_t>(head.values);
  level_ = 0;
  plain_.resize(static_cast<std::size_t>(head.plain));
  std::string_view levels;
  std::size_t levels_size = 0;
  if (head.kind == second_data_page) {
    if (head.repetition_bytes != 0 || head.definition_bytes > std::min(head.stored, head.plain))
      return fail(corrupt_page);
    levels_size = static_cast<std::size_t>(head.definition_bytes);
    levels = std::string_view(stored_).substr(0, levels_size);
    const std::string_view values = std::string_view(stored_).substr(levels_size);
    plain_.resize(plain_.size() - levels_size);
    // Values that do not shrink are not compressed.
    if (values.size() == plain_.size())
      plain_ = values;
    else if (!decompress(values, plain_))
      return false;
  } else if (!decompress(stored_, plain_)) {
    return false;
  }
  byte_cursor from(plain_);
  std::size_t present = levels_;
  if (type_.is_optional) {
    if (head.kind == data_page) {
      if (head.level_how != page_head::absent && head.level_how != runs)
        return fail("its levels are encoded in another way than by runs");
      levels = from.take(from.fixed32());
    }
    if (from.failed() || !read_runs(levels, 1, levels_, 2, definitions_, run_padding::ignored))
      return fail(corrupt_page);
    present = static_cast<std::size_t>(std::ranges::count(definitions_, 1U));
  }
  return read_values(from, head.how, present) || fail(corrupt_page);
}

bool foreign_column::next_page() {
  while (values_left_ != 0) {
    page_head head;
    if (!read_head(head)) return false;
    stored_.resize(static_cast<std::size_t>(head.stored));
    if (!read_(chunk_.offset, stored_)) return fail(corrupt_page);
    chunk_.offset += head.stored;
    chunk_.stored_bytes -= head.stored;
    if (head.kind == dictionary_page) {
      if (!read_dictionary(head)) return false;
    } else if (head.kind == data_page || head.kind == second_data_page) {
      if (head.values > values_left_) return fail(corrupt_page);
      values_left_ -= head.values;
      if (!read_data(head)) return false;
      if (levels_ != 0) return true;
    } else if (head.kind != index_page) {
      return fail(corrupt_page);
    }
  }
  return false;
}

bool foreign_column::next(row_value& value) {
  if (level_ == levels_ && !next_page()) return false;
  value = row_value();
  const bool is_null = type_.is_optional && definitions_[level_] == 0;
  ++level_;
  if (is_null) return true;
  const std::size_t at = value_++;
  value = type_.is_text ? row_value::of_text(texts_[at])
                        : row_value::of_number(static_cast<std::uint64_t>(numbers_[at]));
  return true;
}

}  // namespace urlsieve::parquet
