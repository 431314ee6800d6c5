// Symbolic links with LZMA in zip archives: the reader skips the links and never allocates dictionaries of
// gigabytes, whichever header marks the links.
#include "src/input/zip/zip_dictionaries.hpp"

#include <gtest/gtest.h>
#include <lzma.h>
#include <sys/resource.h>

#include <string>
#include <vector>

#include "tests/codec/packed_otherwise.hpp"
#include "tests/input/archive_members.hpp"

namespace urlsieve {
namespace zip_dictionaries_test {

using namespace std::string_literals;
using testing::members;
using testing::opened;

constexpr auto put = testing::put_little_endian;

// LZMA in zip: a version, the size of the properties, the properties, the compressed bytes.
std::string packed(const std::string& plain, std::uint32_t dictionary) {
  const std::string alone = testing::lzma_alone_pack(plain);
  std::string output = "\x09\x14\x05\x00"s + alone.front();
  put(output, dictionary, 4);
  return output + alone.substr(13);
}

struct entry {
  std::string name;
  std::string bytes;  // stored bytes
  std::string plain;
  unsigned method = 0;
  unsigned mode = 0100644;
  bool says_so_itself = false;  // the local header contains the mode, too
};

std::string zip(const std::vector<entry>& entries) {
  std::string all;
  std::string directory;
  for (const entry& item : entries) {
    std::string extra;
    if (item.says_so_itself) {
      extra = "\x78\x6C"s;
      put(extra, 7, 2);
      put(extra, 5, 1);
      put(extra, 0x314, 2);
      put(extra, std::uint64_t{item.mode} << 16U, 4);
    }
    const auto common = [&](std::string& into) {
      put(into, 20, 2);
      put(into, 0, 2);
      put(into, item.method, 2);
      put(into, 0x21, 4);
      put(into, ::lzma_crc32(reinterpret_cast<const std::uint8_t*>(item.plain.data()), item.plain.size(), 0),
          4);
      put(into, item.bytes.size(), 4);
      put(into, item.plain.size(), 4);
      put(into, item.name.size(), 2);
      put(into, extra.size(), 2);
    };
    directory += "PK\1\2";
    put(directory, 0x314, 2);
    common(directory);
    put(directory, 0, 6);
    put(directory, std::uint64_t{item.says_so_itself ? 0100644 : item.mode} << 16U, 4);
    put(directory, all.size(), 4);
    directory += item.name + extra;
    all += "PK\3\4";
    common(all);
    all += item.name + extra + item.bytes;
  }
  const std::size_t begin = all.size();
  all += directory + "PK\5\6";
  put(all, 0, 4);
  put(all, entries.size(), 2);
  put(all, entries.size(), 2);
  put(all, directory.size(), 4);
  put(all, begin, 4);
  put(all, 0, 2);
  return all;
}

entry link_by_lzma(std::uint32_t dictionary) {
  return {"to", packed("a/far/away", dictionary), "a/far/away", 14, 0120777};
}

const entry before{"a", "one", "one"};
const entry after{"b", "two", "two"};

// Limits the address space. Has no effect under a sanitizer, which maps more memory.
class bounded_memory {
 public:
  bounded_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if !defined(__has_feature)
    bound();
#elif !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
    bound();
#endif
#endif
  }
  ~bounded_memory() { ::setrlimit(RLIMIT_AS, &before_); }
  bounded_memory(const bounded_memory&) = delete;
  bounded_memory& operator=(const bounded_memory&) = delete;

 private:
  [[maybe_unused]] static void bound() {
    constexpr rlim_t most = rlim_t{1} << 30;
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = most;
    EXPECT_EQ(::setrlimit(RLIMIT_AS, &limit), 0);
  }
  static rlimit now() {
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    return limit;
  }
  rlimit before_ = now();
};

TEST(zip_dictionaries, a_link_does_not_ask_for_gigabytes) {
  const bounded_memory bounded;
  for (const bool itself : {false, true}) {
    entry link = link_by_lzma(0xFFFFFFFF);
    link.says_so_itself = itself;
    const auto got = opened(zip({before, link, after}));
    EXPECT_EQ(got.members, (members{{"a!a", "one"}, {"a!b", "two"}}));
    EXPECT_EQ(got.counted.total_damage(), 0U) << "it is a link like others";
    EXPECT_EQ(got.counted.skipped, (decltype(got.counted.skipped){{"file:link", 1}}));
  }
}

TEST(zip_dictionaries, streams_do_not_allocate_gigabytes_either) {
  const bounded_memory bounded;
  entry link = link_by_lzma(0xFFFFFFFF);
  link.says_so_itself = true;
  const std::string archive = zip({before, link, after});
  // A zip archive stored in another has no seekable directory.
  const auto got = testing::same_in_every_way([&](const testing::way& how) {
    const std::string outer = zip({{"inner.zip", archive, archive}});
    stats counted;
    nested_inputs outside(file_archive::zip, byte_source::from_memory(outer, "o"), "", {}, nullptr);
    testing::opened_archive all;
    nested_inputs inside(file_archive::zip, outside.next(counted), "", {}, &outside);
    while (const auto member = inside.next(all.counted))
      all.members.emplace_back(member->name(), read_all(*member, how).bytes);
    return all;
  });
  ASSERT_FALSE(got.members.empty());
  EXPECT_EQ(got.members.front().second, "one");
  EXPECT_EQ(got.counted.skipped, (decltype(got.counted.skipped){{"file:link", 1}}));
}

TEST(zip_dictionaries, keeps_readable_members) {
  const std::string plain(300'000, 'y');
  for (const std::uint32_t dictionary : {1U << 18U, 1U << 28U}) {
    const entry file{"c", packed(plain, dictionary), plain, 14};
    const auto got = opened(zip({before, link_by_lzma(1U << 16U), file, after}));
    EXPECT_EQ(got.members, (members{{"a!a", "one"}, {"a!c", plain}, {"a!b", "two"}}));
    EXPECT_EQ(got.counted.total_damage(), 0U);
  }
}

TEST(zip_dictionaries, a_file_that_asks_for_gigabytes_is_named) {
  const entry file{"c", packed("c", 0xFFFFFFFF), "c", 14};
  const auto got = opened(zip({before, file, after}));
  EXPECT_EQ(got.members, (members{{"a!a", "one"}, {"a!b", "two"}}));
  EXPECT_EQ(got.counted.inputs.not_read, 1U);
}

// Returns the output for input in blocks of `size` bytes.
std::string bounded_by(const std::string& bytes, std::size_t size) {
  zip_dictionaries with;
  std::string all;
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    std::string block = bytes.substr(at, size);
    with.bound(at, block);
    all += block;
  }
  return all;
}

TEST(zip_dictionaries, does_not_depend_on_delivery) {
  std::string archive = zip({before, link_by_lzma(0xFFFFFFFF), after, link_by_lzma(0x12000000)});
  const std::string whole = bounded_by(archive, archive.size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < archive.size(); ++i) {
    if (archive[i] == whole[i]) continue;
    ++changed;
    EXPECT_EQ(whole[i], '\1');
    EXPECT_EQ(archive.substr(i - 6, 2), "\5\0"s) << "no other byte is changed";
  }
  EXPECT_EQ(changed, 2U);
  for (std::size_t size = 1; size < 120; ++size) EXPECT_EQ(bounded_by(archive, size), whole) << size;
  for (std::size_t cut = 1; cut < archive.size(); ++cut) {
    zip_dictionaries with;
    std::string first = archive.substr(0, cut);
    std::string second = archive.substr(cut);
    with.bound(0, first);
    with.bound(cut, second);
    EXPECT_EQ(first + second, whole) << cut;
  }
}

TEST(zip_dictionaries, a_new_place_restarts_the_check) {
  const std::string archive = zip({link_by_lzma(0xFFFFFFFF)});
  zip_dictionaries with;
  std::string first = archive.substr(0, 33);
  std::string second = archive.substr(33);
  const std::string kept = second;
  with.bound(0, first);
  with.bound(1000, second);
  EXPECT_EQ(second, kept);
  std::string again = archive;
  with.bound(0, again);
  EXPECT_NE(again, archive);
}

}  // namespace zip_dictionaries_test
}  // namespace urlsieve
