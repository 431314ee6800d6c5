#include "src/shards/parquet/row_file_writer.hpp"

#include <string>
#include <utility>

#include "src/shards/parquet/varints.hpp"

namespace urlsieve::parquet {
namespace {

// Saves a tenth of the bytes of the next lower level; the time is acceptable, because columns are small.
constexpr int packing_level = 3;

}  // namespace

row_file_writer::row_file_writer(description schema, writing write, std::uint64_t most_index_bytes)
    : schema_(std::move(schema)),
      write_(std::move(write)),
      most_index_bytes_(most_index_bytes),
      footer_(schema_),
      packer_(packing_level),
      chunks_(schema_.columns.size()) {
  for (const column& definition : schema_.columns) columns_.emplace_back(definition);
}

bool row_file_writer::write(std::string_view bytes) {
  offset_ += bytes.size();
  return write_(bytes);
}

row_file_writer::outcome row_file_writer::append(std::span<const row_value> row) {
  if (offset_ == 0 && !write(magic)) return outcome::not_written;
  if (row.size() != columns_.size()) return outcome::unfit;
  std::size_t stored = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].add(row[i])) return outcome::unfit;
    if (columns_[i].page_is_full()) columns_[i].end_page(packer_);
    stored += columns_[i].stored();
  }
  ++rows_;
  if (rows_ < rows_a_group && stored < bytes_a_group) return outcome::done;
  return end_group() ? outcome::done : outcome::not_written;
}

bool row_file_writer::end_group() {
  const std::uint64_t begin = offset_;
  const auto put = [this](std::string_view bytes) { return write(bytes); };
  page_index group;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    page_index index;
    if (!columns_[i].end_chunk(packer_, offset_, put, chunks_[i], index)) return false;
    group.bounds += index.bounds;
    group.places += index.places;
  }
  keep_indexes(group);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string filter = columns_[i].end_bloom_filter();
    chunks_[i].bloom_at = offset_;
    chunks_[i].bloom_bytes = filter.size();
    if (!write(filter)) return false;
  }
  footer_.add_group(std::exchange(rows_, 0), begin, chunks_);
  return true;
}

// Engines expect the indexes of all columns of a row group, or none.
void row_file_writer::keep_indexes(const page_index& group) {
  is_indexed_ = is_indexed_ &&
                indexes_.bounds.size() + indexes_.places.size() + group.bounds.size() + group.places.size() <=
                    most_index_bytes_;
  if (is_indexed_) {
    indexes_.bounds += group.bounds;
    indexes_.places += group.places;
    return;
  }
  for (chunk_facts& chunk : chunks_) chunk.index_bytes = chunk.places_bytes = 0;
}

row_file_writer::outcome row_file_writer::finish() {
  if (offset_ == 0 && !write(magic)) return outcome::not_written;
  if (rows_ != 0 && !end_group()) return outcome::not_written;
  std::vector<bool> is_utf8;
  is_utf8.reserve(columns_.size());
  for (const column_writer& writer : columns_) is_utf8.push_back(writer.is_utf8());
  std::string bytes = footer_.finish(is_utf8, offset_);
  if (!write(indexes_.bounds) || !write(indexes_.places)) return outcome::not_written;
  const auto size = static_cast<std::uint32_t>(bytes.size());
  append_fixed32(size, bytes);
  bytes.append(magic);
  return write(bytes) ? outcome::done : outcome::not_written;
}

}  // namespace urlsieve::parquet
