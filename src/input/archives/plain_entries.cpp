#include "src/input/archives/plain_entries.hpp"

#include <algorithm>

namespace urlsieve {

bool plain_entries::have(std::size_t bytes) {
  while (window_.size() < bytes) {
    std::string joined(window_);
    const std::span<const char> more = more_();
    if (joined.empty()) {
      window_ = {more.data(), more.size()};
    } else {
      joined.append(more.begin(), more.end());
      joined_blocks_ = std::move(joined);
      window_ = joined_blocks_;
    }
    if (more.empty()) return false;
  }
  return true;
}

void plain_entries::use(std::size_t bytes) {
  window_.remove_prefix(bytes);
  at_ += bytes;
}

void plain_entries::begin_bytes(std::uint64_t size, std::uint64_t padding) {
  remaining_ = size;
  padding_ = padding;
}

plain_entries::step plain_entries::cut() {
  fault_.assign("Truncated ").append(word_).append(" archive");
  return step::cut;
}

bool plain_entries::skip(std::uint64_t bytes) {
  const std::uint64_t needed = bytes;
  while (bytes != 0) {
    if (!have(1)) {
      fault_ = "Truncated input file (needed " + std::to_string(needed) + " bytes, only " +
               std::to_string(needed - bytes) + " available)";
      return false;
    }
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, window_.size()));
    use(part);
    bytes -= part;
  }
  return true;
}

std::optional<std::string_view> plain_entries::piece() {
  use(std::exchange(piece_, 0));
  if (remaining_ == 0) {
    if (!skip(padding_)) return std::nullopt;
    padding_ = 0;
    return std::string_view();
  }
  if (!have(1)) {
    static_cast<void>(cut());
    return std::nullopt;
  }
  piece_ = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, window_.size()));
  remaining_ -= piece_;
  return window_.substr(0, piece_);
}

plain_entries::step plain_entries::next(archive_entry_head& head) {
  if (!skip(remaining_ + padding_ + std::exchange(piece_, 0))) return step::cut;
  remaining_ = padding_ = 0;
  place_ = at_;
  head.encrypted = head.too_large = false;
  return read_headers(head);
}

}  // namespace urlsieve
