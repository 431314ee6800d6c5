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

constexpr std::uint64_t scan_limit = 2048;  // bytes scanned at the end of a binary search
constexpr std::size_t longest_row = std::size_t{256} << 20U;

}  // namespace

shard_search::shard_search(shard_pieces pieces, const manifest& run)
    : pieces_(std::move(pieces)), layout_(run), order_(run.order) {}

result<std::optional<shard_search>> shard_search::open(const std::string& directory,
                                                       const shard_summary& entry, const manifest& run,
                                                       const remote_reach& remote) {
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

result<bool> shard_search::read_first(std::size_t piece) {
  first_row& first = firsts_[piece];
  if (!first.is_known) {
    const result<std::string_view> head = pieces_.head(piece);
    if (!head) return tl::unexpected(head.error());
    const std::size_t begin = head->find('\n') + 1;
    const std::size_t end = begin == 0 ? std::string_view::npos : head->find('\n', begin);
    if (end != std::string_view::npos) {
      if (!set_row(head->substr(begin, end - begin), pieces_.begin(piece) + begin)) return malformed();
      first.is_there = true;
    } else {
      const result<bool> found = read_behind(pieces_.begin(piece));
      if (!found) return found;
      first.is_there = *found;
    }
    if (first.is_there) {
      first.key = keys_.key;
      first.offset = offset_;
    }
    first.is_known = true;
  }
  if (!first.is_there) return false;
  offset_ = first.offset;
  keys_ = {first.key, first.key};
  if (order_ == row_order::surt) {
    assign_sort_key(order_, first.key, sort_storage_);
    keys_.sort_key = sort_storage_;
  }
  return true;
}

result<bool> shard_search::read_top() {
  if (pieces_.count() == 0) return false;
  const result<std::string_view> head = pieces_.head(0);
  if (!head) return tl::unexpected(head.error());
  const std::size_t end = head->find('\n');
  if (end == std::string_view::npos) return read(0);
  return set_row(head->substr(0, end), 0) ? result<bool>(true) : malformed();
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
    const std::size_t middle = low + (high - low) / 2;
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
