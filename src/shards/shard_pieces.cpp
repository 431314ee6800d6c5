#include "src/shards/shard_pieces.hpp"

#include <algorithm>

namespace urlsieve {
namespace {

// Blocks of an uncompressed file: the smallest size in bytes, and the largest number.
constexpr std::uint64_t smallest_block = std::uint64_t{64} << 10U;
constexpr std::uint64_t most_blocks = std::uint64_t{1} << 16U;
constexpr std::size_t head_size = zstd_seekable_head;
constexpr std::size_t stored_head = std::size_t{4} << 10U;  // bytes in one read to decompress a head
constexpr std::uint64_t largest_piece = std::uint64_t{64} << 20U;

}  // namespace

result<std::optional<shard_pieces>> shard_pieces::open(const std::string& directory,
                                                       const shard_summary& entry, compression packing,
                                                       const remote_reach& remote) {
  result<dataset_file> file =
      dataset_file::open(shard_path(directory, entry), remote, dataset_file::reading::anywhere);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (!file->is_in_any_order()) return std::nullopt;
  shard_pieces pieces(std::move(*file));
  const std::uint64_t size = pieces.file_.size().value_or(entry.bytes);
  if (size != entry.bytes)
    return pieces.damaged(size < entry.bytes ? "it is shorter than the manifest says"
                                             : "it is longer than the manifest says");
  if (result<void> located = pieces.find_places(entry, packing); !located)
    return tl::unexpected(std::move(located.error()));
  if (pieces.places_.empty()) return std::nullopt;
  return pieces;
}

result<void> shard_pieces::find_places(const shard_summary& entry, compression packing) {
  if (packing == compression::none) {
    const std::uint64_t block = std::max(smallest_block, entry.bytes / most_blocks + 1);
    for (std::uint64_t at = 0; at < entry.bytes; at += block) places_.push_back({at, at});
    places_.push_back({entry.bytes, entry.bytes});
    return {};
  }
  if (packing != compression::zstd || entry.bytes < zstd_seek_footer_size) return {};
  std::string table(zstd_seek_footer_size, '\0');
  if (result<void> done = read(entry.bytes - table.size(), table); !done) return done;
  const std::uint64_t size = zstd_seek_table_size(table);
  if (size == 0 || size > entry.bytes) return {};
  table.resize(size);
  if (result<void> done = read(entry.bytes - size, table); !done) return done;
  std::vector<zstd_frame_place> places = read_zstd_seek_table(table, entry.bytes);
  // A table that does not match is from another program; sequential reading reports the fault.
  if (places.empty() || places.back().content != entry.content_bytes) return {};
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i].content - places[i - 1].content > largest_piece ||
        places[i].stored - places[i - 1].stored > largest_piece)
      return {};
  // Frames without content, as in a shard without rows, are skipped.
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    if (places[i].content != places[i + 1].content) places_.push_back(places[i]);
  places_.push_back(places.back());
  unpacker_ = make_decoder(packing);
  return {};
}

std::size_t shard_pieces::piece_of(std::uint64_t offset) const {
  const auto behind =
      std::upper_bound(places_.begin(), places_.end(), offset,
                       [](std::uint64_t at, const zstd_frame_place& place) { return at < place.content; });
  return static_cast<std::size_t>(behind - places_.begin()) - 1;
}

tl::unexpected<error> shard_pieces::damaged(std::string_view fault) const {
  return tl::unexpected(error{error_code::cannot_read, path() + " is damaged: " + std::string(fault)});
}

result<void> shard_pieces::read(std::uint64_t from, std::span<char> out) {
  while (!out.empty()) {
    const result<std::size_t> got = file_.read(from, out);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return damaged("it became shorter");
    out = out.subspan(*got);
    from += *got;
  }
  return {};
}

result<void> shard_pieces::check_size(std::size_t piece, std::size_t produced) const {
  if (produced == begin(piece + 1) - begin(piece)) return {};
  return damaged("its table of frames contradicts the frames");
}

result<void> shard_pieces::unpack(std::size_t piece, std::span<char> out, bool all) {
  if (!unpacker_) return read(places_[piece].stored, out.first(out.size() - (all ? 1 : 0)));
  unpacker_->reset();
  const std::uint64_t from = places_[piece].stored;
  const std::uint64_t end = places_[piece + 1].stored;
  std::size_t produced = 0;
  for (std::uint64_t at = from; at < end;) {
    const std::size_t size = std::min<std::uint64_t>(end - at, all ? end - from : stored_head);
    stored_.resize(size);
    if (result<void> done = read(at, stored_); !done) return done;
    at += size;
    const decode_step step = unpacker_->decode(stored_, out.subspan(produced), at == end);
    produced += step.produced;
    if (step.state == decode_state::corrupt || step.state == decode_state::truncated)
      return tl::unexpected(error{error_code::cannot_read,
                                  path() + ": cannot be decompressed: " + std::string(unpacker_->fault())});
    if (!all && produced == out.size()) return {};
    // Frames without content may follow before the next piece.
    if (step.state == decode_state::member_end) return check_size(piece, produced);
  }
  return damaged("its table of frames contradicts the frames");
}

result<std::string_view> shard_pieces::head(std::size_t piece) {
  head_.resize(std::min<std::uint64_t>(begin(piece + 1) - begin(piece), head_size));
  if (result<void> done = unpack(piece, head_, false); !done) return tl::unexpected(std::move(done.error()));
  return std::string_view(head_.data(), head_.size());
}

result<std::string_view> shard_pieces::whole(std::size_t piece) {
  if (cache_[0].piece != piece) {
    std::swap(cache_[0], cache_[1]);
    if (cache_[0].piece != piece) {
      cache_[0].piece = ~std::size_t{0};
      cache_[0].bytes.resize(begin(piece + 1) - begin(piece) + 1);
      if (result<void> done = unpack(piece, cache_[0].bytes, true); !done)
        return tl::unexpected(std::move(done.error()));
      cache_[0].piece = piece;
    }
  }
  return std::string_view(cache_[0].bytes.data(), cache_[0].bytes.size() - 1);
}

}  // namespace urlsieve
