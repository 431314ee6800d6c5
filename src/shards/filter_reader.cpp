#include "src/shards/filter_reader.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "src/shards/filter_file.hpp"
#include "src/shards/ribbon.hpp"
#include "src/text/hex.hpp"
#include "src/text/number_bytes.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

using namespace filter_file;

result<filter_reader> filter_reader::open(const std::string& directory, const shard_summary& entry,
                                          const remote_context& remote) {
  result<dataset_file> opened =
      dataset_file::open(filter_path(directory, entry), remote, dataset_file::reading::anywhere);
  if (!opened) return tl::unexpected(std::move(opened.error()));
  filter_reader reader(std::move(*opened));
  if (result<void> done = reader.read_index(entry); !done) return tl::unexpected(std::move(done.error()));
  return reader;
}

tl::unexpected<error> filter_reader::damaged(std::string_view fault) const {
  return tl::unexpected(error{error_code::cannot_read, file_.path() + ": " + std::string(fault)});
}

result<void> filter_reader::read(std::uint64_t at, std::string& bytes) {
  for (std::size_t filled = 0; filled < bytes.size();) {
    const result<std::size_t> got =
        file_.read(at + filled, std::span(bytes.data() + filled, bytes.size() - filled));
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return damaged("it is shorter than the manifest says");
    filled += *got;
  }
  return {};
}

result<void> filter_reader::read_index(const shard_summary& entry) {
  if (!file_.has_random_access()) return damaged("its server has no ranges");
  // The size of the file bounds the memory that the footer can claim.
  if (file_.size() != entry.filter.bytes) return damaged("its size differs from the manifest");
  if (entry.filter.bytes < magic.size() + footer_size) return damaged("it is too short for a filter");
  std::string footer(footer_size, '\0');
  if (result<void> done = read(entry.filter.bytes - footer_size, footer); !done) return done;
  const auto number = [&](std::size_t i) { return little_endian(std::string_view(footer).substr(8 * i, 8)); };
  if (!std::string_view(footer).ends_with(magic)) return damaged("it is not a filter of urlsieve");
  if (hex_of(number(2)) != entry.filter.index) return damaged("its index differs from the manifest");
  keys_ = number(0);
  bits_ = static_cast<unsigned>(std::min<std::uint64_t>(number(3), most_bits + 1));
  if (keys_ != entry.lines) return damaged("its number of keys differs from the manifest");
  if (bits_ == 0 || bits_ > most_bits) return damaged("its footer is damaged");
  const std::uint64_t count = (keys_ + segment_keys - 1) / segment_keys;
  const std::uint64_t solutions =
      count == 0 ? 0
                 : (count - 1) * ribbon_words(segment_keys, bits_) * sizeof(std::uint64_t) +
                       ribbon_words(keys_of(count - 1), bits_) * sizeof(std::uint64_t);
  const std::uint64_t content = entry.filter.bytes - magic.size() - footer_size;
  if (solutions > content || number(1) != content - solutions) return damaged("its footer is damaged");
  std::string index(number(1), '\0');
  if (result<void> done = read(magic.size() + solutions, index); !done) return done;
  segments_.reserve(std::min<std::uint64_t>(count, index.size() / entry_size));
  if (partition_hash(index) != number(2) || !parse_index(index) || segments_.size() != count)
    return damaged("its index is damaged");
  return {};
}

bool filter_reader::parse_index(std::string_view index) {
  while (index.size() >= entry_size) {
    const std::uint64_t bound = little_endian(index.substr(sizeof(std::uint64_t), sizeof(std::uint32_t)));
    if (bound > index.size() - entry_size) return false;
    segments_.push_back({little_endian(index.substr(0, sizeof(std::uint64_t))),
                         std::string(index.substr(entry_size, bound))});
    index.remove_prefix(entry_size + bound);
  }
  return index.empty();
}

std::size_t filter_reader::keys_of(std::size_t number) const {
  return std::min<std::uint64_t>(keys_ - std::uint64_t{number} * segment_keys, segment_keys);
}

std::optional<std::size_t> filter_reader::segment_of(std::string_view sort_key) const {
  const auto holds = [&](std::size_t number) {
    return segments_[number].bound <= sort_key &&
           (number + 1 == segments_.size() || sort_key < segments_[number + 1].bound);
  };
  if (!words_.empty() && holds(current_)) return current_;
  const auto behind = std::ranges::upper_bound(segments_, sort_key, {}, &segment::bound);
  if (behind == segments_.begin()) return std::nullopt;
  return static_cast<std::size_t>(behind - segments_.begin()) - 1;
}

result<void> filter_reader::read_segment(std::size_t number) {
  if (!words_.empty() && current_ == number) return {};
  words_.clear();
  const std::size_t full = ribbon_words(segment_keys, bits_) * sizeof(std::uint64_t);
  const std::size_t words = ribbon_words(keys_of(number), bits_);
  bytes_.resize(words * sizeof(std::uint64_t));
  if (result<void> done = read(magic.size() + std::uint64_t{number} * full, bytes_); !done) return done;
  if (partition_hash(bytes_) != segments_[number].checksum)
    return damaged("the segment at byte " + std::to_string(magic.size() + number * full) + " is damaged");
  for (std::string_view rest = bytes_; !rest.empty(); rest.remove_prefix(sizeof(std::uint64_t)))
    words_.push_back(little_endian(rest.substr(0, sizeof(std::uint64_t))));
  current_ = number;
  return {};
}

result<bool> filter_reader::may_hold(std::string_view key, std::string_view sort_key) {
  const std::optional<std::size_t> number = segment_of(sort_key);
  if (!number) return false;
  return read_segment(*number).map(
      [&] { return ribbon_holds(words_, keys_of(*number), bits_, filter_hash(key)); });
}

shard_filters shard_filters::open(const std::string& directory, const shard_summary& entry,
                                  const remote_context& remote) {
  shard_filters opened;
  const std::span<const shard_summary> files =
      entry.layers.empty() ? std::span(&entry, 1) : std::span(entry.layers);
  for (const shard_summary& file : files) {
    if (file.lines == 0) continue;
    if (file.filter.bytes != 0)
      if (result<filter_reader> filter = filter_reader::open(directory, file, remote)) {
        opened.filters_.push_back(std::move(*filter));
        continue;
      }
    opened.is_complete_ = false;
  }
  if (!opened.is_complete_) opened.filters_.clear();
  return opened;
}

bool shard_filters::may_hold(std::string_view key, std::string_view sort_key) {
  for (filter_reader& filter : filters_) {
    const result<bool> holds = filter.may_hold(key, sort_key);
    if (!holds) is_complete_ = false;
    if (!holds || *holds) return true;
  }
  return !is_complete_;
}

}  // namespace urlsieve
