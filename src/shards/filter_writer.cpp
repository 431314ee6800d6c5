#include "src/shards/filter_writer.hpp"

#include <algorithm>
#include <utility>

#include "src/shards/filter_file.hpp"
#include "src/shards/ribbon.hpp"
#include "src/shards/sort_key.hpp"
#include "src/text/hex.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {

using namespace filter_file;

filter_writer::filter_writer(durable_file out, row_order order, unsigned bits)
    : out_(std::move(out)), order_(order), bits_(bits) {
  hashes_.reserve(segment_keys);
  write(magic);
}

result<filter_writer> filter_writer::create(std::string path, row_order order, unsigned bits) {
  return durable_file::create(std::move(path)).map([&](durable_file&& out) {
    return filter_writer(std::move(out), order, bits);
  });
}

void filter_writer::write(std::string_view bytes) {
  if (!state_) return;
  sum_.add(bytes);
  summary_.bytes += bytes.size();
  state_ = out_.write(bytes);
}

void filter_writer::add(std::string_view key) {
  if (hashes_.empty()) begin_segment(key);
  hashes_.push_back(filter_hash(key));
  if (hashes_.size() < segment_keys) return;
  assign_sort_key(order_, key, last_key_);
  end_segment();
}

// The bound is the shortest prefix of the key that is behind the last key of the segment before.
void filter_writer::begin_segment(std::string_view key) {
  assign_sort_key(order_, key, bound_);
  const auto different =
      std::mismatch(bound_.begin(), bound_.end(), last_key_.begin(), last_key_.end()).first;
  if (different != bound_.end()) bound_.erase(different + 1, bound_.end());
}

void filter_writer::end_segment() {
  bytes_.clear();
  for (const std::uint64_t word : make_ribbon(hashes_, bits_))
    append_little_endian(word, sizeof(word), bytes_);
  write(bytes_);
  append_little_endian(partition_hash(bytes_), sizeof(std::uint64_t), index_);
  append_little_endian(bound_.size(), sizeof(std::uint32_t), index_);
  index_.append(bound_);
  keys_ += hashes_.size();
  hashes_.clear();
}

result<filter_summary> filter_writer::finish(const std::function<result<void>(durable_file&)>& close) {
  if (!hashes_.empty()) end_segment();
  write(index_);
  const std::uint64_t checksum = partition_hash(index_);
  bytes_.clear();
  for (const std::uint64_t number : {keys_, std::uint64_t{index_.size()}, checksum, std::uint64_t{bits_}})
    append_little_endian(number, sizeof(number), bytes_);
  write(bytes_.append(magic));
  if (state_) state_ = close(out_);
  if (!state_) return tl::unexpected(state_.error());
  summary_.checksum = sum_.hex();
  summary_.index = hex_of(checksum);
  return summary_;
}

}  // namespace urlsieve
