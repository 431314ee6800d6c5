#include "src/dedup/memory_block.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <new>

namespace urlsieve {
namespace {

constexpr std::size_t small_page = std::size_t{4} << 10U;
constexpr std::size_t huge_page = std::size_t{2} << 20U;

constexpr std::size_t round_up(std::size_t size, std::size_t unit) {
  return (size + unit - 1) / unit * unit;
}

// The bytes of a block with block_end::as_asked behind its huge pages. The kernel keeps moved small pages
// small, and handling many of them would take long.
constexpr std::size_t on_small_pages(std::size_t size) {
  return size >= 2 * huge_page ? size % huge_page : size;
}

// Reserves an address range, aligned to `alignment`, without memory.
char* reserve(std::size_t size, std::size_t alignment) {
  const std::size_t wide = size + alignment;
  void* const mapped = mmap(nullptr, wide, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  char* const begin = static_cast<char*>(mapped);
  const auto skipped = (alignment - reinterpret_cast<std::uintptr_t>(begin) % alignment) % alignment;
  if (skipped != 0) munmap(begin, skipped);
  if (skipped != alignment) munmap(begin + skipped + size, alignment - skipped);
  return begin + skipped;
}

}  // namespace

void memory_block::grow(std::size_t size, block_end end) {
  if (size <= size_) return;
  if (size > std::numeric_limits<std::size_t>::max() / 4) throw std::bad_alloc();
  const bool huge = size >= 2 * huge_page;
  // A multiple of 64 KiB suits every page size.
  const std::size_t rounded =
      round_up(size, huge && end == block_end::whole_page ? huge_page : 16 * small_page);
  if (bytes_ == nullptr && !huge) return begin_anywhere(rounded);
  char* const place = reserve(rounded, huge ? huge_page : 16 * small_page);
  const std::size_t copied = huge && end == block_end::as_asked ? on_small_pages(size_) : 0;
  const std::size_t moved = size_ - copied;
  void* mapped = nullptr;
  if (moved == 0) {
    mapped = mmap(place, rounded, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  } else {
    mapped = mremap(bytes_, moved, rounded, MREMAP_MAYMOVE | MREMAP_FIXED, place);
  }
  if (mapped == MAP_FAILED) {
    munmap(place, rounded);
    throw std::bad_alloc();
  }
  if (huge) madvise(place, rounded, MADV_HUGEPAGE);
  if (const std::size_t behind = rounded % huge_page; huge && behind != 0)
    madvise(place + rounded - behind, behind, MADV_NOHUGEPAGE);
  if (copied != 0) {
    std::memcpy(place + moved, bytes_ + moved, copied);
    munmap(bytes_ + moved, copied);
  }
  bytes_ = place;
  size_ = rounded;
}

// Small blocks are frequent (one for each page that is read), so they take a single system call.
void memory_block::begin_anywhere(std::size_t size) {
  void* const mapped =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  bytes_ = static_cast<char*>(mapped);
  size_ = size;
}

std::size_t memory_block::occupied(std::size_t used) const {
  return size_ >= 2 * huge_page ? round_up(used, huge_page) : used;
}

void memory_block::release() noexcept {
  if (bytes_ != nullptr) munmap(bytes_, size_);
  bytes_ = nullptr;
  size_ = 0;
}

}  // namespace urlsieve
