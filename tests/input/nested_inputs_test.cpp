// Archives of files: recognition, and members equal to the stored files for any delivery, also in damaged
// archives.
#include "src/input/archives/nested_inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "tests/input/archive_members.hpp"
#include "tests/input/zip_writer.hpp"

namespace urlsieve {
namespace nested_inputs_test {

using namespace std::string_literals;

// Returns a tar member in the format of POSIX.1-1988, with its `type`.
std::string tar_member(const std::string& name, const std::string& content, char type = '0') {
  std::string block(tar_block, '\0');
  const auto put = [&](std::size_t at, const std::string& value) { block.replace(at, value.size(), value); };
  const auto octal = [](std::size_t value) {
    std::string digits(12, '\0');
    std::snprintf(digits.data(), digits.size(), "%011zo", value);
    return digits;
  };
  put(0, name);
  put(100, "0000644"s);
  put(124, octal(content.size()));
  put(136, octal(0));
  put(148, std::string(8, ' '));
  block[156] = type;
  if (type == '1' || type == '2') put(157, "a");
  put(257, "ustar\00000"s);
  std::size_t sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  put(148, octal(sum).substr(5, 6) + '\0');
  block += content;
  block.resize((block.size() + tar_block - 1) / tar_block * tar_block);
  return block;
}

std::string tar_end() {
  return std::string(2 * tar_block, '\0');
}

std::string packed(std::string_view plain) {
  const auto with = make_encoder(compression::gzip);
  std::string out(plain.size() + 4096, '\0');
  out.resize(with->encode(plain, out, true).produced);
  return out;
}

using testing::members;
using testing::opened;
using testing::opened_archive;
using testing::zip_entry;

TEST(file_archive, is_recognized_by_its_first_bytes) {
  const std::string tar = tar_member("a", "b");
  EXPECT_EQ(sniff_file_archive(tar), file_archive::tar);
  for (std::size_t i = 0; i < 148; ++i) {
    std::string other = tar;
    other[i] = static_cast<char>(other[i] + 1);
    EXPECT_EQ(sniff_file_archive(other), file_archive::none) << "the sum of its header is wrong: byte " << i;
  }
  EXPECT_EQ(sniff_file_archive(tar.substr(0, 511)), file_archive::none);
  EXPECT_EQ(sniff_file_archive(std::string(512, '\0')), file_archive::none);
  EXPECT_EQ(sniff_file_archive("!<arch>\nx"), file_archive::ar);
  EXPECT_EQ(sniff_file_archive("!<arch> is what it begins with"), file_archive::none);
  EXPECT_EQ(sniff_file_archive("070701" + std::string(95, '0') + "200000000a"), file_archive::cpio);
  EXPECT_EQ(sniff_file_archive("070701" + std::string(88, '0') + "BBBBBBBB00000000a"), file_archive::none)
      << "a name of three gigabytes";
  EXPECT_EQ(sniff_file_archive("070707" + std::string(53, '7') + "00000200000000001"), file_archive::cpio);
  EXPECT_EQ(sniff_file_archive("070707" + std::string(53, '8') + "00000200000000001"), file_archive::none);
  EXPECT_EQ(sniff_file_archive("070707" + std::string(70, '7')), file_archive::none) << "a name of 256 KiB";
  EXPECT_EQ(
      sniff_file_archive("070701 is a number, and no more than that, in a text that has a hundred and ten "
                         "bytes, or some more than those"),
      file_archive::none);
  const std::string binary = "\xC7\x71\0\0\0\0\xA4\x81\0\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\0\0x\0"s;
  EXPECT_EQ(sniff_file_archive(binary), file_archive::cpio);
  EXPECT_EQ(sniff_file_archive(binary.substr(0, 26) + "xy"), file_archive::none)
      << "a name that does not end";
}

TEST(web_collection, drops_members_that_describe_archives) {
  web_collection none;
  EXPECT_EQ(none.skip_reason("archive/a.warc.gz"), "");
  EXPECT_EQ(none.skip_reason("indexes/index.cdx"), "") << "nothing declared a collection";
  struct declared {
    std::string_view package, member, word;
  };
  for (const auto& [package, member, word] :
       {declared{"datapackage.json", "archive/a.warc", ""},
        {"datapackage.json", "indexes/a/b", "indexes"},
        {"datapackage.json", "./pages/pages.jsonl", "pages"},
        {"./datapackage.json", "archive/a.warc", ""},
        {"./datapackage.json", "logs/a", "logs"},
        {"top/datapackage.json", "top/archive/x", ""},
        {"top/datapackage.json", "top/datapackage.json", "datapackage.json"},
        {"./top/datapackage.json", "top/indexes/a", "indexes"},
        {"top/datapackage.json", "indexes/a", ""}}) {
    ASSERT_TRUE(is_package_path(package));
    web_collection collection;
    collection.declare(package);
    EXPECT_EQ(collection.skip_reason(member), word) << package << ' ' << member;
  }
  EXPECT_FALSE(is_package_path("a/b/datapackage.json"));
  EXPECT_FALSE(is_package_path("adatapackage.json"));
}

// For any order of members, with and without a directory that can be read ahead.
TEST(web_collection, is_declared_only_by_its_package) {
  const auto declares = [](std::string_view package) { return package == "yes"; };
  const auto names = [&](const std::vector<zip_entry>& entries, bool stream) {
    const std::string zip = stream ? packed(testing::make_zip(entries)) : testing::make_zip(entries);
    std::unique_ptr<byte_source> source = byte_source::from_memory(zip, "a");
    stats counted;
    std::string head(100, '\0');
    head.resize(source->read(head, counted));
    read_ahead how;
    how.declares_collection = declares;
    nested_inputs inside(file_archive::zip, std::move(source), head, {}, nullptr, how);
    std::string all;
    while (const std::unique_ptr<byte_source> member = inside.next(counted))
      all.append(member->name())
          .append(1, '=')
          .append(testing::read_all(*member, testing::at_once).bytes)
          .append(1, ' ');
    if (inside.not_read()) all += "not read";
    return all;
  };
  const zip_entry archive{.name = "archive/a.warc", .plain = std::string(600, 'w')};
  const zip_entry index{.name = "indexes/i", .plain = "i"};
  const zip_entry mail{.name = "mail/l", .plain = "m"};
  const zip_entry yes{.name = "datapackage.json", .plain = "yes"};
  const zip_entry no{.name = "datapackage.json", .plain = "no"};
  const std::string warc = "a!archive/a.warc=" + archive.plain + " ";
  for (const bool stream : {false, true}) {
    EXPECT_EQ(names({archive, index, yes}, stream), warc);
    EXPECT_EQ(names({yes, index, archive}, stream), warc);
    EXPECT_EQ(names({yes, index}, stream), "not read");
    EXPECT_EQ(names({archive, mail}, stream), warc + "a!mail/l=m ");
    EXPECT_EQ(names({archive, no, mail}, stream), warc + "a!datapackage.json=no a!mail/l=m ");
    EXPECT_EQ(names({archive, index}, stream), warc + "a!indexes/i=i ");
  }
}

TEST(file_archive, distinguishes_compressed_bytes_from_text) {
  EXPECT_EQ(sniff_file_archive("PK\3\4" + std::string(30, '\0')), file_archive::zip);
  EXPECT_EQ(sniff_file_archive("PK\3\4 is how it begins"), file_archive::none);
  EXPECT_EQ(sniff_file_archive("PK\5\6" + std::string(18, '\0')), file_archive::zip) << "one without members";
  EXPECT_EQ(sniff_file_archive("7z\xBC\xAF'\x1C"), file_archive::seven_zip);
  const std::string member = testing::make_zip({{.name = "a/b", .plain = "c"}});
  for (const std::string_view junk : {"\n", "PK\3\4", "junk\x80\xFF\n"})
    EXPECT_EQ(find_zip(std::string(junk) + member), junk.size());
  EXPECT_EQ(find_zip("xPK\3\4" + std::string(40, '\0')), std::string::npos) << "no name";
  EXPECT_EQ(find_zip("xPK\3\4 is what it begins with, and more of that"), std::string::npos);
  EXPECT_EQ(find_zip("x" + member.substr(0, 29)), std::string::npos);
  EXPECT_EQ(sniff_compressed_file("\x1F\x9D\x90"), file_archive::lzw);
  EXPECT_EQ(sniff_compressed_file("\x1F\x9D\x95"), file_archive::none) << "codes of 21 bits";
  EXPECT_EQ(sniff_compressed_file("\x04\x22\x4D\x18"), file_archive::lz4);
  EXPECT_EQ(sniff_compressed_file("LZIP\1"), file_archive::lzip);
  // An empty brotli stream, an uncompressed "abc", and text that is not brotli.
  EXPECT_EQ(sniff_named_file("x.br", "\x06", true), file_archive::brotli);
  EXPECT_EQ(sniff_named_file("a.tar!x.BR",
                             "\x0B\x01\x80"
                             "abc\x03",
                             true),
            file_archive::brotli);
  EXPECT_EQ(sniff_named_file("x", "\x06", true), file_archive::none);
  EXPECT_EQ(sniff_named_file("x.br", "http://a/ is text\n", true), file_archive::none);
  EXPECT_EQ(sniff_compressed_file("LZIP is a program"), file_archive::none);
}

TEST(nested_inputs, come_as_they_were_put_in) {
  const std::string large(30'000, 'x');
  const std::string tar = tar_member("a.txt", "one") + tar_member("d/", "", '5') +
                          tar_member("d/../b", large) + tar_member("empty", "") + tar_end();
  const opened_archive all = opened(tar);
  EXPECT_EQ(all.members, (members{{"a!a.txt", "one"}, {"a!d/../b", large}, {"a!empty", ""}}));
  EXPECT_EQ(all.counted.total_damage(), 0U);
  EXPECT_EQ(all.counted.bytes_read, tar.size());
  EXPECT_EQ(all.counted.bytes, 3 + large.size()) << "of members, not of the archive";
}

// Enough members for several blocks, some of them across a border.
TEST(nested_inputs, lie_in_memory_where_they_are_small) {
  std::mt19937 random(3);
  std::string tar;
  members expected;
  while (tar.size() < 1'500'000) {
    const std::string name = "m" + std::to_string(expected.size());
    const std::string content(random() % 16 == 0 ? random() % 100'000 : 1 + random() % 3000,
                              static_cast<char>('a' + expected.size() % 26));
    tar += tar_member(name, content);
    expected.emplace_back("a!" + name, content);
  }
  const opened_archive all = open_all(tar + tar_end(), testing::at_once, true);
  EXPECT_EQ(all.members, expected);
  EXPECT_EQ(open_all(tar + tar_end(), testing::at_once, false), all);
  EXPECT_EQ(all.counted.total_damage(), 0U);
  // The report does not depend on where the last member is truncated.
  for (std::size_t cut = 0; cut < 6000; cut += 97)
    static_cast<void>(opened(tar.substr(tar.size() - 6000, 6000 - cut)));
}

TEST(nested_inputs, are_not_taken_whole_after_a_read) {
  const std::string tar = tar_member("1", "one") + tar_member("2", "two") + tar_end();
  stats counted;
  std::unique_ptr<byte_source> source = byte_source::from_memory(tar, "a");
  std::string head(tar_block, '\0');
  head.resize(source->read(head, counted));
  nested_inputs inside(file_archive::tar, std::move(source), head, {}, nullptr);
  EXPECT_EQ(inside.whole_member(), "");
  const std::unique_ptr<byte_source> first = inside.next(counted);
  ASSERT_EQ(inside.whole_member(), "one");
  EXPECT_EQ(inside.whole_member(), "one");
  std::string byte(1, '\0');
  EXPECT_EQ(first->read(byte, counted), 1U);
  EXPECT_EQ(inside.whole_member(), "");
  const std::unique_ptr<byte_source> second = inside.next(counted);
  EXPECT_EQ(inside.whole_member(), "two");
  EXPECT_EQ(inside.next(counted), nullptr);
  EXPECT_EQ(inside.whole_member(), "");
}

TEST(nested_inputs, skip_members_that_are_not_files) {
  const opened_archive all =
      opened(tar_member("to", "", '2') + tar_member("again", "", '1') + tar_member("tty", "", '3') +
             tar_member("pipe", "", '6') + tar_member("a", "b") + tar_end());
  EXPECT_EQ(all.members, (members{{"a!a", "b"}}));
  EXPECT_EQ(all.counted.skipped.at("file:link"), 2U);
  EXPECT_EQ(all.counted.skipped.at("file:device"), 1U);
  EXPECT_EQ(all.counted.skipped.at("file:fifo"), 1U);
}

TEST(nested_inputs, continue_in_concatenated_archives) {
  const opened_archive all = opened(tar_member("1", "one") + tar_end() + tar_member("2", "two") + tar_end());
  EXPECT_EQ(all.members, (members{{"a!1", "one"}, {"a!2", "two"}}));
}

TEST(nested_inputs, continue_after_a_corrupt_header) {
  std::string broken = tar_member("2", "two");
  broken[3] = 'x';
  const opened_archive all = opened(tar_member("1", "one") + broken + tar_member("3", "three") + tar_end());
  EXPECT_EQ(all.members, (members{{"a!1", "one"}, {"a!3", "three"}}));
  EXPECT_EQ(all.damaged(damage::bad_record_header), 1U);
}

TEST(nested_inputs, end_where_the_archive_is_cut) {
  const std::string tar = tar_member("1", "one") + tar_member("2", std::string(3000, 'y'));
  const opened_archive all = opened(tar.substr(0, 2 * tar_block + tar_block + 1000));
  ASSERT_EQ(all.members.size(), 2U);
  EXPECT_EQ(all.members.at(1).second, std::string(1000, 'y')) << "what was there is given";
  EXPECT_EQ(all.damaged(damage::truncated_record), 1U);
}

// Three gzip members, the second corrupt, so that later tar headers are not aligned to blocks.
TEST(nested_inputs, continue_after_lost_bytes) {
  const std::string one = tar_member("1", "one") + tar_member("2", std::string(5000, 'y')).substr(0, 1000);
  std::string lost = packed(tar_member("2", std::string(5000, 'y')).substr(1000) + tar_member("3", "three"));
  lost[lost.size() / 2] = static_cast<char>(lost[lost.size() / 2] ^ 0x55);
  const std::string rest = "zzz" + tar_member("4", "four") + tar_end();
  const std::string stored = packed(one) + lost + packed(rest);
  const opened_archive all = open_all(stored, testing::at_once);
  ASSERT_EQ(all.members.size(), 3U);
  EXPECT_EQ(all.members.at(0), std::pair("a!1"s, "one"s));
  EXPECT_EQ(all.members.at(2), std::pair("a!4"s, "four"s));
  EXPECT_EQ(all.damaged(damage::truncated_record), 1U) << "of the member that lost bytes";
}

}  // namespace nested_inputs_test
}  // namespace urlsieve
