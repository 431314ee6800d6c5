#include "urlsieve/output_reader.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "src/input/named_paths.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shard_reader.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {

result<output_reader> output_reader::open(std::string directory, mark_demand mark) {
  if (result<void> found = find_directories(std::span(&directory, 1)); !found)
    return tl::unexpected(std::move(found.error()));
  result<manifest> described = open_manifest(directory, mark);
  if (!described) return tl::unexpected(std::move(described.error()));
  return output_reader(std::move(directory), std::move(*described));
}

std::uint32_t output_reader::number_of(const shard_summary& shard) const {
  if (manifest_.only_shard) return *manifest_.only_shard;
  return static_cast<std::uint32_t>(&shard - manifest_.shards.data());
}

// False: whoever takes the rows wants no more.
template <class Place>
result<bool> output_reader::read_one(const shard_summary& shard, const Place& place_of,
                                     const taker<output_row>& take) const {
  const row_layout layout(manifest_);
  result<shard_reader> reader = shard_reader::open(directory_, shard, manifest_, layout);
  if (!reader) return tl::unexpected(std::move(reader.error()));
  row_values values;
  output_row row;
  row.shard = number_of(shard);
  while (reader->next()) {
    const place stands = place_of(*reader);
    if (stands == place::before) continue;
    if (stands == place::behind) return true;
    row.url = reader->key();
    row.row = reader->row();
    if (!layout.split(row.row, values)) values.clear();
    row.values = values;
    if (!take(row)) return false;
  }
  if (result<void> sound = reader->check(); !sound) return tl::unexpected(std::move(sound.error()));
  return true;
}

template <class Place>
result<void> output_reader::read_all(const Place& place_of, const taker<output_row>& take) const {
  for (const shard_summary& shard : manifest_.shards) {
    const result<bool> more = read_one(shard, place_of, take);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
  }
  return {};
}

result<void> output_reader::read(const taker<output_row>& take) const {
  return read_all([](const shard_reader&) { return place::inside; }, take);
}

result<void> output_reader::read_shard(std::uint32_t number, const taker<output_row>& take) const {
  const auto wanted = std::find_if(manifest_.shards.begin(), manifest_.shards.end(),
                                   [&](const shard_summary& one) { return number_of(one) == number; });
  if (wanted == manifest_.shards.end())
    return tl::unexpected(
        error{error_code::no_such_input, directory_ + " has no shard " + std::to_string(number)});
  const result<bool> done = read_one(*wanted, [](const shard_reader&) { return place::inside; }, take);
  return done ? result<void>{} : tl::unexpected(done.error());
}

result<void> output_reader::read_prefix(std::string_view prefix, const taker<output_row>& take) const {
  const bool sorted = manifest_.order == row_order::bytes;
  return read_all(
      [&](const shard_reader& at) {
        if (at.key().starts_with(prefix)) return place::inside;
        return sorted && at.key() > prefix ? place::behind : place::before;
      },
      take);
}

result<void> output_reader::read_surts(std::string_view from, std::string_view to,
                                       const taker<output_row>& take) const {
  const bool sorted = manifest_.order == row_order::surt;
  return read_all(
      [&](const shard_reader& at) {
        const std::string made = sorted ? std::string() : surt_of(at.key().substr(0, at.key().find('\t')));
        const std::string_view surt =
            sorted ? at.sort_key().substr(0, at.sort_key().find('\0')) : std::string_view(made);
        if (surt < from) return place::before;
        if (to.empty() || surt < to) return place::inside;
        return sorted ? place::behind : place::before;
      },
      take);
}

}  // namespace urlsieve
