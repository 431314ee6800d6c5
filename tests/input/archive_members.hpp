// Returns all members of an archive in memory, and checks that members do not depend on how they are read.
#ifndef URLSIEVE_TESTS_INPUT_ARCHIVE_MEMBERS_HPP
#define URLSIEVE_TESTS_INPUT_ARCHIVE_MEMBERS_HPP

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/input/archives/nested_inputs.hpp"
#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"

namespace urlsieve::testing {

using members = std::vector<std::pair<std::string, std::string>>;

struct opened_archive {
  std::vector<std::pair<std::string, std::string>> members;  // name and content
  stats counted;

  friend bool operator==(const opened_archive& a, const opened_archive& b) {
    return a.members == b.members && a.counted.damaged == b.counted.damaged &&
           a.counted.skipped == b.counted.skipped && a.counted.bytes_read == b.counted.bytes_read;
  }
  friend std::ostream& operator<<(std::ostream& out, const opened_archive& all) {
    for (const auto& [name, content] : all.members) out << name << ": " << content.size() << '\n';
    return out << all.counted.total_damage() << " faults";
  }
  [[nodiscard]] std::uint64_t damaged(damage reason) const {
    return counted.damaged[static_cast<std::size_t>(reason)];
  }
};

// With `in_place`, takes members that the reader holds in memory as views, and checks the views again at the
// end.
inline opened_archive open_all(std::string_view bytes, const way& how, bool in_place = false) {
  std::vector<std::pair<std::shared_ptr<const slab>, std::string_view>> held;
  std::vector<std::string> copies;
  opened_archive all;
  std::unique_ptr<byte_source> source = byte_source::from_memory(bytes, "a");
  std::string head(how.size == 0 ? tar_block : std::clamp(how.size, tar_block, std::size_t{1} << 20), '\0');
  head.resize(source->read(head, all.counted));
  all.counted.bytes = 0;
  nested_inputs inside(sniff_file_archive(head), std::move(source), head, {}, nullptr);
  while (const std::unique_ptr<byte_source> member = inside.next(all.counted)) {
    if (const std::string_view whole = inside.whole_member(); in_place && !whole.empty()) {
      held.emplace_back(inside.take_whole_member(all.counted), whole);
      all.members.emplace_back(member->name(), whole);
      copies.emplace_back(whole);
      continue;
    }
    const reading read = read_all(*member, how);
    all.members.emplace_back(member->name(), read.bytes);
    all.counted.add(read.counted);
  }
  EXPECT_EQ(inside.next(all.counted), nullptr) << "the end stays the end";
  for (std::size_t i = 0; i < held.size(); ++i) EXPECT_EQ(held[i].second, copies[i]);
  return all;
}

inline opened_archive opened(const std::string& bytes) {
  opened_archive all = same_in_every_way([&](const way& how) { return open_all(bytes, how); });
  const opened_archive in_place = open_all(bytes, at_once, true);
  EXPECT_EQ(in_place, all);
  EXPECT_EQ(in_place.counted.bytes, all.counted.bytes);
  return all;
}

}  // namespace urlsieve::testing

#endif
