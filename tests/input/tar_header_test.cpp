// Table of tar headers: parsed fields, and headers left to libarchive.
#include "src/input/archives/tar_header.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/tar_entries.hpp"
#include "urlsieve/field.hpp"

namespace urlsieve {
namespace tar_header_test {

using namespace std::string_literals;

struct change {
  std::size_t at;
  std::string bytes;
};

void put_sum(std::string& block, bool with_sign = false) {
  block.replace(148, 8, 8, ' ');
  int sum = 0;
  for (const char c : block)
    sum += with_sign ? static_cast<int>(static_cast<signed char>(c))
                     : static_cast<int>(static_cast<unsigned char>(c));
  std::string digits(8, '\0');
  std::snprintf(digits.data(), digits.size(), "%06o", static_cast<unsigned>(sum));
  block.replace(148, 8, digits);
}

// Returns the header of a file "name" of ten bytes, with changes.
std::string header(const std::vector<change>& changes, bool with_sign = false) {
  std::string block(tar_block, '\0');
  const auto put = [&](std::size_t at, const std::string& bytes) { block.replace(at, bytes.size(), bytes); };
  put(0, "name");
  put(100, "0000644\0"s);
  put(124, "00000000012\0"s);
  put(156, "0");
  put(257, "ustar\00000"s);
  for (const change& item : changes) put(item.at, item.bytes);
  put_sum(block, with_sign);
  return block;
}

struct tar_facts {
  std::string name;
  entry_kind kind = entry_kind::file;
  std::uint64_t size = 0;
  friend bool operator==(const tar_facts&, const tar_facts&) = default;
};

std::optional<tar_facts> read(const std::string& block) {
  std::string name = "of the one before";
  const std::optional<tar_header> header = read_tar_header(block, name);
  if (!header || header->is != tar_header::role::entry) return std::nullopt;
  return tar_facts{name, header->kind, header->size};
}

TEST(tar_header, reads_name_kind_and_size) {
  EXPECT_EQ(read(header({})), (tar_facts{"name", entry_kind::file, 10}));
  EXPECT_EQ(read(header({{345, "pre/fix"}})), (tar_facts{"pre/fix/name", entry_kind::file, 10}));
  EXPECT_EQ(read(header({{345, "pre/"}})), (tar_facts{"pre/name", entry_kind::file, 10}));
  EXPECT_EQ(read(header({{0, std::string(100, 'n')}, {345, std::string(155, 'p')}})),
            (tar_facts{std::string(155, 'p') + '/' + std::string(100, 'n'), entry_kind::file, 10}));
  EXPECT_EQ(read(header({{257, "ustar  \0"s}, {345, "00000000001"}})),
            (tar_facts{"name", entry_kind::file, 10}))
      << "GNU has times there";
  EXPECT_EQ(read(header({{257, std::string(8, '\0')}, {345, "x"}})),
            (tar_facts{"name", entry_kind::file, 10}));
  EXPECT_EQ(read(header({{156, "\0"s}})), (tar_facts{"name", entry_kind::file, 10}));
  EXPECT_EQ(read(header({{156, "7"}})), (tar_facts{"name", entry_kind::file, 10}));
  EXPECT_EQ(read(header({{156, "5"}})), (tar_facts{"name", entry_kind::directory, 0})) << "whatever its size";
  EXPECT_EQ(read(header({{156, "2"}})), (tar_facts{"name", entry_kind::link, 0}));
  EXPECT_EQ(read(header({{156, "3"}})), (tar_facts{"name", entry_kind::device, 0}));
  EXPECT_EQ(read(header({{156, "4"}})), (tar_facts{"name", entry_kind::device, 0}));
  EXPECT_EQ(read(header({{156, "6"}})), (tar_facts{"name", entry_kind::fifo, 0}));
  EXPECT_EQ(read(header({{156, "1x"}, {124, "00000000000"}})), (tar_facts{"name", entry_kind::link, 0}));
  EXPECT_EQ(read(header({{0, "n\xC3\xA4me"}}, true)), (tar_facts{"n\xC3\xA4me", entry_kind::file, 10}))
      << "the sum of bytes with a sign";
}

TEST(tar_header, reads_sizes_as_they_are_written) {
  const auto size = [](const std::string& field) {
    const std::optional<tar_facts> output = read(header({{124, field}}));
    return output ? std::optional(output->size) : std::nullopt;
  };
  EXPECT_EQ(size("      12    "), 10U);
  EXPECT_EQ(size("777777777777"), 0777777777777U) << "to the end of the field";
  EXPECT_EQ(size("12 34       "), 10U);
  EXPECT_EQ(size(std::string(12, '\0')), 0U);
  EXPECT_EQ(size("\x80"s + std::string(6, '\0') + "\2\0\0\0\1"s), (std::uint64_t{2} << 32U) + 1);
  EXPECT_EQ(size("\x80\0\0\0\x40"s + std::string(7, '\0')), std::nullopt) << "63 bits";
  EXPECT_EQ(size("\x80\1"s + std::string(10, '\0')), std::nullopt);
  EXPECT_EQ(size(std::string(12, '\xFF')), std::nullopt) << "less than nothing";
  EXPECT_EQ(size("-0000000001\0"s), std::nullopt);
}

TEST(tar_header, rejects_unusual_headers) {
  const std::string good = header({});
  for (std::size_t i = 0; i < tar_block; ++i) {
    std::string other = good;
    other[i] = static_cast<char>(other[i] ^ 1);
    if (i < 148 || i >= 156) EXPECT_EQ(read(other), std::nullopt) << "byte " << i;
  }
  EXPECT_EQ(read(good.substr(0, 511)), std::nullopt);
  EXPECT_EQ(read(std::string(tar_block, '\0')), std::nullopt);
  for (const char type : "SDMNVAXZ?"s)
    EXPECT_EQ(read(header({{156, std::string(1, type)}})), std::nullopt) << type;
  EXPECT_EQ(read(header({{156, "1x"}})), std::nullopt) << "a link with bytes";
  EXPECT_EQ(read(header({{156, "1"}, {124, "00000000000"}})), std::nullopt) << "a link to nothing";
  EXPECT_EQ(read(header({{257, "ustar  \0"s}, {386, "0"}})), std::nullopt) << "holes";
  EXPECT_EQ(read(header({{257, "ustar  \0"s}, {483, "0"}})), std::nullopt) << "another size";
}

TEST(tar_header, reads_extensions_of_the_next_header) {
  std::string name;
  using role = tar_header::role;
  for (const auto& [type, is] : {std::pair("L"s, role::long_name), std::pair("K"s, role::long_link),
                                 std::pair("x"s, role::extended), std::pair("g"s, role::global)}) {
    const std::optional<tar_header> output = read_tar_header(header({{156, type}}), name);
    ASSERT_TRUE(output) << type;
    EXPECT_EQ(output->is, is) << type;
    EXPECT_EQ(output->size, 10U);
  }
}

TEST(tar_extension, reads_name_and_size) {
  const auto path = [](std::string_view records) {
    const std::optional<tar_extension> output = read_tar_extension(records);
    return output ? std::string(output->path) : "odd"s;
  };
  EXPECT_EQ(path("12 path=a/b\n"), "a/b");
  EXPECT_EQ(path("12 path=a/b\n12 path=a=b\n"), "a=b") << "the last counts";
  EXPECT_EQ(path("11 mtime=1\n11 path=\xC3\xA4\n"), "\xC3\xA4");
  EXPECT_EQ(path("11 mtime=1\n"), "");
  EXPECT_EQ(path(""), "");
  EXPECT_EQ(path("12 path=e\xCC\x81\n"), "odd") << "may be normalized";
  EXPECT_EQ(path("8 path=\n"), "odd");
  EXPECT_EQ(path("13 path=a/b\n"), "odd");
  EXPECT_EQ(path("11 path=a/b\n"), "odd");
  EXPECT_EQ(path("path=a/b\n"), "odd");
  EXPECT_EQ(path("0000012 path=a/b\n"), "odd");
  EXPECT_EQ(path("5 =a\n"), "odd");
  EXPECT_EQ(path("4 a\n"), "odd");
  EXPECT_EQ(path("12 path=a\0b\n"s), "odd");
  EXPECT_EQ(path("22 GNU.sparse.name=a\n"), "odd");
  EXPECT_EQ(path("21 hdrcharset=BINARY\n"), "odd");
  EXPECT_EQ(read_tar_extension("14 size=12345\n")->size, 12345U);
  EXPECT_FALSE(read_tar_extension("11 size=-1\n"));
  EXPECT_FALSE(read_tar_extension("28 size=1234567890123456789\n"));
  EXPECT_TRUE(read_tar_extension("14 linkpath=q\n")->linked);
}

TEST(tar_header, asks_for_numbers_in_the_first_one) {
  EXPECT_TRUE(has_numbers(header({})));
  EXPECT_TRUE(has_numbers(header({{108, "\x80"}, {116, "\xFF"}, {136, "  17        "}})));
  EXPECT_FALSE(has_numbers(header({{124, "0000L000012"}})));
  EXPECT_FALSE(has_numbers(header({{100, "0000648"}})));
}

TEST(tar_header, is_made_so_that_it_can_be_read) {
  for (const bool linked : {false, true}) {
    const std::string output = make_tar_header('0', 0, linked);
    EXPECT_TRUE(is_tar_header(output));
    EXPECT_TRUE(has_numbers(output));
    EXPECT_EQ(read(output), (tar_facts{"a", entry_kind::file, 0}));
    std::string name;
    EXPECT_EQ(read_tar_header(output, name)->linked, linked);
  }
}

// Entries do not depend on delivery in whole blocks.
TEST(tar_entries, do_not_depend_on_delivery) {
  std::string long_name = header({{156, "L"}, {124, "00000000175"}});  // octal 175 is 125
  long_name.append(124, 'l').append(1, '\0').resize(2 * tar_block);
  const std::string body = "0123456789" + std::string(tar_block - 10, '\0');
  std::string archive = header({}) + body + long_name + header({}) + body + std::string(3 * tar_block, '\0');
  for (std::size_t cut = tar_block; cut <= archive.size(); cut += tar_block) {
    std::size_t at = 0;
    tar_entries entries(
        [&] {
          const std::span<const char> more(archive.data() + at, std::min(cut, archive.size() - at));
          at += more.size();
          return more;
        },
        0);
    archive_entry_head head;
    for (const std::string& name : {"name"s, std::string(124, 'l')}) {
      ASSERT_EQ(entries.next(head), tar_entries::step::entry);
      EXPECT_EQ(head.path, name);
      EXPECT_EQ(entries.piece(), "0123456789");
      EXPECT_EQ(entries.piece(), "");
    }
    EXPECT_EQ(entries.next(head), tar_entries::step::end);
  }
}

}  // namespace tar_header_test
}  // namespace urlsieve
