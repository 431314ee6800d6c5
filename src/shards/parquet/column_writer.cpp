// A page is encoded from collected values at once, so that the values determine its encoding.
#include "src/shards/parquet/column_writer.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "src/shards/parquet/bit_runs.hpp"
#include "src/shards/parquet/compact_writer.hpp"
#include "src/shards/parquet/delta_numbers.hpp"
#include "src/shards/parquet/value_bounds.hpp"
#include "src/shards/parquet/varints.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/number_bytes.hpp"
#include "src/text/shared_prefix.hpp"

namespace urlsieve::parquet {
namespace {

// At this size, in bytes, the dictionary is closed; the page that exceeds the size is finished.
constexpr std::size_t dictionary_limit = std::size_t{256} << 10U;

// Strings with more capacity, in bytes, free their memory after a long value.
constexpr std::size_t largest_idle_capacity = std::size_t{8} << 20U;

void clear_and_shrink(std::string& text) {
  text.clear();
  if (text.capacity() > largest_idle_capacity) text.shrink_to_fit();
}

value_bound bound_of(std::int64_t number, const column_type& type) {
  value_bound bound;
  append_little_endian(static_cast<std::uint64_t>(number), type.number_size(), bound.value);
  return bound;
}

// Returns true if a column of this form has the number, which is negative above 2^63 - 1.
bool fits(std::uint64_t number, number_form form) {
  const auto value = static_cast<std::int64_t>(number);
  switch (form) {
    case number_form::natural:
      return value >= 0;
    case number_form::int32:
      return std::in_range<std::int32_t>(value);
    case number_form::int16:
      return std::in_range<std::int16_t>(value);
    case number_form::milliseconds:
      break;
  }
  return true;
}

}  // namespace

column_writer::column_writer(const column& schema)
    : type_(schema.type),
      page_limit_(schema.is_key ? bytes_a_page_of_keys : bytes_a_page),
      tries_dictionary_(schema.type.kind != field_kind::number && !schema.is_key),
      has_bloom_(schema.has_bloom),
      index_(schema.type.kind == field_kind::number) {}

std::size_t column_writer::pending_values() const {
  return std::max({definitions_.size(), sizes_.size(), numbers_.size()});
}

void column_writer::add_text(std::string_view value) {
  if (has_bloom_) bloom_.add(value);
  texts_.append(value);
  sizes_.push_back(static_cast<std::uint32_t>(value.size()));
  pending_bytes_ += value.size();
}

bool column_writer::add(const row_value& value) {
  ++pending_rows_;
  using form = row_value::form;
  const form value_form = value.kind();
  if (type_.is_list()) {
    if (value_form != form::list && value_form != form::absent) return false;
    const std::span<const std::string_view> elements = value.elements();
    repetitions_.push_back(0);
    definitions_.push_back(elements.empty() ? 0 : 1);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      add_text(elements[i]);
      if (i == 0) continue;
      repetitions_.push_back(1);
      definitions_.push_back(1);
    }
    return true;
  }
  if (type_.kind == field_kind::text) {
    if (value_form != form::text && value_form != form::absent) return false;
    const std::string_view text = value.text();
    if (type_.nullable) definitions_.push_back(text.empty() ? 0 : 1);
    if (!type_.nullable || !text.empty()) add_text(text);
    return true;
  }
  if (type_.nullable) {
    definitions_.push_back(value_form == form::absent ? 0 : 1);
    if (value_form == form::absent) return true;
  }
  if (value_form != form::number || !fits(value.number(), type_.numbers)) return false;
  numbers_.push_back(static_cast<std::int64_t>(value.number()));
  pending_bytes_ += sizeof(std::int64_t);
  return true;
}

// Appends levels behind their size, as data pages of version 1 require.
void column_writer::append_levels(const std::vector<std::uint32_t>& levels) {
  std::string runs;
  append_runs(levels, 1, runs);
  append_fixed32(static_cast<std::uint32_t>(runs.size()), plain_);
  plain_.append(runs);
}

void column_writer::check_utf8() {
  if (!is_utf8_ || is_ascii(texts_)) return;
  std::size_t at = 0;
  for (const std::uint32_t size : sizes_) {
    is_utf8_ = is_utf8_ && urlsieve::is_utf8(std::string_view(texts_).substr(at, size));
    at += size;
  }
}

void column_writer::note_texts(indexed_page& page) {
  const auto [least, most] = range_;
  page.least = lower_bound_of(least, longest_page_bound);
  page.most = upper_bound_of(most, longest_page_bound);
  if (!has_bounds_ || least < least_) least_ = least;
  if (!has_bounds_ || most > most_) most_ = most;
  has_bounds_ = true;
}

void column_writer::append_delta_strings() {
  const std::string_view all = texts_;
  std::vector<std::uint32_t>& shared = places_;
  shared.clear();
  std::vector<std::uint32_t> rests;
  rests.reserve(sizes_.size());
  std::string_view before;
  std::string_view least = all.substr(0, sizes_.empty() ? 0 : sizes_[0]);
  std::string_view most = least;
  std::size_t at = 0;
  for (const std::uint32_t size : sizes_) {
    const std::string_view value = all.substr(at, size);
    at += size;
    const auto same = static_cast<std::uint32_t>(shared_prefix(before, value));
    shared.push_back(same);
    rests.push_back(size - same);
    // A value above the value before can only be a new maximum; any other value only a new minimum.
    const bool ascends =
        same < size && (same == before.size() ||
                        static_cast<unsigned char>(before[same]) < static_cast<unsigned char>(value[same]));
    if (ascends && value > most) most = value;
    if (!ascends && value < least) least = value;
    before = value;
  }
  append_deltas(shared, plain_);
  append_deltas(rests, plain_);
  at = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    plain_.append(all.substr(at + shared[i], rests[i]));
    at += sizes_[i];
  }
  range_ = {least, most};
}

// Compares each distinct value of the page once.
column_writer::text_range column_writer::range_of_places() {
  std::vector<bool> is_known(dictionary_.size());
  text_range range{dictionary_.value(places_[0]), dictionary_.value(places_[0])};
  for (const std::uint32_t place : places_) {
    if (is_known[place]) continue;
    is_known[place] = true;
    const std::string_view value = dictionary_.value(place);
    range.least = std::min(range.least, value);
    range.most = std::max(range.most, value);
  }
  return range;
}

// Returns false if a dictionary would not save bytes, and no page has used it.
bool column_writer::append_places() {
  places_.clear();
  std::size_t at = 0;
  for (const std::uint32_t size : sizes_) {
    const std::string_view value = std::string_view(texts_).substr(at, size);
    at += size;
    places_.push_back(dictionary_.place_of(value));
  }
  if (!dictionary_used_ && 2 * dictionary_.size() > sizes_.size()) {
    dictionary_.clear();
    return false;
  }
  range_ = range_of_places();
  const auto width =
      static_cast<unsigned>(std::bit_width(dictionary_.size() < 2 ? std::size_t{0} : dictionary_.size() - 1));
  plain_.push_back(static_cast<char>(width));
  append_runs(places_, width, plain_);
  dictionary_used_ = true;
  return true;
}

encoding column_writer::append_texts() {
  check_utf8();
  if (tries_dictionary_ && !dictionary_refused_ && !sizes_.empty()) {
    if (append_places()) {
      dictionary_refused_ = dictionary_.plain().size() > dictionary_limit;
      return encoding::dictionary;
    }
    dictionary_refused_ = true;
  }
  append_delta_strings();
  facts_.has_delta_pages = true;
  return encoding::delta_strings;
}

void column_writer::note_numbers(indexed_page& page) {
  const auto [least, most] = std::minmax_element(numbers_.begin(), numbers_.end());
  least_number_ = has_bounds_ ? std::min(least_number_, *least) : *least;
  most_number_ = has_bounds_ ? std::max(most_number_, *most) : *most;
  has_bounds_ = true;
  page.least = bound_of(*least, type_);
  page.most = bound_of(*most, type_);
}

std::string column_writer::pack_page(block_compressor& packer, page_kind kind, encoding page_encoding,
                                     std::size_t values, std::string_view plain) {
  std::string packed(block_compressor::max_compressed(plain.size()), '\0');
  packed.resize(packer.pack({plain.data(), plain.size()}, {packed.data(), packed.size()}));
  std::string page;
  compact_writer head(page);
  head.begin_struct();
  head.i32(1, static_cast<std::int64_t>(kind));
  head.i32(2, static_cast<std::int64_t>(plain.size()));
  head.i32(3, static_cast<std::int64_t>(packed.size()));
  head.begin_struct(kind == page_kind::data ? 5 : 7);
  head.i32(1, static_cast<std::int64_t>(values));
  head.i32(2, static_cast<std::int64_t>(page_encoding));
  if (kind == page_kind::data) {
    head.i32(3, static_cast<std::int64_t>(encoding::rle));
    head.i32(4, static_cast<std::int64_t>(encoding::rle));
  }
  head.end_struct();
  head.end_struct();
  facts_.plain_bytes += page.size() + plain.size();
  page.reserve(page.size() + packed.size());
  page.append(packed);
  facts_.stored_bytes += page.size();
  return page;
}

void column_writer::end_page(block_compressor& packer) {
  const std::size_t values = pending_values();
  if (values == 0) return;
  plain_.clear();
  if (type_.is_list()) append_levels(repetitions_);
  if (!definitions_.empty()) append_levels(definitions_);
  encoding how = encoding::deltas;
  if (type_.kind == field_kind::number) {
    append_deltas(numbers_, plain_);
  } else {
    how = append_texts();
  }
  const std::size_t present = type_.kind == field_kind::number ? numbers_.size() : sizes_.size();
  indexed_page page;
  page.rows = std::exchange(pending_rows_, 0);
  page.nulls = values - present;
  page.has_values = present != 0;
  if (!numbers_.empty()) note_numbers(page);
  if (!sizes_.empty()) note_texts(page);
  pages_.push_back(pack_page(packer, page_kind::data, how, values, plain_));
  page.stored_bytes = pages_.back().size();
  pages_bytes_ += pages_.back().size();
  facts_.values += values;
  facts_.nulls += page.nulls;
  index_.add(std::move(page));
  clear_and_shrink(texts_);
  clear_and_shrink(plain_);
  sizes_.clear();
  numbers_.clear();
  repetitions_.clear();
  definitions_.clear();
  pending_bytes_ = 0;
}

bool column_writer::end_chunk(block_compressor& packer, std::uint64_t offset, const writing& write,
                              chunk_facts& facts, page_index& index) {
  end_page(packer);
  if (dictionary_used_) {
    facts_.dictionary_at = offset;
    const std::string page =
        pack_page(packer, page_kind::dictionary, encoding::plain, dictionary_.size(), dictionary_.plain());
    offset += page.size();
    if (!write(page)) return false;
  }
  facts_.data_at = offset;
  for (const std::string& page : pages_)
    if (!write(page)) return false;
  pages_.clear();
  pages_bytes_ = 0;
  index = index_.finish(offset);
  if (has_bounds_ && type_.kind == field_kind::number) {
    facts_.least = bound_of(least_number_, type_);
    facts_.most = bound_of(most_number_, type_);
  } else if (has_bounds_) {
    facts_.least = lower_bound_of(least_, longest_chunk_bound);
    facts_.most = upper_bound_of(most_, longest_chunk_bound);
  }
  has_bounds_ = dictionary_used_ = dictionary_refused_ = false;
  dictionary_.clear();
  facts = std::exchange(facts_, {});
  facts.index_bytes = index.bounds.size();
  facts.places_bytes = index.places.size();
  return true;
}

}  // namespace urlsieve::parquet
