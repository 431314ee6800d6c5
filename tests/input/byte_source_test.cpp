#include "src/input/byte_source.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "src/codec/compression.hpp"
#include "tests/codec/packed.hpp"
#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace byte_source_test {

using namespace testing;
using namespace std::string_view_literals;

reading read_through(byte_source& from, std::size_t size) {
  reading result = testing::read_all(from, {size});
  char more;
  EXPECT_EQ(from.read({&more, 1}, result.counted), 0U);
  EXPECT_EQ(result.counted.bytes, result.bytes.size());
  return result;
}

reading read_in_every_way(std::string_view stored) {
  return same_in_every_way(
      [&](const way& how) { return read_all(*byte_source::from_memory(stored, "name"), how); });
}

reading read_through(std::string_view stored, std::size_t size = 1 << 20) {
  return read_through(*byte_source::from_memory(stored, "name"), size);
}

class temporary {
 public:
  explicit temporary(std::string_view bytes) {
    path = (std::filesystem::temp_directory_path() /
            ("byte_source_" + std::to_string(::getpid()) + "_" + std::to_string(next++)))
               .string();
    std::ofstream(path, std::ios::binary) << bytes;
  }
  ~temporary() { std::filesystem::remove(path); }
  std::string path;

 private:
  static inline int next = 0;
};

TEST(byte_source, gives_plain_bytes_as_they_are) {
  for (const std::size_t size : {0U, 1U, 9U, 10U, 11U, 5000U, 3000000U}) {
    std::string plain(size, '.');
    for (std::size_t i = 0; i < size; ++i) plain[i] = static_cast<char>('a' + i * 7 % 23);
    const temporary file(plain);
    const auto read = [&](const way& how) {
      stats opening;
      const auto from = byte_source::open(file.path, opening);
      EXPECT_EQ(opening.inputs.not_read, 0U);
      EXPECT_EQ(from->stored_size(), size);
      reading result = read_all(*from, how);
      EXPECT_EQ(from->stored_position(), size);
      return result;
    };
    const reading result = size <= 5000 ? same_in_every_way(read) : same_in_every_way(read, {{way{4096}}});
    ASSERT_EQ(result.bytes, plain);
    EXPECT_EQ(result.counted.bytes_read, size);
    EXPECT_EQ(result.counted.total_damage(), 0U);
  }
}

TEST(byte_source, fills_the_buffer) {
  const std::string plain = prose(300000);
  for (const compression kind : all_kinds) {
    const std::string packed =
        pack(kind, plain.substr(0, 100000)) + pack(kind, "") + pack(kind, plain.substr(100000));
    const auto from = byte_source::from_memory(packed, "x");
    std::vector<char> buffer(70001);
    stats counted;
    for (std::size_t left = plain.size(); left > 0;) {
      const std::size_t expected = std::min(left, buffer.size());
      ASSERT_EQ(from->read(buffer, counted), expected) << kind_name(kind);
      left -= expected;
    }
  }
}

TEST(byte_source, reads_members_of_all_kinds_in_a_row) {
  std::string plain;
  std::string packed;
  for (unsigned i = 0; i < 24; ++i) {
    const std::string piece = i % 7 == 3 ? "" : prose(100 + 991 * i, i);
    plain += piece;
    packed += pack(all_kinds[(i * i + i / 3) % 4], piece);
    if (i % 5 == 0) packed += std::string(4 * i, '\0');
  }
  const reading result = read_in_every_way(packed);
  EXPECT_EQ(result.marked(), plain);
  EXPECT_EQ(result.counted.total_damage(), 0U);
  EXPECT_EQ(result.counted.bytes_read, packed.size());
  const temporary file(packed);
  stats opening;
  EXPECT_EQ(read_through(*byte_source::open(file.path, opening), 1000).bytes, plain);
}

TEST(byte_source, says_truncated_at_every_cut) {
  for (const compression kind : all_kinds) {
    const std::string plain = prose(600);
    const std::string packed = pack(kind, plain);
    const std::size_t smallest = kind == compression::gzip   ? 2
                                 : kind == compression::zstd ? 4
                                 : kind == compression::xz   ? 6
                                                             : 5;
    for (std::size_t size = smallest; size < packed.size(); ++size) {
      const reading result = read_through(packed.substr(0, size), 64);
      ASSERT_EQ(result.damaged(damage::truncated_compression), 1U) << kind_name(kind) << ' ' << size;
      ASSERT_EQ(result.counted.total_damage(), 1U);
      ASSERT_EQ(result.bytes, plain.substr(0, result.bytes.size()));
      ASSERT_EQ(result.counted.examples.at(0).place.stored, 0U);
    }
  }
}

TEST(byte_source, continues_after_a_corrupt_member) {
  for (const compression kind : all_kinds) {
    const std::string first = prose(700, 1);
    const std::string second = prose(900, 2);
    const std::string third = prose(800, 3);
    const std::string a = pack(kind, first);
    const std::string b = pack(kind, second);
    const std::string c = pack(kind, third);
    for (std::size_t at = 0; at < b.size(); ++at) {
      std::string broken = b;
      broken[at] = static_cast<char>(broken[at] ^ 0x10);
      const std::string stored = a + broken + c;
      const reading result = read_through(stored, 1 << 16);
      ASSERT_EQ(result.bytes.substr(0, first.size()), first) << kind_name(kind) << ' ' << at;
      ASSERT_TRUE(result.bytes.ends_with(third)) << kind_name(kind) << ' ' << at;
      if (result.counted.total_damage() == 0) continue;  // a bit without effect
      ASSERT_EQ(result.gaps.size(), 1U) << kind_name(kind) << ' ' << at;
      ASSERT_EQ(result.counted.total_damage(), 1U) << kind_name(kind) << ' ' << at;
      ASSERT_EQ(result.counted.examples.at(0).place.stored, a.size());
      ASSERT_EQ(result.counted.examples.at(0).input, "name");
    }
  }
}

TEST(byte_source, continues_after_a_truncated_member) {
  for (const compression kind : all_kinds) {
    const std::string second = prose(900, 2);
    const std::string third = prose(30000, 3);
    const std::string b = pack(kind, second);
    const std::string c = pack(kind, third);
    for (std::size_t size = 10; size < b.size(); ++size) {
      const reading result = read_through(b.substr(0, size) + c + c, 1 << 16);
      ASSERT_TRUE(result.bytes.ends_with(third + third)) << kind_name(kind) << ' ' << size;
      ASSERT_GE(result.counted.total_damage(), 1U) << kind_name(kind) << ' ' << size;
      ASSERT_GE(result.gaps.size(), 1U);
    }
  }
}

TEST(byte_source, passes_over_junk_between_and_after_members) {
  const std::string plain = prose(5000);
  for (const compression kind : all_kinds) {
    const std::string packed = pack(kind, plain);
    const std::string junk = "junk \x1F\x8B\x08 more of it BZh9 and \x28\xB5\x2F\xFD so on";
    const reading between = read_through(packed + junk + packed, 999);
    EXPECT_EQ(between.marked(), plain + "|" + plain) << kind_name(kind);
    EXPECT_EQ(between.damaged(damage::junk_after_member), 1U);
    EXPECT_EQ(between.counted.total_damage(), 1U);
    EXPECT_EQ(between.counted.examples.at(0).place.stored, packed.size());
    const reading after = read_through(packed + "x", 999);
    EXPECT_EQ(after.marked(), plain);
    EXPECT_EQ(after.damaged(damage::junk_after_member), 1U);
    // Junk longer than a window.
    const std::string far(3 << 20, 'j');
    EXPECT_EQ(read_through(packed + far + packed, 1 << 20).marked(), plain + "|" + plain) << kind_name(kind);
  }
}

TEST(byte_source, gives_the_same_for_every_size_asked_for_in_damaged_input) {
  for (const compression kind : all_kinds) {
    const std::string a = pack(kind, prose(40000, 5));
    std::string b = pack(kind, prose(50000, 6));
    for (std::size_t i = 1; i < 8; ++i) b[b.size() * i / 8] = static_cast<char>(b[b.size() * i / 8] ^ 0x55);
    const std::string stored = a + b + "junk" + a + b.substr(0, b.size() / 2) + a + a.substr(0, a.size() / 2);
    const reading whole = read_through(stored, 1 << 20);
    EXPECT_EQ(whole.gaps.size(), 2U);
    EXPECT_EQ(whole.counted.total_damage(), 3U);
    for (const std::size_t size : {1U, 7U, 1000U, 65536U}) {
      const reading cut = read_through(stored, size);
      EXPECT_EQ(cut.counted.damaged, whole.counted.damaged) << kind_name(kind) << ' ' << size;
      EXPECT_EQ(cut.gaps, whole.gaps);
      EXPECT_EQ(cut.bytes.size(), whole.bytes.size()) << kind_name(kind) << ' ' << size;
    }
  }
}

TEST(byte_source, reads_zstd_with_a_leading_dictionary_plain_or_compressed) {
  const std::string dictionary = trained_dictionary();
  ASSERT_GT(dictionary.size(), 100U);
  const std::string record = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/1\r\n";
  const std::string frame = zstd_pack(record, dictionary);
  for (const std::string& content : {dictionary, zstd_pack(dictionary)}) {
    const std::string stored =
        skippable_frame(0x184D2A5D, content) + frame + frame + skippable_frame(0x184D2A50, "x") + frame;
    const reading result = read_in_every_way(stored);
    EXPECT_EQ(result.marked(), record + record + record);
    EXPECT_EQ(result.counted.total_damage(), 0U);
    // The dictionary stays in use after damage.
    std::string broken = stored;
    broken[broken.find(frame) + frame.size() / 2] ^= 0x55;
    EXPECT_TRUE(read_through(broken, 1000).bytes.ends_with(record + record));
  }
  EXPECT_GE(read_through(frame).damaged(damage::corrupt_compression), 1U) << "without its dictionary";
}

// RFC 8878 section 3.1.1.1.2: a window of 2^(10 + 21) bytes, as "zstd --ultra --long=31" writes.
TEST(byte_source, refuses_windows_that_would_take_too_much_memory) {
  const std::string after = pack(compression::zstd, "after it");
  const auto frame = [](char window) {
    return std::string("\x28\xB5\x2F\xFD\x00", 5) + window + std::string("\x09\0\0.", 4);
  };
  EXPECT_EQ(read_through(frame('\x88') + after).bytes, ".after it");
  const reading result = read_in_every_way(frame('\xA8') + after);
  EXPECT_EQ(result.marked(), "|after it");
  EXPECT_EQ(result.damaged(damage::expansion_limit), 1U);
  EXPECT_EQ(result.counted.total_damage(), 1U);
  EXPECT_EQ(result.counted.examples.at(0).detail, "zstd: needs a larger window than the memory allows");
}

TEST(byte_source, reads_large_windows_if_the_memory_allows) {
  const std::string frame("\x28\xB5\x2F\xFD\x00\xA8\x09\0\0.", 10);
  const temporary packed(frame);
  for (const unsigned window_log : {30U, 31U}) {
    stats counted;
    read_ahead ahead;
    ahead.window_log = window_log;
    const auto source = byte_source::open(packed.path, counted, nullptr, ahead);
    ASSERT_NE(source, nullptr);
    char byte = 0;
    EXPECT_EQ(source->read({&byte, 1}, counted), window_log == 31 ? 1U : 0U);
    EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::expansion_limit)], window_log == 31 ? 0U : 1U);
  }
}

TEST(byte_source, counts_unreadable_inputs) {
  stats counted;
  EXPECT_EQ(byte_source::open("/nonexistent/file", counted), nullptr);
  EXPECT_EQ(byte_source::open("/", counted), nullptr);
  EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::unreadable)], 2U);
  EXPECT_EQ(counted.examples.at(0).input, "/nonexistent/file");
  EXPECT_EQ(counted.inputs.not_read, 2U);
  EXPECT_EQ(counted.inputs.unread.at(1).name, "/");
}

TEST(byte_source, reads_a_fifo_written_in_small_pieces) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("fifo_" + std::to_string(::getpid()))).string();
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string plain = prose(20000);
  for (const std::string& stored :
       {plain.substr(0, 5000), pack(compression::gzip, plain) + pack(compression::xz, plain)}) {
    std::thread writer([&] {
      const int to = ::open(path.c_str(), O_WRONLY);
      for (std::size_t at = 0; at < stored.size(); at += 37) {
        const std::string_view piece = std::string_view(stored).substr(at, 37);
        if (::write(to, piece.data(), piece.size()) < 0) break;
      }
      ::close(to);
    });
    stats counted;
    const reading result = read_through(*byte_source::open(path, counted), 1000);
    writer.join();
    EXPECT_EQ(result.marked(), stored.size() == 5000 ? stored : plain + plain);
    EXPECT_EQ(result.counted.bytes_read, stored.size());
  }
  std::filesystem::remove(path);
}

// A listed file may be replaced before the reader opens it.
TEST(byte_source, reads_files_that_are_not_as_they_were_listed) {
  const std::string plain = prose(5000);
  for (const std::string& stored : {plain, pack(compression::gzip, plain)}) {
    const temporary file(stored);
    for (const std::uint64_t listed :
         {std::uint64_t{1}, stored.size() - 1, stored.size(), stored.size() + 1, std::uint64_t{100000}}) {
      stats opening;
      const reading result =
          read_through(*byte_source::open(file.path, opening, nullptr, {}, nullptr, listed), 1000);
      EXPECT_EQ(result.bytes, plain) << listed;
      EXPECT_EQ(result.counted.bytes_read, stored.size());
      EXPECT_EQ(result.counted.total_damage(), 0U);
    }
  }
  stats opening;
  const reading of_directory = read_through(*byte_source::open("/", opening, nullptr, {}, nullptr, 10), 1000);
  EXPECT_EQ(of_directory.bytes, "");
  EXPECT_EQ(of_directory.counted.damaged[static_cast<std::size_t>(damage::unreadable)], 1U);
}

// logrotate's copytruncate, and a program that still writes.
TEST(byte_source, counts_a_file_that_changed_while_it_was_read) {
  constexpr std::size_t large = std::size_t{4} << 20;
  struct change {
    std::size_t size;
    bool writes;        // false: no change
    std::size_t after;  // the new size
    bool is_told;
  };
  for (const auto& [size, writes, after, is_told] : {change{large, false, large, false},
                                                     {large, true, 0, true},
                                                     {large, true, large / 2, true},
                                                     {large, true, large + 5, true},
                                                     {large, true, large, false}}) {
    for (const std::uint64_t listed : {std::uint64_t{0}, std::uint64_t{size}}) {
      const temporary file(std::string(size, 'x'));
      stats counted;
      const auto source = byte_source::open(file.path, counted, nullptr, {}, nullptr, listed);
      std::string buffer(100, '\0');
      ASSERT_EQ(source->read(buffer, counted), buffer.size());
      if (writes) {
        std::filesystem::resize_file(file.path, after);
        std::filesystem::last_write_time(
            file.path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
      }
      buffer.resize(1 << 20);
      while (source->read(buffer, counted) != 0) {
      }
      EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::changed_input)], is_told ? 1U : 0U)
          << size << " to " << after;
      EXPECT_EQ(source->read(buffer, counted), 0U);
      EXPECT_LE(counted.total_damage(), 1U) << "it is told once";
    }
  }
}

TEST(byte_source, does_not_wait_for_ever_where_a_file_became_a_fifo) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("late_fifo_" + std::to_string(::getpid()))).string();
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int writer = ::open(path.c_str(), O_RDWR);
  std::atomic<bool> stop = false;
  stats counted;
  const auto from = byte_source::open(path, counted, &stop, {}, nullptr, 10);
  std::thread stopping([&] {
    ::usleep(50'000);
    stop = true;
  });
  char buffer;
  EXPECT_EQ(from->read({&buffer, 1}, counted), 0U);
  stopping.join();
  ::close(writer);
  std::filesystem::remove(path);
}

// A file is read through a sliding window; memory is read as a whole.
TEST(byte_source, reads_large_damaged_files_like_memory) {
  std::string stored;
  std::string broken = pack(compression::gzip, prose(200000, 9));
  const std::string cut = pack(compression::xz, prose(1000000, 8)).substr(0, 300000);
  for (unsigned i = 0; stored.size() < (5U << 20U); ++i) {
    broken[broken.size() / 2] = static_cast<char>(i);
    stored += i % 3 == 1 ? broken : pack(all_kinds[i % 4], prose(150000, i));
    if (i % 4 == 2) stored.append(100000, static_cast<char>(i));
    if (i % 7 == 5) stored += cut;
  }
  const temporary file(stored);
  const reading in_memory = read_through(stored, 1 << 20);
  EXPECT_GT(in_memory.gaps.size(), 10U);
  for (const std::size_t size : {std::size_t{4099}, std::size_t{1} << 20}) {
    stats opening;
    const reading from_file = read_through(*byte_source::open(file.path, opening), size);
    EXPECT_TRUE(from_file.bytes == in_memory.bytes)
        << from_file.bytes.size() << ' ' << in_memory.bytes.size();
    EXPECT_EQ(from_file.gaps, in_memory.gaps);
    EXPECT_EQ(from_file.counted.damaged, in_memory.counted.damaged);
    EXPECT_EQ(from_file.counted.bytes_read, stored.size());
  }
}

TEST(byte_source, is_quick_on_input_full_of_marks) {
  // Each three bytes look like the begin of a member, but none is.
  std::string stored = pack(compression::gzip, "x");
  while (stored.size() < 400000) stored += "\x1F\x8B\x08\x00"sv;
  const reading result = read_through(stored);
  EXPECT_EQ(result.bytes, "x");
  EXPECT_EQ(result.counted.total_damage(), 1U);
}

TEST(byte_source, is_quick_on_a_long_word) {
  // Text may follow members, and each of these letters may also begin a member.
  const std::string member = pack(compression::gzip, "x");
  for (const std::string& front : {member, member.substr(0, member.size() - 3)}) {
    for (const char letter : {'T', 'a'}) {
      const reading result = read_through(front + std::string(8'000'000, letter) + member);
      EXPECT_EQ(result.bytes, "xx");
      EXPECT_EQ(result.counted.total_damage(), 1U);
    }
  }
}

TEST(byte_source, reads_every_archive_of_the_shared_suite) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/warc-edge");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    const std::string path = entry.path().string();
    const std::string name = entry.path().filename().string();
    const bool packed = path.ends_with(".gz") || path.ends_with(".zst");
    stats counted;
    const auto from = byte_source::open(path, counted);
    ASSERT_NE(from, nullptr);
    const reading result = read_through(*from, 4096);
    if (!packed) continue;
    ++files;
    if (result.bytes.empty()) {
      EXPECT_EQ(entry.file_size(), 0U) << name;
      continue;
    }
    EXPECT_TRUE(result.bytes.starts_with("WARC/")) << name;
    const bool broken = name.starts_with("bad-") || name.starts_with("corrupt") ||
                        name.starts_with("trunc") || name.starts_with("trailing") ||
                        name.find("clipped") != std::string::npos;
    EXPECT_EQ(result.counted.total_damage(), broken ? 1U : 0U) << name;
  }
  EXPECT_GT(files, 20U);
}

}  // namespace byte_source_test
}  // namespace urlsieve
