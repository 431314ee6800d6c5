// cpio and ar archives, 7z archives and lzip members: read as several programs write them, also if damaged,
// within the memory limit.
#include <gtest/gtest.h>
#include <lzma.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/seven_zip_bounds.hpp"
#include "tests/codec/packed_otherwise.hpp"
#include "tests/input/archive_members.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace plain_archives_test {

using namespace std::string_literals;
using testing::members;
using testing::opened;

std::string digits(const char* form, std::uint64_t value) {
  std::string buffer(32, '\0');
  buffer.resize(static_cast<std::size_t>(
      std::snprintf(buffer.data(), buffer.size(), form, static_cast<unsigned long long>(value))));
  return buffer;
}

std::string padded(std::string bytes, std::size_t to) {
  bytes.resize((bytes.size() + to - 1) / to * to);
  return bytes;
}

enum class form : unsigned char { octal, hexadecimal, summed, little, big };

std::string cpio_member(form as, const std::string& name, const std::string& bytes, unsigned mode = 0100644,
                        unsigned links = 1) {
  const std::size_t name_size = name.size() + 1;
  if (as == form::octal)
    return "070707000001000001" + digits("%06llo", mode) + "000000000000" + digits("%06llo", links) +
           "00000000000000000" + digits("%06llo", name_size) + digits("%011llo", bytes.size()) + name + '\0' +
           bytes;
  if (as == form::hexadecimal || as == form::summed) {
    std::string head = as == form::summed ? "07070200000001" : "07070100000001";
    head += digits("%08llX", mode) + std::string(16, '0') + digits("%08llx", links) + std::string(8, '0') +
            digits("%08llX", bytes.size()) + std::string(32, '0') + digits("%08llX", name_size) + "00000000";
    return padded(head + name + '\0', 4) + padded(bytes, 4);
  }
  std::string head;
  for (const std::size_t word :
       {std::size_t{070707}, std::size_t{1}, std::size_t{1}, std::size_t{mode}, std::size_t{0},
        std::size_t{0}, std::size_t{links}, std::size_t{0}, std::size_t{0}, std::size_t{0}, name_size,
        bytes.size() >> 16U, bytes.size() & 0xFFFFU}) {
    const std::string pair{static_cast<char>(word), static_cast<char>(word >> 8U)};
    head += as == form::little ? pair : std::string(pair.rbegin(), pair.rend());
  }
  return padded(head + name + '\0', 2) + padded(bytes, 2);
}

std::string cpio_end(form as) {
  return cpio_member(as, "TRAILER!!!", "", 0);
}

constexpr form all_forms[] = {form::octal, form::hexadecimal, form::summed, form::little, form::big};

TEST(cpio, is_read_in_all_its_forms) {
  for (const form as : all_forms) {
    SCOPED_TRACE(static_cast<int>(as));
    const std::string large(70'001, 'x');
    const std::string all = cpio_member(as, "d", "", 040755) + cpio_member(as, "d/a.txt", "one") +
                            cpio_member(as, "to", "d/a.txt", 0120777) + cpio_member(as, "b", large) +
                            cpio_member(as, "again", "", 0100644, 2) + cpio_member(as, "e", "") +
                            cpio_end(as);
    const auto got = opened(all + std::string(300, '\0'));
    EXPECT_EQ(got.members, (members{{"a!d/a.txt", "one"}, {"a!b", large}, {"a!e", ""}}));
    EXPECT_EQ(got.counted.total_damage(), 0U);
    EXPECT_EQ(got.counted.skipped.size(), 1U) << "links";
    EXPECT_EQ(got.counted.bytes_read, all.size() + 300);
  }
}

TEST(cpio, archives_that_follow_each_other_are_one) {
  const std::string first = cpio_member(form::hexadecimal, "a", "1") + cpio_end(form::hexadecimal);
  const std::string second = cpio_member(form::octal, "b", "2") + cpio_end(form::octal);
  EXPECT_EQ(opened(padded(first, 512) + second).members, (members{{"a!a", "1"}, {"a!b", "2"}}));
  EXPECT_EQ(opened(first + "\x1F\x8B").counted.total_damage(), 0U) << "what is behind it is another's";
}

TEST(cpio, continues_after_an_invalid_header) {
  for (const form as : {form::octal, form::hexadecimal}) {
    std::string broken = cpio_member(as, "b", "2");
    broken[20] = 'z';
    const auto got = opened(cpio_member(as, "a", "1") + broken + cpio_member(as, "c", "3") + cpio_end(as));
    EXPECT_EQ(got.members, (members{{"a!a", "1"}, {"a!c", "3"}}));
    EXPECT_EQ(got.damaged(damage::bad_record_header), 1U);
    EXPECT_EQ(got.counted.total_damage(), 1U);
  }
}

TEST(cpio, takes_no_name_that_is_larger_than_names_are) {
  std::string lie = cpio_member(form::hexadecimal, "b", "2");
  lie.replace(94, 8, "BBBBBBBB");
  const auto got = opened(cpio_member(form::hexadecimal, "a", "1") + lie +
                          cpio_member(form::hexadecimal, "c", "3") + cpio_end(form::hexadecimal));
  EXPECT_EQ(got.members, (members{{"a!a", "1"}, {"a!c", "3"}}));
  EXPECT_EQ(got.damaged(damage::bad_record_header), 1U);
}

TEST(cpio, reports_the_offset_of_a_truncation) {
  for (const form as : all_forms) {
    const std::string all = cpio_member(as, "a", "1") + cpio_member(as, "b", std::string(100, '2'));
    EXPECT_EQ(opened(all).damaged(damage::truncated_record), 1U) << "no end";
    const auto got = opened(all.substr(0, all.size() - 50));
    ASSERT_EQ(got.members.size(), 2U);
    EXPECT_EQ(got.members[1].second, std::string(50, '2'));
    EXPECT_EQ(got.damaged(damage::truncated_record), 1U);
    EXPECT_EQ(got.counted.total_damage(), 1U);
  }
}

std::string ar_member(std::string name, const std::string& bytes, const std::string& size = "") {
  name.resize(16, ' ');
  std::string report = size.empty() ? std::to_string(bytes.size()) : size;
  report.resize(10, ' ');
  return name + "1           0     0     100644  " + report + "`\n" + bytes +
         (bytes.size() % 2 != 0 ? "\n" : "");
}

TEST(ar, is_read_as_several_systems_write_it) {
  const std::string all = "!<arch>\n" + ar_member("/", "symbols") +
                          ar_member("//", "a-long-name.mbox/\nb c.txt/\n") + ar_member("short/", "one") +
                          ar_member("/0", "two") + ar_member("/18", "three") +
                          ar_member("#1/20", "from-bsd.eml\0\0\0\0\0\0\0\0four"s) + ar_member("bsd", "5") +
                          ar_member("/99", "no such name");
  const auto got = opened(all);
  EXPECT_EQ(got.members, (members{{"a!short", "one"},
                                  {"a!a-long-name.mbox", "two"},
                                  {"a!b c.txt", "three"},
                                  {"a!from-bsd.eml", "four"},
                                  {"a!bsd", "5"},
                                  {"a!/99", "no such name"}}));
  EXPECT_EQ(got.counted.total_damage(), 0U);
  EXPECT_EQ(opened("!<arch>\n" + ar_member("a", "1").substr(0, 61)).counted.total_damage(), 0U)
      << "what fills it up is not there";
}

TEST(ar, rejects_false_tables_and_names) {
  const std::string sound = ar_member("b/", "two") + ar_member("c/", "three");
  auto got = opened("!<arch>\n" + ar_member("//", "x/\n", "9999999999") + sound);
  EXPECT_EQ(got.members.size(), 0U);
  EXPECT_EQ(got.damaged(damage::truncated_record), 1U);
  got = opened("!<arch>\n" + ar_member("#1/9999999999", "x", "9999999999") + sound);
  EXPECT_EQ(got.members, (members{{"a!b", "two"}, {"a!c", "three"}}));
  EXPECT_EQ(got.damaged(damage::bad_record_header), 1U);
  std::string broken = ar_member("x/", "one");
  broken[58] = '!';
  got = opened("!<arch>\n" + ar_member("a/", "1") + broken + sound);
  EXPECT_EQ(got.members, (members{{"a!a", "1"}, {"a!b", "two"}, {"a!c", "three"}}));
  EXPECT_EQ(got.damaged(damage::bad_record_header), 1U);
}

testing::reading unpacked(const std::string& bytes) {
  return testing::same_in_every_way([&](const testing::way& how) {
    const auto source = byte_source::from_memory(bytes, "a");
    return read_all(*source, how);
  });
}

TEST(lzip, members_follow_each_other) {
  const std::string large(200'000, 'x');
  const std::string all =
      testing::lzip_pack("one", 20) + testing::lzip_pack(large, 20) + testing::lzip_pack("", 20);
  EXPECT_EQ(unpacked(all).bytes, "one" + large);
  EXPECT_EQ(unpacked(all).counted.total_damage(), 0U);
  const testing::reading cut = unpacked(all.substr(0, all.size() - 45));
  EXPECT_EQ(cut.damaged(damage::truncated_compression), 1U);
  std::string broken = all;
  broken[broken.size() - 20] = static_cast<char>(broken[broken.size() - 20] + 1);
  EXPECT_EQ(unpacked(broken).damaged(damage::corrupt_compression), 1U);
}

TEST(lzip, takes_no_dictionary_of_half_a_gigabyte) {
  const testing::reading got = unpacked(testing::lzip_pack("one", 20) + testing::lzip_pack("two", 29));
  EXPECT_EQ(got.bytes, "one");
  EXPECT_EQ(got.damaged(damage::expansion_limit), 1U);
}

// Returns a 7z archive with a stored file of one byte, or with `header`.
std::string seven_zip(const std::string& header, const std::string& before = {}) {
  std::string start;
  const auto put = [](std::string& into, std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) into += static_cast<char>(value >> (8 * i));
  };
  const auto sum = [](const std::string& of) {
    return ::lzma_crc32(reinterpret_cast<const std::uint8_t*>(of.data()), of.size(), 0);
  };
  put(start, 1 + before.size(), 8);
  put(start, header.size(), 8);
  put(start, sum(header), 4);
  std::string all = "7z\xBC\xAF'\x1C\0\4"s;
  put(all, sum(start), 4);
  return all + start + "x" + before + header;
}

std::string seven_zip_header(const std::string& coder, const std::string& files) {
  return "\1\4\6\0\1\t\1\0\7\x0B\1\0"s + coder + "\x0C\1\0\x08\0\0\5"s + files + "\x11\5\0a\0\0\0\0\0"s;
}

std::string_view excess(const std::string& archive) {
  const auto report = check_seven_zip_bounds({-1, archive, 0, archive.size(), 0, nullptr});
  return report ? report->why.empty() ? name_of(report->reason) : report->why : std::string_view();
}

TEST(seven_zip, asks_for_no_more_than_it_can_need) {
  const std::string stored = "\1\1\0"s;
  const std::string sound = seven_zip(seven_zip_header(stored, "\1"));
  EXPECT_EQ(excess(sound), "");
  EXPECT_EQ(opened(sound).members, (members{{"a!a", "x"}}));
  EXPECT_EQ(excess(seven_zip(seven_zip_header(stored, "\xF0\xFF\xFF\xFF\x7F"s))),
            "it asks for too much memory");
  const std::string too_large = seven_zip(seven_zip_header("\1\x23\3\1\1\5\x5D\0\0\0\x80"s, "\1"));
  EXPECT_EQ(excess(too_large), "it asks for too much memory") << "a dictionary of 2 GiB";
  EXPECT_EQ(opened(too_large).members.size(), 0U);
  EXPECT_EQ(excess(seven_zip(seven_zip_header("\1\x23\3\1\1\5\x5D\0\0\0\1"s, "\1"))), "");
  EXPECT_EQ(excess(seven_zip(seven_zip_header("\1\x21\x21\1\x28"s, "\1"))), "it asks for too much memory");
  EXPECT_EQ(excess(seven_zip(seven_zip_header("\1\x23\3\4\1\5\6\0\0\0\xFF"s, "\1"))),
            "it asks for too much memory");
  EXPECT_EQ(excess(seven_zip("\1\4\7\x0B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s)),
            "it asks for too much memory");
  // A compressed header with a coder that copies.
  const std::string inside = seven_zip_header(stored, "\xF0\xFF\xFF\xFF\x7F"s);
  const std::string outside = "\x17\6"s + static_cast<char>(1) + "\1\t"s + static_cast<char>(inside.size()) +
                              "\0\7\x0B\1\0\1\1\0\x0C"s + static_cast<char>(inside.size()) + "\0\0"s;
  EXPECT_EQ(excess(seven_zip(outside, inside)), "it asks for too much memory");
  const std::string header = sound.substr(33);
  for (std::size_t i = 2; i < header.size() - 11; ++i)
    EXPECT_NE(excess(seven_zip(header.substr(0, i))), "") << i;
}

}  // namespace plain_archives_test
}  // namespace urlsieve
