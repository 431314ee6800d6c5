// A row belongs to the piece that holds the LF before the row, so a piece suffices to find its rows. The row
// at offset 0 belongs to no piece. The search finds by heads the last piece whose first row is before the
// key, then halves the piece at LFs, and scans the last bytes.
#include "src/shards/shard_search.hpp"
#include "src/shards/sort_key.hpp"

#include <algorithm>
#include <utility>

#include "src/shards/shard_reader.hpp"

namespace urlsieve {
namespace {

// Blocks of an uncompressed file: the smallest size in bytes, and the largest number.
constexpr std::uint64_t smallest_block = std::uint64_t{64} << 10U;
constexpr std::uint64_t most_blocks = std::uint64_t{1} << 16U;
constexpr std::size_t head_size = std::size_t{4} << 10U;
constexpr std::size_t stored_head = std::size_t{4} << 10U;  // bytes in one read to decompress a head
constexpr std::uint64_t largest_piece = std::uint64_t{64} << 20U;
// Bytes read at once from the end of a file, which usually hold the seek table and the index.
constexpr std::uint64_t tail_size = std::uint64_t{64} << 10U;

constexpr std::uint64_t scan_limit = 2048;  // bytes scanned at the end of a binary search
constexpr std::size_t longest_row = std::size_t{256} << 20U;

}  // namespace

result<std::optional<shard_pieces>> shard_pieces::open(const std::string& directory,
                                                       const shard_summary& entry, compression packing,
                                                       const remote_context& remote) {
  result<dataset_file> file =
      dataset_file::open(shard_path(directory, entry), remote, dataset_file::reading::anywhere);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (!file->has_random_access()) return std::nullopt;
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
  return find_frames(entry);
}

result<void> shard_pieces::find_frames(const shard_summary& entry) {
  std::string tail;
  // Makes `tail` the last `size` bytes of the file, or more.
  const auto read_tail = [&](std::uint64_t size) -> result<void> {
    if (size <= tail.size()) return {};
    std::string longer(std::min(entry.bytes, std::max(size, tail_size)), '\0');
    if (result<void> done = read(entry.bytes - longer.size(), longer); !done) return done;
    tail = std::move(longer);
    return {};
  };
  if (result<void> done = read_tail(zstd_seek_footer_size); !done) return done;
  const std::uint64_t size = zstd_seek_table_size(tail);
  if (size == 0 || size > entry.bytes) return {};
  if (result<void> done = read_tail(size); !done) return done;
  std::vector<zstd_frame_place> places =
      read_zstd_seek_table(std::string_view(tail).substr(tail.size() - size), entry.bytes);
  // A table that does not match is from another program; sequential reading reports the fault.
  if (places.empty() || places.back().content != entry.content_bytes) return {};
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i].content - places[i - 1].content > largest_piece ||
        places[i].stored - places[i - 1].stored > largest_piece)
      return {};
  // Frames without content are skipped: the index, and the only frame of a shard without rows.
  zstd_frame_place end;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    if (places[i].content == places[i + 1].content) continue;
    places_.push_back(places[i]);
    end = places[i + 1];
  }
  places_.push_back(end);
  unpacker_ = make_decoder(compression::zstd);
  const std::uint64_t behind = entry.bytes - end.stored;  // size of the index and the table
  if (behind == size || behind - size > zstd_line_index::largest) return {};
  if (result<void> done = read_tail(behind); !done) return done;
  index_ = zstd_line_index::read(std::string_view(tail).substr(tail.size() - behind, behind - size), places_);
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

shard_search::shard_search(shard_pieces pieces, const manifest& run)
    : pieces_(std::move(pieces)), layout_(run), order_(run.order) {}

result<std::optional<shard_search>> shard_search::open(const std::string& directory,
                                                       const shard_summary& entry, const manifest& run,
                                                       const remote_context& remote) {
  if (run.order == row_order::first_seen || run.rows() == "parquet") return std::nullopt;
  result<std::optional<shard_pieces>> pieces = shard_pieces::open(directory, entry, run.packing, remote);
  if (!pieces) return tl::unexpected(std::move(pieces.error()));
  if (!*pieces) return std::nullopt;
  return shard_search(*std::move(*pieces), run);
}

tl::unexpected<error> shard_search::malformed() const {
  return tl::unexpected(
      error{error_code::cannot_read, pieces_.path() + " is damaged: a row has no URL in the URL column"});
}

bool shard_search::set_row(std::string_view row, std::uint64_t offset) {
  row_ = row;
  offset_ = offset;
  const std::optional<std::string_view> key = layout_.key(row, key_storage_);
  if (!key) return false;
  keys_ = {*key, *key};
  if (order_ != row_order::surt) return true;
  assign_sort_key(order_, *key, sort_storage_);
  keys_.sort_key = sort_storage_;
  return true;
}

result<bool> shard_search::read(std::uint64_t offset) {
  if (offset >= pieces_.size()) return false;
  std::size_t piece = pieces_.piece_of(offset);
  joined_.clear();
  for (std::uint64_t at = offset; piece < pieces_.count(); at = pieces_.begin(++piece)) {
    const result<std::string_view> whole = pieces_.whole(piece);
    if (!whole) return tl::unexpected(whole.error());
    const std::string_view rest = whole->substr(at - pieces_.begin(piece));
    const std::size_t feed = rest.find('\n');
    if (feed != std::string_view::npos && joined_.empty())
      return set_row(rest.substr(0, feed), offset) ? result<bool>(true) : malformed();
    joined_.append(rest.substr(0, feed));
    if (feed != std::string_view::npos) return set_row(joined_, offset) ? result<bool>(true) : malformed();
    if (joined_.size() > longest_row) break;
  }
  return tl::unexpected(
      error{error_code::cannot_read, pieces_.path() + " is damaged: a row has no line end"});
}

result<bool> shard_search::read_behind(std::uint64_t offset) {
  for (std::uint64_t at = offset; at < pieces_.size();) {
    const std::size_t piece = pieces_.piece_of(at);
    const result<std::string_view> whole = pieces_.whole(piece);
    if (!whole) return tl::unexpected(whole.error());
    const std::size_t feed = whole->find('\n', at - pieces_.begin(piece));
    if (feed != std::string_view::npos) return read(pieces_.begin(piece) + feed + 1);
    at = pieces_.begin(piece + 1);
  }
  return false;
}

result<bool> shard_search::find_first(std::size_t piece) {
  if (pieces_.index() != nullptr) {
    if (const indexed_line* const line = pieces_.index()->first_of(piece))
      return set_row(line->text, line->offset) ? result<bool>(true) : malformed();
    return read_behind(pieces_.begin(piece));
  }
  const result<std::string_view> head = pieces_.head(piece);
  if (!head) return tl::unexpected(head.error());
  const std::size_t begin = head->find('\n') + 1;
  const std::size_t end = begin == 0 ? std::string_view::npos : head->find('\n', begin);
  if (end == std::string_view::npos) return read_behind(pieces_.begin(piece));
  return set_row(head->substr(begin, end - begin), pieces_.begin(piece) + begin) ? result<bool>(true)
                                                                                 : malformed();
}

result<bool> shard_search::read_first(std::size_t piece) {
  first_row& first = firsts_[piece];
  if (!first.is_known) {
    const result<bool> found = find_first(piece);
    if (!found) return found;
    first.is_there = *found;
    if (first.is_there) {
      first.key = keys_.key;
      first.offset = offset_;
    }
    first.is_known = true;
  }
  if (first.is_there) set_keys(first);
  return first.is_there;
}

void shard_search::set_keys(const first_row& cached) {
  offset_ = cached.offset;
  keys_ = {cached.key, cached.key};
  if (order_ == row_order::surt) {
    assign_sort_key(order_, cached.key, sort_storage_);
    keys_.sort_key = sort_storage_;
  }
}

result<bool> shard_search::read_top() {
  if (pieces_.count() == 0) return false;
  if (top_.is_known) {
    set_keys(top_);
    return true;
  }
  const result<bool> found = find_top();
  if (found && *found) top_ = {true, true, std::string(keys_.key), 0};
  return found;
}

result<bool> shard_search::find_top() {
  if (pieces_.index() != nullptr) {
    if (const indexed_line* const line = pieces_.index()->top())
      return set_row(line->text, 0) ? result<bool>(true) : malformed();
    return read(0);
  }
  const result<std::string_view> head = pieces_.head(0);
  if (!head) return tl::unexpected(head.error());
  const std::size_t end = head->find('\n');
  if (end == std::string_view::npos) return read(0);
  return set_row(head->substr(0, end), 0) ? result<bool>(true) : malformed();
}

std::size_t shard_search::middle_of(std::size_t low, std::size_t high) const {
  const std::size_t middle = low + (high - low) / 2;
  if (pieces_.index() == nullptr) return middle;
  const std::size_t indexed = middle - middle % pieces_.index()->stride();
  return indexed < low ? middle : indexed;
}

result<bool> shard_search::find(const row_predicate& before) {
  result<bool> found = read_top();
  if (!found || !*found) return found;
  if (!before(keys_)) {
    found = read(0);
    if (!found || !before(keys_)) return found;
  }
  // Invariant: the row at `last` is before; no row that begins behind the first LF from `end` on is before.
  std::uint64_t last = 0;
  std::uint64_t end = pieces_.size();
  std::size_t low = 0;
  for (std::size_t high = pieces_.count(); low < high;) {
    const std::size_t middle = middle_of(low, high);
    found = read_first(middle);
    if (!found) return found;
    if (*found && before(keys_)) {
      low = middle + 1;
    } else {
      high = middle;
      end = pieces_.begin(middle);
    }
  }
  // Checksums cover whole pieces, but not heads, and a corrupt head may mislead the search. Two adjacent rows
  // of whole pieces prove that no row is between them.
  if (low != 0) {
    found = read_behind(pieces_.begin(low - 1));
    if (!found) return found;
    if (!*found || !before(keys_))
      return tl::unexpected(
          error{error_code::cannot_read, pieces_.path() + " is damaged: its rows are not in order"});
    last = offset_;
  }
  while (end > last && end - last > scan_limit) {
    const std::uint64_t middle = last + (end - last) / 2;
    found = read_behind(middle);
    if (!found) return found;
    if (*found && before(keys_)) {
      last = offset_;
    } else {
      end = middle;
    }
  }
  found = read(last);
  while (found && *found && before(keys_)) found = next();
  return found;
}

result<bool> shard_search::next() {
  return read(offset_ + row_.size() + 1);
}

}  // namespace urlsieve
