#include "src/dedup/redirect_chains.hpp"

#include <array>
#include <utility>

#include "src/dedup/pair_line.hpp"

namespace urlsieve {
namespace {

// Sorted sets in use at the same time: three of one pass and three of the next.
constexpr std::size_t parts = 6;

}  // namespace

redirect_chains::open_pairs::open_pairs(spill_area& area, sorted_entries::bounds most)
    : by_from(area, {}, 0, most), by_to(area, {}, 0, most) {}

result<void> redirect_chains::open_pairs::add(std::string_view from, std::string_view to,
                                              std::string& buffer) {
  ++count;
  buffer.clear();
  append_pair(from, to, buffer);
  if (result<void> added = by_from.add(sighting_of(buffer)); !added) return added;
  buffer.clear();
  append_pair(to, from, buffer);
  return by_to.add(sighting_of(buffer));
}

redirect_chains::redirect_chains(spill_area& area, std::size_t memory)
    : area_(area),
      most_(sorted_entries::within(memory / parts)),
      unsettled_(area, {}, 0, most_),
      settled_(area, {}, 0, most_) {}

result<void> redirect_chains::add(std::string_view from, std::string_view to) {
  if (from == to) return {};
  line_.clear();
  append_pair(from, to, line_);
  return unsettled_.add(sighting_of(line_));
}

result<void> redirect_chains::settle() {
  if (result<void> dropped = drop_contradictory(); !dropped) return dropped;
  while (open_->count != 0) {
    const result<std::uint64_t> settled = pass();
    if (!settled) return tl::unexpected(settled.error());
    if (*settled != 0) continue;
    circular_ = open_->count;
    break;
  }
  open_.reset();
  return settled_.spill();
}

// Adds the pair of each URL with a single target to the open pairs.
result<void> redirect_chains::drop_contradictory() {
  open_ = std::make_unique<open_pairs>(area_, most_);
  std::string from;
  std::string to;
  bool any = false;
  bool single = false;
  result<void> done;
  const auto close = [&] {
    if (any && !single) ++contradictory_;
    return any && single ? open_->add(from, to, line_) : result<void>{};
  };
  const result<void> read = unsettled_.each([&](const known_url& line) {
    const redirect pair = pair_of(line.url);
    if (any && pair.from == from) {
      single = false;
      return true;
    }
    done = close();
    from.assign(pair.from);
    to.assign(pair.to);
    any = single = true;
    return done.has_value();
  });
  if (!read) return read;
  if (done) done = close();
  unsettled_.clear();
  return done;
}

// Returns the number of pairs that were settled.
result<std::uint64_t> redirect_chains::pass() {
  // The runs of settled_ are read while pairs are added to it.
  if (result<void> written = settled_.spill(); !written) return tl::unexpected(written.error());
  block_decompressor unpacker;
  std::array<std::unique_ptr<entry_stream>, 3> streams;
  const std::array<sorted_entries*, 3> sources{&settled_, &open_->by_from, &open_->by_to};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    result<std::unique_ptr<entry_stream>> opened = sources[i]->open(unpacker);
    if (!opened) return tl::unexpected(opened.error());
    streams[i] = std::move(*opened);
  }
  auto next = std::make_unique<open_pairs>(area_, most_);
  std::uint64_t count = 0;
  pair_cursor ended(*streams[0]);
  pair_cursor open(*streams[1]);
  for (pair_cursor waiting(*streams[2]); !waiting.at_end(); waiting.step()) {
    const std::string_view target = waiting.pair().from;
    const std::string_view url = waiting.pair().to;
    result<void> added;
    if (const bool is_settled = ended.find(target); !is_settled && open.find(target)) {
      added = next->add(url, open.pair().to, line_);
    } else {
      ++count;
      line_.clear();
      append_pair(url, is_settled ? ended.pair().to : target, line_);
      added = settled_.add(sighting_of(line_));
    }
    if (!added) return tl::unexpected(added.error());
  }
  for (const std::unique_ptr<entry_stream>& stream : streams) {
    if (const result<void> read = stream->state(); !read) return tl::unexpected(read.error());
  }
  streams = {};
  open_ = std::move(next);
  return count;
}

result<void> redirect_chains::each(const redirect_consumer& take) {
  result<void> status;
  const result<void> read = settled_.each([&](const known_url& line) {
    status = take(pair_of(line.url));
    return status.has_value();
  });
  return read ? status : read;
}

}  // namespace urlsieve
