#include "src/input/remote_part.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "src/transfer/remote_name.hpp"
#include "src/transfer/remote_ranges.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t block_size = std::uint64_t{64} << 10;
constexpr std::uint64_t most_requested = 4 * block_size;  // bytes of a request near a cut
constexpr std::size_t most_blocks = 256;

class remote_part final : public part_bytes {
 public:
  remote_part(const remote_context& remote, const std::string& name, const object_version& expected)
      : remote_(remote), name_(name), ranges_(remote.access, name, remote.stop, expected) {}

  // Requests the first block. Returns false after a fault.
  [[nodiscard]] bool open() {
    const std::lock_guard lock(mutex_);
    if (!fetch(0, block_size)) return false;
    if (!ranges_.random_access()) {
      fault_ = {damage::unreadable, 0, "the server does not support ranges, which a part needs", false};
      return false;
    }
    return true;
  }

  [[nodiscard]] std::uint64_t size() const override { return ranges_.version().size.value_or(0); }

  std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) override {
    const std::lock_guard lock(mutex_);
    if (at >= size() || out.empty()) return 0;
    if (!blocks_.contains(at / block_size) && !fetch(at, out.size())) return std::nullopt;
    return copy(at, out);
  }

  [[nodiscard]] std::unique_ptr<remote_reader> stream(std::uint64_t from, std::uint64_t to) override;

  [[nodiscard]] remote_fault fault() const override {
    const std::lock_guard lock(mutex_);
    return fault_;
  }

  [[nodiscard]] std::string retrieved_from() const override { return without_userinfo(ranges_.url()); }

 private:
  friend class part_stream;

  // Requests the missing blocks from `at` on that hold the first of `wanted` bytes.
  [[nodiscard]] bool fetch(std::uint64_t at, std::uint64_t wanted) {
    const std::uint64_t first = at / block_size;
    std::uint64_t last = first;
    const std::uint64_t end = at + std::min(wanted, most_requested);
    while ((last + 1) * block_size < end && !blocks_.contains(last + 1)) ++last;
    std::string bytes;
    ranges_.expect(first * block_size, static_cast<std::size_t>((last + 1 - first) * block_size));
    if (!ranges_.read(bytes)) {
      fault_ = ranges_.failure().value_or(remote_fault{damage::unreadable, at, "interrupted", false});
      return false;
    }
    for (std::uint64_t block = first; block <= last; ++block) {
      const auto begin = static_cast<std::size_t>((block - first) * block_size);
      if (begin >= bytes.size() && block != first) break;
      blocks_[block] = bytes.substr(begin, static_cast<std::size_t>(block_size));
      order_.push_back(block);
    }
    while (order_.size() > most_blocks) {
      blocks_.erase(order_.front());
      order_.pop_front();
    }
    return true;
  }

  // Copies the kept bytes from `at` on, and returns their number.
  [[nodiscard]] std::size_t copy(std::uint64_t at, std::span<char> out) const {
    std::size_t copied = 0;
    while (copied < out.size()) {
      const auto block = blocks_.find(at / block_size);
      if (block == blocks_.end()) break;
      const auto from = static_cast<std::size_t>(at % block_size);
      const std::size_t size =
          std::min(block->second.size() - std::min(block->second.size(), from), out.size() - copied);
      if (size == 0) break;
      std::memcpy(out.data() + copied, block->second.data() + from, size);
      copied += size;
      at += size;
    }
    return copied;
  }

  // Returns the begin of the first kept block behind `at`, or the largest number.
  [[nodiscard]] std::uint64_t next_kept(std::uint64_t at) const {
    const auto next = blocks_.upper_bound(at / block_size);
    return next == blocks_.end() ? std::numeric_limits<std::uint64_t>::max() : next->first * block_size;
  }

  remote_context remote_;
  std::string name_;
  mutable std::mutex mutex_;
  remote_ranges ranges_;
  std::map<std::uint64_t, std::string> blocks_;  // by number
  std::deque<std::uint64_t> order_;              // the numbers of blocks_, first requested first
  remote_fault fault_;
};

// Reads kept blocks from memory, and prefetches the bytes between them.
class part_stream final : public remote_reader {
 public:
  part_stream(remote_part& part, std::uint64_t to) : part_(part), to_(to) {}

  std::optional<std::size_t> read(std::uint64_t at, std::span<char> out) override {
    if (at >= to_ || out.empty()) return 0;
    out = out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), to_ - at)));
    if (!object_ || at >= end_) {
      const std::lock_guard lock(part_.mutex_);
      if (const std::size_t copied = part_.copy(at, out); copied != 0) return copied;
      end_ = std::min(to_, part_.next_kept(at));
      prefetch_options pace;
      pace.begin = at;
      pace.end = end_;
      object_ = std::make_unique<remote_object>(part_.remote_.access, part_.name_, part_.remote_.stop,
                                                part_.ranges_.version(), pace);
    }
    const std::optional<std::size_t> got = object_->read(
        at, out.first(static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), end_ - at))));
    if (!got) {
      const std::lock_guard lock(part_.mutex_);
      part_.fault_ = object_->failure().value_or(remote_fault{damage::unreadable, at, "interrupted", false});
    }
    return got;
  }

 private:
  remote_part& part_;
  std::uint64_t to_;
  std::uint64_t end_ = 0;  // of the bytes of object_
  std::unique_ptr<remote_object> object_;
};

std::unique_ptr<remote_reader> remote_part::stream(std::uint64_t from, std::uint64_t to) {
  static_cast<void>(from);
  return std::make_unique<part_stream>(*this, to);
}

}  // namespace

std::shared_ptr<part_bytes> open_remote_part(const remote_context& remote, const std::string& name,
                                             const object_version& expected, remote_fault& fault) {
  auto part = std::make_shared<remote_part>(remote, name, expected);
  if (part->open()) return part;
  fault = part->fault();
  return nullptr;
}

}  // namespace urlsieve
