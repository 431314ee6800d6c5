#include "src/input/charset_source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "src/codec/charset.hpp"
#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"

namespace urlsieve {
namespace charset_source_test {

// Blocks of ASCII behind one of another character keep their first bytes.
TEST(charset_source, keeps_blocks_of_ascii_as_they_are) {
  std::string lines;
  while (lines.size() < (std::size_t{1} << 20)) lines += "line " + std::to_string(lines.size()) + '\n';
  const std::string latin = "caf\xE9\n" + lines;
  const std::string expected = "caf\xC3\xA9\n" + lines;
  for (const std::size_t head : {std::size_t{0}, std::size_t{5}, std::size_t{1000}, std::size_t{200'000}}) {
    const std::string read = testing::same_in_every_way([&](const testing::way& how) {
      std::unique_ptr<byte_source> stored =
          byte_source::from_memory(std::string_view(latin).substr(head), "memory");
      return testing::read_all(*as_decoded(std::move(stored), find_encoding("windows-1252"),
                                           std::string_view(latin).substr(0, head)),
                               how)
          .bytes;
    });
    EXPECT_TRUE(read == expected) << head;
  }
}

}  // namespace charset_source_test
}  // namespace urlsieve
