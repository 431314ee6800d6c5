// No allocation per URL in steady state; operator new counts calls.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "src/url/normalize/canonical.hpp"
#include "urlsieve/url_options.hpp"

namespace {
std::atomic<std::size_t> allocations{0};
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size != 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
// noinline, because g++ 12 reports a mismatched pair if it inlines operator delete but not operator new.
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace urlsieve {
namespace {

TEST(url_allocation, is_zero_per_url_in_steady_state) {
  const url_options options;
  const canonicalizer canonical(options);
  base_url base;
  std::vector<char> out(canonicalizer::capacity_for(200, nullptr) + 400);
  const auto work = [&] {
    bool good = base.assign("http://host.example/a/b/../c?d#e", options);
    for (const char* const reference :
         {"http://a.example/", "HTTP://A.example:80/%7e/./x", "../x", "x y", "//b/%41?\\",
          "http://u@1.2.3.4/", "#s", "mailto:a@B", "http://[::1]/", "http://a b/", "http:///",
          "ftp://h/a;type=A", "/a?b=%zz"})
      good &= canonical.canonicalize(reference, &base, out.data()).size < out.size();
    return good;
  };
  ASSERT_TRUE(work());
  const std::size_t before = allocations;
  ASSERT_TRUE(work());
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace urlsieve
