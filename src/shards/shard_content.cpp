#include "src/shards/shard_content.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace urlsieve {
namespace {

constexpr std::size_t read_size = std::size_t{128} << 10U;

}  // namespace

std::size_t shard_content::piece_of(std::uint64_t bytes, std::size_t block) {
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(bytes, 1, std::min(read_size, block / 2)));
}

result<shard_content> shard_content::open(const std::string& path, const remote_context& reach,
                                          std::optional<compression> packing, std::uint64_t bytes,
                                          std::size_t block) {
  result<dataset_file> file = dataset_file::open(path, reach, dataset_file::reading::in_order);
  if (!file) return tl::unexpected(std::move(file.error()));
  shard_content content(std::move(*file));
  content.size_ = content.file_.size().value_or(bytes);
  content.piece_ = piece_of(content.size_, block);
  if (packing) content.unpacker_ = make_decoder(*packing);
  return content;
}

std::size_t shard_content::take_stored(std::span<char> buffer) {
  if (!state_ || buffer.empty()) return 0;
  const result<std::size_t> got = file_.read(bytes_, buffer);
  if (!got) {
    state_ = tl::unexpected(got.error());
    return 0;
  }
  sum_.add({buffer.data(), *got});
  bytes_ += *got;
  return *got;
}

bool shard_content::fill(std::span<char> buffer) {
  while (!buffer.empty()) {
    const std::size_t got = take_stored(buffer);
    if (got == 0) return false;
    buffer = buffer.subspan(got);
  }
  return true;
}

bool shard_content::fill_from(std::uint64_t offset, std::span<char> buffer) {
  while (!buffer.empty() && state_) {
    const result<std::size_t> got = file_.read(offset, buffer);
    if (!got) state_ = tl::unexpected(got.error());
    if (!got || *got == 0) return false;
    offset += *got;
    buffer = buffer.subspan(*got);
  }
  return state_.has_value();
}

std::size_t shard_content::take(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size() && !ended_ && state_) {
    const std::span<char> rest = buffer.subspan(filled);
    if (!unpacker_) {
      const std::size_t got = take_stored(rest);
      ended_ = got == 0;
      filled += got;
      continue;
    }
    if (from_ == to_ && !at_end_) {
      stored_.resize(piece_);
      from_ = 0;
      to_ = take_stored(stored_);
      at_end_ = to_ == 0;
    }
    if (at_end_ && !inside_) ended_ = true;
    if (ended_ || !state_) break;
    inside_ = true;
    const decode_step step = unpacker_->decode({stored_.data() + from_, to_ - from_}, rest, at_end_);
    from_ += step.consumed;
    filled += step.produced;
    if (step.state == decode_state::member_end) inside_ = false;
    if (step.state == decode_state::corrupt || step.state == decode_state::truncated)
      state_ = tl::unexpected(error{error_code::cannot_read,
                                    path() + ": cannot be decompressed: " + std::string(unpacker_->fault())});
  }
  return filled;
}

}  // namespace urlsieve
