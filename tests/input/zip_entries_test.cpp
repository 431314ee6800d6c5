// zip archives read by their directory without libarchive: results equal libarchive's, and unusual entries
// are left to libarchive.
#include "src/input/zip/zip_entries.hpp"

#include <archive.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/input/archive_members.hpp"
#include "tests/input/zip_by_library.hpp"
#include "tests/input/zip_writer.hpp"

namespace urlsieve {
namespace zip_entries_test {

using namespace std::string_literals;
using testing::make_zip;
using testing::members;
using testing::opened;
using testing::zip_by_library;
using testing::zip_entry;
using testing::zip_listing;
using testing::zip_shape;

// Threads that decode ahead; the destructor joins them.
class threads {
 public:
  [[nodiscard]] read_ahead how(std::size_t runs) {
    read_ahead ahead;
    ahead.runs = runs;
    ahead.start = [this](std::function<void()> work) { all_.emplace_back(std::move(work)); };
    return ahead;
  }

 private:
  std::vector<std::jthread> all_;
};

stored_file in_memory(std::string_view bytes) {
  return {-1, bytes, 0, bytes.size(), 0, nullptr};
}

// Returns all entries before the first unusual entry. `odd`: an entry or the directory is unusual. `agreed`:
// the number of entries before the first contradiction between archive and directory.
zip_listing ours(std::string_view bytes, const read_ahead& how, std::size_t piece, bool& odd,
                 std::size_t* agreed = nullptr) {
  zip_listing all;
  bool contradicted = false;
  const std::unique_ptr<zip_entries> entries = zip_entries::of(in_memory(bytes), how);
  odd = !entries;
  archive_entry_head head;
  std::string buffer(piece, '\0');
  while (!odd) {
    const zip_entries::step output = entries->next(head);
    if (output == zip_entries::step::contradiction) {
      // A contradiction after an entry concerns only the end of this entry.
      contradicted = true;
      continue;
    }
    if (agreed != nullptr && !contradicted) *agreed = all.entries.size() + 1;
    odd = output == zip_entries::step::unsupported;
    if (output != zip_entries::step::entry) break;
    zip_listing::entry& entry = all.entries.emplace_back();
    entry.path = head.path;
    entry.type = head.kind == entry_kind::directory ? AE_IFDIR : AE_IFREG;
    if (entry.type == AE_IFDIR) continue;
    while (true) {
      const std::optional<std::size_t> got = entries->read(buffer);
      if (!got) entry.fault = entries->fault();
      if (got.value_or(0) == 0) break;
      entry.bytes.append(buffer, 0, *got);
    }
    // libarchive gives up an archive after lost bytes.
    if (entry.fault.empty() || entry.fault.find("CRC") != std::string::npos) continue;
    if (entry.fault.find("wrong size") != std::string::npos) continue;
    all.fault = "given up";
    break;
  }
  EXPECT_EQ(entries ? entries->passed() : 0, all.entries.size());
  return all;
}

// If an entry fails several checks, libarchive 3.6 reports the first fault, and libarchive 3.7 of Debian 13
// the last. Sizes are checked before checksums.
bool are_alike(const std::string& fault, const std::string& of_library) {
  if (fault == of_library) return true;
  return ARCHIVE_VERSION_NUMBER >= 3007000 && fault.starts_with("ZIP uncompressed data is wrong size") &&
         of_library.starts_with("ZIP bad CRC");
}

// Compares all entries before the first contradiction with those of libarchive, which trusts local headers.
// Returns the number of entries that do not need libarchive.
std::size_t expect_same(const std::string& bytes) {
  const zip_listing report = zip_by_library::list(bytes);
  bool odd = false;
  std::size_t agreed = 0;
  const zip_listing output = ours(bytes, {}, std::size_t{1} << 20, odd, &agreed);
  const bool is_contradicted = agreed < output.entries.size() + (odd ? 0 : 1);
  if (!is_contradicted) {
    EXPECT_LE(output.entries.size(), report.entries.size());
  }
  for (std::size_t i = 0; i < std::min({agreed, output.entries.size(), report.entries.size()}); ++i) {
    const zip_listing::entry& entry = output.entries[i];
    const zip_listing::entry& its = report.entries[i];
    EXPECT_EQ(entry.path, its.path);
    EXPECT_EQ(entry.type, its.type & AE_IFMT);
    // zlib rejects Huffman codes without used symbols; libdeflate decodes these with the right checksum.
    const bool is_valid_range = entry.fault.empty() && its.fault == "ZIP decompression failed (-3)";
    // Bytes after a compressed stream, but within its declared size: only libarchive reports these bytes.
    // libarchive 3.7 then withholds the content of a small entry; 3.6 delivers the content.
    const bool looked_no_further = its.fault.starts_with("ZIP compressed");
    if (!is_valid_range && !looked_no_further) {
      EXPECT_TRUE(are_alike(entry.fault, its.fault)) << entry.fault << '\n' << its.fault;
    }
    // Before a fault, libarchive keeps the bytes of its last block; in a truncated stream, isa-l keeps the
    // last symbol.
    constexpr std::size_t longest_symbol = 258;
    const std::size_t common = std::min(entry.bytes.size(), its.bytes.size());
    EXPECT_TRUE(std::string_view(entry.bytes).substr(0, common) ==
                std::string_view(its.bytes).substr(0, common));
    if (entry.fault.empty() && !is_valid_range && !(looked_no_further && its.bytes.empty())) {
      EXPECT_EQ(entry.bytes.size(), its.bytes.size());
    }
    EXPECT_GE(entry.bytes.size() + longest_symbol, its.bytes.size());
  }
  if (!odd && output.fault.empty() && !is_contradicted) {
    EXPECT_EQ(output.entries.size(), report.entries.size());
    EXPECT_EQ(report.fault, "");
  }
  bool odd_ahead = false;
  threads others;
  const zip_listing ahead = ours(bytes, others.how(2), 777, odd_ahead);
  EXPECT_EQ(odd_ahead, odd);
  EXPECT_EQ(ahead.entries.size(), output.entries.size());
  for (std::size_t i = 0; i < std::min(ahead.entries.size(), output.entries.size()); ++i) {
    EXPECT_EQ(ahead.entries[i].path, output.entries[i].path);
    EXPECT_TRUE(ahead.entries[i].bytes == output.entries[i].bytes);
    EXPECT_EQ(ahead.entries[i].fault, output.entries[i].fault);
  }
  return output.entries.size();
}

std::string noise(std::size_t size, std::uint64_t seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = "abcdefghijklmnopqrstuvwxyz \n"[random() % 28];
  return bytes;
}

std::string field(unsigned id, const std::string& body) {
  std::string output;
  testing::put_little_endian(output, id, 2);
  testing::put_little_endian(output, body.size(), 2);
  return output + body;
}

TEST(zip_entries, equal_libarchive) {
  const std::string large = noise(300'000, 1);
  const std::string huge = noise(1'200'000, 2);
  const std::vector<std::vector<zip_entry>> archives{
      {},
      {{.name = "a", .plain = "one"}, {.name = "b", .plain = "two", .method = 8}},
      {{.name = "d/", .mode = 040755}, {.name = "d/e", .mode = 040755}, {.name = "e/", .plain = ""}},
      {{.name = "stored", .plain = large},
       {.name = "packed", .plain = large, .method = 8},
       {.name = "last", .plain = huge, .method = 8},
       {.name = "behind", .plain = huge}},
      {{.name = "empty"}, {.name = "packed", .plain = "", .method = 8}},
      {{.name = "piped", .plain = "one", .has_data_descriptor = true},
       {.name = "packed", .plain = large, .method = 8, .has_data_descriptor = true}},
      {{.name = "large", .plain = "one", .is_zip64 = true},
       {.name = "packed", .plain = large, .method = 8, .is_zip64 = true},
       {.name = "piped", .plain = "x", .has_data_descriptor = true, .is_zip64 = true}},
      {{.name = "../../etc/passwd", .plain = "x"},
       {.name = "/abs", .plain = "y"},
       {.name = "a", .plain = "1"},
       {.name = "a", .plain = "2"}},
      {{.name = "\xC3\xA9.txt", .plain = "x", .flags = 0x800},
       {.name = "\xE9.txt", .plain = "x"},
       {.name = "\xE6\xBC\xA2\xED\x95\x9C\xE3\x81\x82", .plain = "x", .flags = 0x800}},
      {{.name = "dos", .plain = "x", .mode = 0x20, .made_by = 0},
       {.name = "dir", .mode = 0x10, .made_by = 0},
       {.name = "other", .plain = "x", .made_by = 19},
       {.name = "by.unix/d\\", .plain = "x", .needed_by = 3},
       {.name = "fifo", .plain = "x", .mode = 010644},
       {.name = "none", .plain = "x", .mode = 0}},
      {{.name = "a",
        .plain = "x",
        .extra = field(0x5455, "\3aaaabbbb"),
        .directory_extra = field(0x5455, "\3aaaa")},
       {.name = "b",
        .plain = "x",
        .extra = field(0x7875, "\1\4aaaa\4bbbb") + field(0xCAFE, ""),
        .comment = "seen"},
       {.name = "c", .plain = "x", .extra = "\0\0\0"s, .directory_extra = "\0"s}},
      {{.name = "a", .plain = "x", .trailing_bytes = "garbage"},
       {.name = "sum", .plain = "x", .sum_delta = 1}},
      {{.name = "sum", .plain = "x", .method = 8, .sum_delta = 1},
       {.name = "less", .plain = noise(5000, 3), .method = 8, .plain_delta = static_cast<std::uint64_t>(-1)},
       {.name = "more", .plain = noise(5000, 3), .method = 8, .plain_delta = 1}},
      {{.name = "sum", .plain = large, .sum_delta = 1}, {.name = "plain", .plain = "x", .plain_delta = 1}},
  };
  const std::vector<zip_shape> shapes{{},
                                      {.comment = std::string(5000, 'c')},
                                      {.is_reversed = true},
                                      {.has_zip64_end = true},
                                      {.prefix = "#!/bin/sh\nexit\n"},
                                      {.prefix = "#!/bin/sh\nexit\n", .offsets_include_prefix = true}};
  for (std::size_t i = 0; i < archives.size(); ++i) {
    for (const zip_shape& shape : shapes) {
      SCOPED_TRACE(i);
      const std::size_t read = expect_same(make_zip(archives[i], shape));
      EXPECT_EQ(read, archives[i].size());
    }
  }
}

TEST(zip_entries, leave_unusual_entries_to_libarchive) {
  const zip_entry sound{.name = "a", .plain = "one"};
  const std::vector<zip_entry> odd{
      {.name = "bzip2", .plain = "x", .method = 12},
      {.name = "encrypted", .plain = "0123456789abc", .flags = 1},
      {.name = "strongly", .plain = "x", .flags = 0x41},
      {.name = "link", .plain = "a", .mode = 0120777},
      {.name = "socket", .plain = "a", .mode = 0140777},
      {.name = "dosdir", .mode = 0x11, .made_by = 0},
      {.name = "", .plain = "x"},
      {.name = "a\0b"s, .plain = "x"},
      {.name = "of\\dos", .plain = "x"},
      {.name = "e\xCC\x81", .plain = "x", .flags = 0x800},
      {.name = "\xE9", .plain = "x", .flags = 0x800},
      {.name = "x", .plain = "x", .extra = field(0x7075, "\1aaaaother")},
      {.name = "x", .plain = "x", .extra = field(0x6C78, "\4\0\0\xA1\xFF"s)},
      {.name = "x", .plain = "x", .extra = "\1\0\xFF\0"s},
      {.name = "x", .plain = "x", .extra = "abc"},
      {.name = "x", .plain = "x", .extra = field(0x5455, "")},
      {.name = "x", .plain = "xyz", .stored_delta = 1'000'000},
  };
  for (const zip_entry& entry : odd) {
    SCOPED_TRACE(entry.name);
    const std::string bytes = make_zip({sound, entry, {.name = "b", .plain = "two", .method = 8}});
    EXPECT_LE(expect_same(bytes), 1U);
    const zip_listing report = zip_by_library::list(bytes);
    members expected;
    for (const zip_listing::entry& its : report.entries) {
      if ((its.type & AE_IFMT) == AE_IFREG && !its.path.ends_with("ed") && !its.path.ends_with("ly"))
        expected.emplace_back("a!" + its.path, its.bytes);
      if (!its.fault.empty() && !its.goes_on && its.type == AE_IFREG &&
          expected.back().first == "a!" + its.path)
        break;
    }
    // After a fault at which libarchive gives up, the reader continues.
    if (expected.empty() || expected.back().first != "a!b") expected.emplace_back("a!b", "two");
    EXPECT_EQ(opened(bytes).members, expected);
  }
}

// Changes of the directory.
TEST(zip_entries, leave_an_unusual_directory_to_libarchive) {
  const std::vector<zip_entry> two{{.name = "a", .plain = "one"}, {.name = "b", .plain = "two", .method = 8}};
  const std::string sound = make_zip(two);
  const std::size_t end = sound.size() - 22;
  const auto broken = [&](std::size_t at, char byte) {
    std::string bytes = sound;
    bytes[at] = byte;
    return bytes;
  };
  EXPECT_EQ(expect_same(sound), 2U);
  EXPECT_EQ(expect_same(broken(end + 4, 1)), 0U) << "one of several disks";
  EXPECT_EQ(expect_same(broken(end + 8, 1)), 0U) << "entries on others";
  EXPECT_EQ(expect_same(broken(end + 12, '\x7F')), 0U) << "its size";
  EXPECT_EQ(expect_same(sound.substr(0, end)), 0U) << "no end";
  EXPECT_EQ(expect_same(sound + std::string(20'000, ' ')), 0U) << "too far from the end of the file";
  EXPECT_EQ(expect_same(sound + std::string(200, ' ')), 2U);
}

struct contradiction {
  std::string what;
  std::vector<zip_entry> entries;
  std::vector<std::string> reported;  // details
};

// The directory is authoritative, as in unzip. Contradictions are reported, and no member is lost.
TEST(zip_entries, report_contradictions_of_the_directory) {
  const std::string differ = "local header and directory differ in ";
  const std::string large = noise(300'000, 7);
  const zip_entry last{.name = "z", .plain = "last", .method = 8};
  const std::vector<contradiction> table{
      {"nothing", {{.name = "a", .plain = "x"}, last}, {}},
      {"name",
       {{.name = "a", .plain = "x", .local_name = "b/."}, last},
       {differ + "name; the directory counts"}},
      {"name of a large one",
       {{.name = "a", .plain = large, .method = 8, .local_name = "b"}, last},
       {differ + "name; the directory counts"}},
      {"name of one for libarchive",
       {{.name = "a", .plain = "x", .extra = field(0x7075, "\1aaaaother"), .local_name = "b"}, last},
       {differ + "name; the directory counts"}},
      {"size",
       {{.name = "a", .plain = "xyz", .local_stored_delta = static_cast<std::uint64_t>(-1)}, last},
       {differ + "size; the directory counts"}},
      {"checksum",
       {{.name = "a", .plain = "x", .local_sum_delta = 1}, last},
       {differ + "checksum; the directory counts"}},
      {"method and name",
       {{.name = "a", .plain = "x", .local_name = "c", .local_method_delta = 8}, last},
       {differ + "name, method; the directory counts"}},
      {"two of one name",
       {{.name = "a", .plain = "x"}, {.name = "a", .plain = "y"}, last},
       {"another member has the same name"}},
      {"bytes between members",
       {{.name = "a", .plain = "x", .trailing_bytes = "PK\3\4 see http://hidden.example/"}, last},
       {"31 bytes behind it belong to no member"}},
      {"NULs between members",
       {{.name = "a", .plain = "x", .trailing_bytes = std::string(5000, '\0')}, last},
       {}},
      {"NULs, then bytes",
       {{.name = "a", .plain = "x", .trailing_bytes = std::string(5000, '\0') + "x"}, last},
       {"5001 bytes behind it belong to no member"}},
      {"sizes behind the member", {{.name = "a", .plain = "x", .has_data_descriptor = true}, last}, {}},
      {"bytes in front of the directory",
       {last, {.name = "a", .plain = "x", .trailing_bytes = "hidden"}},
       {"6 bytes behind it belong to no member"}},
      {"an Android package",
       {last, {.name = "a", .plain = "x", .trailing_bytes = "signature APK Sig Block 42"}},
       {}},
  };
  for (const contradiction& row : table) {
    SCOPED_TRACE(row.what);
    members expected;
    for (const zip_entry& entry : row.entries) expected.emplace_back("a!" + entry.name, entry.plain);
    const auto got = opened(make_zip(row.entries));
    EXPECT_EQ(got.members, expected);
    EXPECT_EQ(got.damaged(damage::directory_mismatch), row.reported.size());
    EXPECT_EQ(got.counted.total_damage(), row.reported.size());
    for (std::size_t i = 0; i < std::min(row.reported.size(), got.counted.examples.size()); ++i)
      EXPECT_EQ(got.counted.examples[i].detail, row.reported[i]);
  }
}

TEST(zip_entries, report_members_that_overlap) {
  const std::string sound = make_zip({{.name = "a", .plain = "one"}, {.name = "b", .plain = "two"}});
  std::string twice = sound;
  twice.replace(twice.rfind("PK\1\2") + 42, 4, 4, '\0');
  const auto got = opened(twice);
  const members expected{{"a!a", "one"}, {"a!b", "one"}};
  EXPECT_EQ(got.members, expected) << "both have the bytes at their place";
  // The overlap; the bytes of the second member outside any record; its name and checksum; its content.
  EXPECT_EQ(got.damaged(damage::directory_mismatch), 3U);
  EXPECT_EQ(got.damaged(damage::corrupt_compression), 1U);
}

TEST(zip_entries, report_a_wrong_number_of_entries) {
  std::string bytes = make_zip({{.name = "a", .plain = "one"}, {.name = "b", .plain = "two"}});
  bytes[bytes.size() - 22 + 8] = bytes[bytes.size() - 22 + 10] = 3;
  const auto got = opened(bytes);
  EXPECT_EQ(got.members.size(), 2U);
  EXPECT_EQ(got.damaged(damage::directory_mismatch), 1U);
}

TEST(zip_entries, corrupt_entries_yield_the_bytes_before_the_fault) {
  const std::string plain = noise(3'000'000, 4);
  std::string bytes = make_zip({{.name = "a", .plain = plain, .method = 8}, {.name = "b", .plain = "x"}});
  const std::size_t at = bytes.size() / 2;
  bytes.replace(at, 64, 64, '\xFF');
  EXPECT_EQ(expect_same(bytes), 1U);
  const auto got = opened(bytes);
  ASSERT_EQ(got.members.size(), 2U) << "though libarchive gives the archive up";
  EXPECT_EQ(got.members[1].second, "x");
  EXPECT_GT(got.members[0].second.size(), 1'000'000U);
  EXPECT_TRUE(plain.starts_with(got.members[0].second.substr(0, 1'000'000)));
  EXPECT_EQ(got.damaged(damage::corrupt_compression), 1U);
  EXPECT_EQ(got.counted.total_damage(), 1U);
  zip_entry cut{.name = "a", .plain = plain, .method = 8};
  cut.stored_delta = cut.local_stored_delta = static_cast<std::uint64_t>(-1000);
  cut.local_stored_delta = 0;
  EXPECT_EQ(expect_same(make_zip({cut, {.name = "b", .plain = "x"}})), 1U);
}

// A wrong checksum or size does not affect later entries, with either reader.
TEST(zip_entries, report_and_deliver_entries_with_a_wrong_size_or_checksum) {
  const std::string large = noise(600'000, 4);
  for (const std::string& plain : {"see http://a.example/"s, large}) {
    for (const unsigned method : {0U, 8U}) {
      for (const bool by_library : {false, true}) {
        zip_entry wrong{.name = "a", .plain = plain, .method = method};
        wrong.sum_delta = 1;
        // Entries that need libarchive, and the entries after them.
        const zip_entry front{.name = by_library ? "of\\dos" : "of/dos", .plain = "x"};
        const auto got = opened(make_zip({front, wrong, {.name = "b", .plain = "two"}}));
        const members expected{{"a!of/dos", "x"}, {"a!a", plain}, {"a!b", "two"}};
        EXPECT_TRUE(got.members == expected) << plain.size() << ' ' << method << ' ' << by_library;
        EXPECT_EQ(got.damaged(damage::corrupt_compression), 1U);
        EXPECT_EQ(got.counted.total_damage(), 1U);
        EXPECT_TRUE(got.counted.examples.at(0).detail.starts_with("ZIP bad CRC: 0x"));
      }
    }
  }
}

// The reader continues after an entry with a corrupt header, and after an entry that libarchive gives up.
TEST(zip_entries, unusual_entries_affect_no_other_entry) {
  std::vector<zip_entry> entries;
  members expected;
  for (int i = 0; i < 60; ++i) {
    entries.push_back({.name = "f" + std::to_string(i), .plain = "bytes " + std::to_string(i), .method = 8});
    if (i % 3 != 1) expected.emplace_back("a!" + entries.back().name, entries.back().plain);
  }
  std::string bytes = make_zip(entries);
  std::size_t header = 0;
  for (int i = 0; i < 60; ++i) {
    header = bytes.find("PK\3\4", header + (i == 0 ? 0 : 1));
    if (i % 3 == 1) bytes[header + 2] = 'x';
  }
  const auto got = opened(bytes);
  EXPECT_EQ(got.members, expected);
  EXPECT_EQ(got.damaged(damage::bad_record_header), 20U);
  EXPECT_EQ(got.counted.total_damage(), 20U);
  EXPECT_EQ(got.counted.examples.at(0).place.stored, bytes.find("PKx\4"));
}

// Archives of all shapes with changed bytes.
TEST(zip_entries, equal_libarchive_after_changes) {
  std::mt19937 random(5);
  std::size_t read = 0;
  for (int round = 0; round < 3000 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    std::vector<zip_entry> entries(1 + random() % 5);
    for (zip_entry& entry : entries) {
      entry.name = noise(1 + random() % 6, random());
      if (random() % 8 == 0) entry.name += '/';
      entry.plain = noise(random() % 4 == 0 ? random() % 5000 : random() % 60, random());
      entry.method = random() % 2 * 8;
      entry.has_data_descriptor = random() % 4 == 0;
      entry.is_zip64 = random() % 4 == 0;
      if (random() % 4 == 0) entry.extra = field(0x5455, "\1aaaa");
      if (random() % 8 == 0) entry.flags = 0x800;
      if (random() % 8 == 0) entry.made_by = 0;
      if (random() % 8 == 0) entry.mode = random() % 2 == 0 ? 040755 : 0;
      if (random() % 16 == 0) entry.comment = "a comment";
    }
    zip_shape shape;
    shape.has_zip64_end = random() % 8 == 0;
    shape.is_reversed = random() % 8 == 0;
    if (random() % 8 == 0) shape.prefix = noise(random() % 100, random());
    std::string bytes = make_zip(entries, shape);
    for (unsigned changes = random() % 4; changes > 0; --changes) {
      // Changes hit the small directory more often.
      const std::size_t back =
          random() % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 22 + 60 * entries.size());
      const std::size_t at = bytes.size() - 1 - random() % back;
      bytes[at] = random() % 2 == 0 ? static_cast<char>(random()) : static_cast<char>(bytes[at] + 1);
    }
    read += expect_same(bytes);
  }
  EXPECT_GT(read, 3000U) << "else nothing is compared";
}

// Members of a WACZ file do not depend on decoding ahead.
TEST(zip_entries, are_decoded_ahead_in_any_order_of_threads) {
  std::vector<zip_entry> entries;
  std::string packed;
  for (unsigned i = 0; i < 60; ++i) {
    packed = testing::pack(i % 3 == 0 ? compression::zstd : compression::gzip, noise(i * 500, i)) +
             testing::pack(compression::gzip, noise(100, i));
    if (i % 7 == 0) packed[packed.size() / 2] = '\0';
    if (i % 11 == 0) packed = noise(3000, i);
    entries.push_back({.name = std::to_string(i), .plain = packed, .method = i % 2 * 8});
  }
  const std::string bytes = make_zip(entries);
  const auto all = [&](const read_ahead& how) {
    members read;
    stats counted;
    std::unique_ptr<byte_source> source = byte_source::from_memory(bytes, "a");
    std::string head(4096, '\0');
    head.resize(source->read(head, counted));
    nested_inputs inside(file_archive::zip, std::move(source), head, {}, nullptr, how);
    while (std::unique_ptr<byte_source> member = inside.next(counted)) {
      head.resize(600);
      head.resize(member->read(head, counted));
      if (sniff_compression(head) != compression::none)
        member = byte_source::inside(std::move(member), std::exchange(head, {}), 0, {}, how);
      const testing::reading rest = read_all(*member, testing::at_once);
      read.emplace_back(member->name(), head + rest.bytes);
      counted.add(rest.counted);
    }
    return std::pair(read, counted.damaged);
  };
  const auto alone = all({});
  EXPECT_EQ(alone.first.size(), 60U);
  for (const std::size_t runs : {1U, 2U, 4U}) {
    threads others;
    EXPECT_EQ(all(others.how(runs)), alone);
  }
}

// Small members may expand a lot: decoded members that wait are limited to the size of the runs.
TEST(zip_entries, hold_no_more_decoded_than_runs_have) {
  const std::string packed = testing::pack(compression::gzip, std::string(1'000'000, '\0'));
  std::vector<zip_entry> entries;
  for (unsigned i = 0; i < 50; ++i) entries.push_back({.name = std::to_string(i), .plain = packed});
  const std::string bytes = make_zip(entries);
  read_ahead how;
  how.runs = 2;
  how.run_bytes = std::size_t{1} << 20;
  how.start = [](const std::function<void()>& work) { work(); };
  const std::unique_ptr<zip_entries> all = zip_entries::of(in_memory(bytes), how);
  ASSERT_TRUE(all);
  archive_entry_head head;
  unsigned decoded = 0;
  while (all->next(head) == zip_entries::step::entry) decoded += all->take_run() ? 1U : 0U;
  EXPECT_EQ(all->passed(), entries.size());
  // The headroom of a run counts, too: eight runs would exceed 8 MiB.
  EXPECT_EQ(decoded, 7U);
}

}  // namespace zip_entries_test
}  // namespace urlsieve
