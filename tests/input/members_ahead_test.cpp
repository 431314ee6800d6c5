// Members decoded ahead by any thread yield the bytes, gaps and counters of the stream decoder.
#include "src/input/members/members_ahead.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/codec/packed.hpp"
#include "tests/input/reading.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace members_ahead_test {

using namespace testing;
using namespace std::string_view_literals;

std::vector<std::string> damage_of(const reading& item) {
  std::vector<std::string> all;
  for (const damage_example& each : item.counted.examples)
    all.push_back(std::string(name_of(each.reason)) + '@' + std::to_string(each.place.stored.value_or(0)) +
                  ' ' + each.detail);
  all.push_back(std::to_string(item.counted.total_damage()));
  return all;
}

// The last few hundred bytes before damage in gzip depend on the capacity: isa-l leaves garbage there.
bool same(const reading& a, const reading& b) {
  if (damage_of(a) != damage_of(b) || a.counted.bytes_read != b.counted.bytes_read || a.gaps != b.gaps ||
      a.counted.bytes != b.counted.bytes || a.bytes.size() != b.bytes.size())
    return false;
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.bytes.size(); ++i) different += a.bytes[i] != b.bytes[i] ? 1U : 0U;
  return different <= 400 * a.counted.total_damage();
}

// `whole`: takes whole runs before each read, and writes to the headroom in front of each run.
reading read_through(byte_source& from, std::size_t size, runs whole) {
  reading result = read_all(from, {size}, std::string().max_size(), whole);
  EXPECT_EQ(result.counted.bytes, result.bytes.size());
  return result;
}

// A thread that decodes submitted work at any time.
class helper {
 public:
  helper() : thread_([this] { work(); }) {}
  ~helper() {
    start(nullptr);
    thread_.join();
  }
  helper(const helper&) = delete;
  helper& operator=(const helper&) = delete;
  void start(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    given_.notify_one();
  }

 private:
  void work() {
    while (true) {
      std::vector<std::function<void()>> mine;
      {
        std::unique_lock lock(mutex_);
        given_.wait(lock, [this] { return !tasks_.empty(); });
        mine.swap(tasks_);
      }
      for (const std::function<void()>& task : mine) {
        if (!task) return;
        task();
      }
    }
  }
  std::mutex mutex_;
  std::condition_variable given_;
  std::vector<std::function<void()>> tasks_;
  std::thread thread_;
};

void expect_the_same(const std::string& stored, const std::string& label) {
  static helper other;
  const auto start = [](std::function<void()> task) { other.start(std::move(task)); };
  const read_ahead hows[] = {{1 << 18, 1, {}},
                             {5000, 1, {}},
                             {1 << 16, 4, start},
                             {3000, 7, start},
                             {1 << 16, 3, [](const std::function<void()>& task) { task(); }}};
  const reading expected =
      read_through(*byte_source::from_memory(stored, "x", {}, {0, 0, {}}), 1 << 16, runs::not_taken);
  for (const read_ahead& how : hows) {
    for (const std::size_t size : {std::size_t{1} << 18, std::size_t{1001}}) {
      for (const runs whole : {runs::not_taken, runs::taken}) {
        const reading got = read_through(*byte_source::from_memory(stored, "x", {}, how), size, whole);
        ASSERT_TRUE(same(got, expected))
            << label << ' ' << how.run_bytes << ' ' << how.runs << ' ' << size << ": " << got.bytes.size()
            << " for " << expected.bytes.size() << ", " << damage_of(got).front() << " for "
            << damage_of(expected).front();
      }
    }
  }
}

std::string members(compression kind, unsigned count, unsigned seed) {
  std::string stored;
  for (unsigned i = 0; i < count; ++i) stored += pack(kind, prose(1 + i * i * 37 % 9000, seed + i));
  return stored;
}

TEST(members_ahead, equals_the_stream_decoder) {
  for (const compression kind : all_kinds) expect_the_same(members(kind, 60, 1), kind_name(kind));
  expect_the_same(zlib_pack("", 15 + 16) + members(compression::gzip, 9, 4) + zlib_pack("", 15 + 16),
                  "empty members");
  expect_the_same(members(compression::gzip, 30, 2) + members(compression::zstd, 30, 3) +
                      members(compression::bzip2, 3, 4) + members(compression::gzip, 30, 5),
                  "several kinds");
  expect_the_same(members(compression::gzip, 20, 2) + std::string(5000, '\0') +
                      members(compression::gzip, 20, 3) + std::string(7, '\0'),
                  "padding");
}

TEST(members_ahead, hands_runs_over_whole) {
  const std::string stored = members(compression::gzip, 200, 7);
  const reading got =
      read_through(*byte_source::from_memory(stored, "x", {}, {1 << 16, 2, {}}), 1 << 14, runs::taken);
  EXPECT_EQ(got.counted.total_damage(), 0U);
  EXPECT_GE(got.taken, got.bytes.size() - (1 << 14));
}

TEST(members_ahead, ignores_bytes_that_look_like_a_member) {
  // A stored block contains its bytes unchanged: members within a member.
  const std::string inner = members(compression::gzip, 5, 1);
  const std::string outer = zlib_pack(prose(500) + inner + prose(700), 15 + 16, 0);
  ASSERT_NE(outer.find(inner), std::string::npos);
  std::string stored;
  for (int i = 0; i < 6; ++i) stored += outer + members(compression::gzip, 3, 9);
  expect_the_same(stored, "members within members");
  const std::string header("\x1F\x8B\x08\0\0\0\0\0\0\3"sv);
  expect_the_same(
      zlib_pack(header + header + prose(100) + header, 15 + 16, 0) + members(compression::gzip, 3, 2),
      "headers within a member");
  expect_the_same(members(compression::gzip, 4, 3) + header, "ends with a header");
  expect_the_same(members(compression::gzip, 4, 3) + header.substr(0, 7), "ends with half a header");
}

TEST(members_ahead, leaves_large_members_to_the_stream) {
  const std::string large =
      pack(compression::gzip, prose(1 << 18) + std::string(members_ahead::max_plain, ' '));
  const std::string stored = members(compression::gzip, 9, 3) + large + members(compression::gzip, 9, 4);
  expect_the_same(stored, "large");
}

TEST(members_ahead, finds_the_same_damage) {
  std::minstd_rand random(11);
  for (const compression kind : {compression::gzip, compression::zstd}) {
    const std::string sound = members(kind, 25, 21);
    for (int i = 0; i < 50; ++i) {
      std::string stored = sound;
      for (auto times = 1 + random() % 3; times > 0; --times) {
        const std::size_t at = random() % stored.size();
        switch (random() % 5) {
          case 0:
            stored[at] = static_cast<char>(stored[at] ^ static_cast<char>(1U << random() % 8));
            break;
          case 1:
            stored.erase(at, 1 + random() % 300);
            break;
          case 2:
            stored.insert(at, "\x1F\x8B\x08\0\0\0\0\0\0\3 junk"sv);
            break;
          case 3:
            stored.resize(at + 1);
            break;
          default:
            stored.insert(at, stored.substr(random() % stored.size(), random() % 5000));
            break;
        }
      }
      expect_the_same(stored, std::string(kind_name(kind)) + ' ' + std::to_string(i));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(members_ahead, reads_dictionaries_as_a_stream_does) {
  const std::string dictionary = trained_dictionary();
  const std::string frame = zstd_pack("WARC/1.0\r\nWARC-Target-URI: http://example.com/1\r\n", dictionary);
  expect_the_same(members(compression::zstd, 3, 5) + skippable_frame(0x184D2A5D, dictionary) + frame + frame +
                      members(compression::zstd, 3, 6) + frame,
                  "a dictionary in the midst");
}

TEST(members_ahead, reads_files_like_memory) {
  std::string stored = members(compression::gzip, 900, 17);
  stored[stored.size() / 3] ^= 0x20;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("members_ahead_" + std::to_string(::getpid()));
  std::ofstream(path, std::ios::binary) << stored;
  const reading expected = read_through(*byte_source::from_memory(stored, path.string(), {}, {0, 0, {}}),
                                        1 << 16, runs::not_taken);
  helper other;
  const auto start = [&](std::function<void()> task) { other.start(std::move(task)); };
  for (const runs whole : {runs::not_taken, runs::taken}) {
    stats opening;
    const auto from = byte_source::open(path.string(), opening, nullptr, {1 << 16, 4, start});
    EXPECT_TRUE(same(read_through(*from, 5000, whole), expected));
    EXPECT_EQ(from->stored_position(), stored.size());
  }
  std::filesystem::remove(path);
}

TEST(members_ahead, reads_every_archive_of_the_shared_suite_alike) {
  URLSIEVE_SHARED_OR_SKIP(folder, "suites/warc-edge");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".gz") && !name.ends_with(".zst")) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string stored(std::istreambuf_iterator<char>(file), {});
    expect_the_same(stored, name);
    ++files;
  }
  EXPECT_GT(files, 20U);
}

}  // namespace members_ahead_test
}  // namespace urlsieve
