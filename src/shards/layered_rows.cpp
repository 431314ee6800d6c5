// The merge is one row ahead: the row behind the rows of the current URL is known when the current row is
// written. The reader of the first row has advanced by then, and keeps the row before.
#include "src/shards/layered_rows.hpp"

#include <algorithm>
#include <utility>

#include "src/rows/packed_values.hpp"

namespace urlsieve {

layered_rows::layered_rows(const manifest& run, std::size_t layers)
    : is_typed_(run.form == row_form::parquet), joined_(std::make_unique<merged_row>(run, run)) {
  layers_.reserve(layers);
}

result<layered_rows> layered_rows::open(const std::string& directory, const shard_summary& entry,
                                        const manifest& run, const row_layout& layout,
                                        const shard_access& access) {
  layered_rows opened(run, entry.layers.size());
  shard_access of_layer = access;
  of_layer.memory = access.memory / entry.layers.size();
  for (const shard_summary& layer : entry.layers) {
    result<shard_reader> reader = shard_reader::open(directory, layer, run, layout, of_layer);
    if (!reader) return tl::unexpected(std::move(reader.error()));
    opened.layers_.push_back(std::move(*reader));
  }
  opened.rows_ = merge_by_key(opened.layers_);
  if (opened.rows_->next()) opened.first_ = opened.rows_->index();
  return opened;
}

bool layered_rows::begin_joining() {
  shard_reader& reader = layers_[*first_];
  return is_typed_ ? joined_->begin(reader.previous_values()) : joined_->begin(reader.previous_row());
}

bool layered_rows::join(std::size_t layer) {
  shard_reader& reader = layers_[layer];
  return is_typed_ ? joined_->add(reader.values(), *joined_) : joined_->add(reader.row(), *joined_);
}

void layered_rows::write(std::string& row) {
  row.clear();
  shard_reader& reader = layers_[*first_];
  if (is_typed_)
    pack_row(is_joined_ ? joined_->values(0) : reader.previous_values(), row);
  else if (is_joined_)
    joined_->append(0, row);
  else
    row.append(reader.previous_row()).append(1, '\n');
}

bool layered_rows::next(std::string& row) {
  if (!first_ || !malformed_.empty()) return false;
  is_joined_ = false;
  while (rows_->next()) {
    const std::size_t layer = rows_->index();
    if (!rows_->same_key()) {
      write(row);
      first_ = layer;
      return true;
    }
    if ((!is_joined_ && !begin_joining()) || !join(layer)) {
      malformed_ = layers_[layer].path();
      return false;
    }
    is_joined_ = true;
  }
  write(row);
  first_.reset();
  return true;
}

result<void> layered_rows::state() const {
  if (!malformed_.empty())
    return tl::unexpected(
        error{error_code::cannot_read, malformed_ + " has a row that contradicts its manifest"});
  for (const shard_reader& layer : layers_)
    if (!layer.state()) return layer.state();
  return {};
}

result<void> layered_rows::check() const {
  if (result<void> known = state(); !known) return known;
  for (const shard_reader& layer : layers_)
    if (result<void> checked = layer.check(); !checked) return checked;
  return {};
}

result<void> layered_rows::check_files() const {
  if (result<void> known = state(); !known) return known;
  for (const shard_reader& layer : layers_)
    if (result<void> checked = layer.check_file(); !checked) return checked;
  return {};
}

void layered_rows::drain() {
  for (shard_reader& layer : layers_) layer.drain();
}

std::uint64_t layered_rows::stored_bytes() const {
  std::uint64_t sum = 0;
  for (const shard_reader& layer : layers_) sum += layer.stored_bytes();
  return sum;
}

}  // namespace urlsieve
