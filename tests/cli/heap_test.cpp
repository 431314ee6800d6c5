// The heap is extended for runs with much memory alone, and on huge pages.
#include "src/cli/heap.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <string>

#include "tests/sanitized.hpp"

namespace urlsieve::cli {
namespace heap_test {

#ifdef __GLIBC__

std::ptrdiff_t growth_of_heap(std::uint64_t memory) {
  const char* const begin = static_cast<char*>(::sbrk(0));
  extend_heap(memory, 2);
  return static_cast<char*>(::sbrk(0)) - begin;
}

// Returns true if some part of the heap may have huge pages ("hg" in the kernel's description of it).
bool is_heap_advised() {
  std::ifstream maps("/proc/self/smaps");
  std::string line;
  bool in_heap = false;
  while (std::getline(maps, line)) {
    if (line.find("-") < line.find(" ")) in_heap = line.ends_with("[heap]");
    if (in_heap && line.starts_with("VmFlags:") && line.find(" hg") != std::string::npos) return true;
  }
  return false;
}

TEST(heap, is_extended_on_huge_pages_with_a_gibibyte) {
  if (testing::sanitized) GTEST_SKIP() << "skipped: sanitizers replace the heap";
  constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
  EXPECT_EQ(growth_of_heap(512 * mebibyte), 0);
  EXPECT_GE(growth_of_heap(1024 * mebibyte), std::ptrdiff_t{60 * mebibyte});
  const std::ifstream has_huge_pages("/sys/kernel/mm/transparent_hugepage/enabled");
  if (has_huge_pages) EXPECT_TRUE(is_heap_advised());
}

#endif

}  // namespace heap_test
}  // namespace urlsieve::cli
