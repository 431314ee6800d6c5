#include "src/input/zip/zip_member.hpp"

#include <algorithm>
#include <span>

#include "src/codec/raw_block.hpp"
#include "src/input/members/members_ahead.hpp"
#include "src/input/members/stored_window.hpp"

namespace urlsieve {

bool zip_member::is_small() const {
  return record_.stored <= most_stored &&
         (record_.method == zip_header::stored || record_.plain <= most_plain);
}

std::size_t zip_member::memory() const {
  if (!is_small()) return 0;
  const bool packed = record_.method != zip_header::stored;
  return static_cast<std::size_t>(record_.stored + (packed ? record_.plain : 0));
}

// Reads `size` bytes from the local header on; fewer if the file ends or cannot be read.
std::string_view zip_member::read_at(const stored_file& file, std::size_t size) {
  stored_ = std::make_unique_for_overwrite<char[]>(size);
  std::size_t filled = 0;
  while (filled < size) {
    const std::optional<std::size_t> got =
        file.read(record_.header_at + filled, std::span(stored_.get() + filled, size - filled));
    if (got.value_or(0) == 0) break;
    filled += *got;
  }
  return {stored_.get(), filled};
}

void zip_member::read_header(const stored_file& file) {
  constexpr std::size_t usual_extra = 64;
  const std::size_t behind = is_small() ? static_cast<std::size_t>(record_.stored) : 0;
  std::string_view all = read_at(file, zip_header::least + record_.name.size() + usual_extra + behind);
  const std::size_t size = size_of_zip_header(all);
  if (size == 0) return;
  if (all.size() < size + behind) all = read_at(file, size + behind);
  if (all.size() < size) return;
  header_size_ = size;
  differences_ = differences_of_zip_headers(all.substr(0, size), record_);
  if (all.size() < size + behind) return;
  std::optional<zip_header> header = read_zip_header(all.substr(0, size), record_);
  // The file must be large enough for all stored bytes.
  if (!header || record_.stored > file.size - record_.header_at - size) return;
  bytes_ = all.substr(size, behind);
  is_whole_ = is_small();
  if (is_whole_ && record_.stored != 0 && header->method == zip_header::deflated) {
    const auto plain = static_cast<std::size_t>(record_.plain);
    plain_ = std::make_unique_for_overwrite<char[]>(plain);
    is_whole_ = inflate_whole(bytes_, {plain_.get(), plain}, record_.sum);
    bytes_ = {plain_.get(), plain};
  }
  if (!is_whole_) {
    bytes_ = {};
    plain_.reset();
  }
  if (!is_whole_ || plain_) stored_.reset();
  header_ = std::move(header);
}

void zip_member::read(const stored_file& file) noexcept {
  try {
    read_header(file);
  } catch (...) {
    failure_ = std::current_exception();
  }
  decoding_.finish();
}

void zip_member::read_and_decode(const stored_file& file, std::size_t run_bytes,
                                 std::atomic<std::int64_t>& budget) noexcept {
  try {
    read_header(file);
    if (header_ && !bytes_.empty()) {
      stored_window window(bytes_);
      read_ahead alone;
      alone.run_bytes = run_bytes;
      // Several threads may see the same budget and exceed it, by one run each.
      const std::int64_t left = budget.load(std::memory_order_relaxed);
      run_ = members_ahead(alone).decode_single(window,
                                                static_cast<std::size_t>(std::max<std::int64_t>(left, 0)));
      if (run_) reserved_ = run_->capacity();
      budget.fetch_sub(static_cast<std::int64_t>(reserved_), std::memory_order_relaxed);
    }
  } catch (...) {
    failure_ = std::current_exception();
  }
  decoding_.finish();
}

void zip_member::check() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace urlsieve
