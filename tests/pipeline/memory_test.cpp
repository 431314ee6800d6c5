// Memory does not grow with the input: repeated URLs need no memory, and large records are processed in
// windows.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "src/codec/compression.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace memory_test {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

std::uint64_t most_memory() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
}

std::string record(const std::string& name, const std::string& body) {
  const std::string message = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body;
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/" + name +
         "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(message.size()) + "\r\n\r\n" + message + "\r\n\r\n";
}

std::string page(int number) {
  std::string body = "<html>";
  for (int i = 0; i < 200; ++i)
    body += "<p>" + std::string(100, static_cast<char>('a' + (number + i) % 26)) + "<a href=/" +
            std::to_string(number % 7 * 200 + i) + ">x</a>";
  return body;
}

std::string packed(std::string_view plain, compression kind) {
  const auto with = make_encoder(kind);
  std::string stored(plain.size() + 4096, '\0');
  const encode_step step = with->encode(plain, stored, true);
  EXPECT_TRUE(step.finished);
  stored.resize(step.produced);
  return stored;
}

void write_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(to, bytes.data(), bytes.size());
    if (done <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

// Runs over a pipe that `write` fills, and returns the counters.
stats run(const std::function<void(int)>& write, std::size_t max_document = 64 * mib) {
  int ends[2];
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  std::thread writer([&] {
    write(ends[1]);
    ::close(ends[1]);
  });
  extract_options options;
  options.input.paths = {"/proc/self/fd/" + std::to_string(ends[0])};
  options.input.max_document = max_document;
  options.threads = 2;
  const int out = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const result<run_summary> done = extract(options, out);
  ::close(out);
  ::close(ends[0]);
  writer.join();
  EXPECT_TRUE(done.has_value());
  return done ? done->counted : stats{};
}

// This test comes first, because the tests measure the peak of the process.
TEST(memory, is_bounded_whatever_the_number_of_large_pages) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("large_pages_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  extract_options options;
  for (int i = 0; i < 6; ++i) {
    options.input.paths.push_back((folder / (std::to_string(i) + ".html")).string());
    std::ofstream page(options.input.paths.back());
    for (int k = 0; k < 1500000; ++k) page << "<a href=a>\n";
  }
  options.base = "http://example.com/";
  options.threads = 2;
  options.output.memory = 256 * mib;
  const int out = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const result<run_summary> done = extract(options, out);
  ::close(out);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->counted.kept, 9000000U);
  EXPECT_EQ(done->counted.unique, 1U);
  EXPECT_LT(most_memory(), 200 * mib);  // without the limit: 1,100 MiB
}

TEST(memory, does_not_grow_with_input_that_repeats) {
  for (const compression kind : {compression::gzip, compression::zstd}) {
    std::string stored;
    std::uint64_t plain = 0;
    for (int i = 0; i < 40; ++i) {
      const std::string page_record = record(std::to_string(i), page(i));
      plain += page_record.size();
      stored += packed(page_record, kind);
    }
    const auto repeated = [&](std::uint64_t size) {
      return [&stored, times = size / plain](int to) {
        for (std::uint64_t i = 0; i < times; ++i) write_all(to, stored);
      };
    };
    const stats first = run(repeated(32 * mib));
    const std::uint64_t before = most_memory();
    const stats later = run(repeated(384 * mib));
    EXPECT_LT(most_memory(), before + 24 * mib);
    EXPECT_EQ(later.total_damage(), 0U);
    EXPECT_GT(later.bytes, 380 * mib);
    EXPECT_EQ(later.unique, first.unique);
    EXPECT_EQ(later.unique, 1400U);
  }
}

std::string cpio_member(const std::string& name, unsigned mode, std::string_view bytes) {
  const auto field = [](std::size_t number) {
    char hex[9];
    std::snprintf(hex, sizeof hex, "%08zX", number);
    return std::string(hex);
  };
  std::string all = "070701" + field(1) + field(mode) + field(0) + field(0) + field(1) + field(0) +
                    field(bytes.size()) + field(0) + field(0) + field(0) + field(0) + field(name.size() + 1) +
                    field(0) + name + '\0';
  all.resize((all.size() + 3) / 4 * 4);
  all += bytes;
  all.resize((all.size() + 3) / 4 * 4);
  return all;
}

// Slices point into the decoded memory of members, and therefore hold that memory.
TEST(memory, is_bounded_for_small_members_between_skipped_large_members) {
  constexpr unsigned file = 0100644;
  const std::string large(300'000, 'x');
  const auto folder = [&](int to) {
    for (const char* const name : {"box", "box/cur", "box/new", "box/tmp"})
      write_all(to, cpio_member(name, 0040755, {}));
    for (int i = 0; i < 1500; ++i) {
      const std::string number = std::to_string(i);
      const std::string mail = "From: a@b.example\nSubject: x\n\nsee http://x.example/" + number + " here\n";
      write_all(to, cpio_member("box/cur/" + number + ":2,S", file, mail));
      write_all(to, cpio_member("box/tmp/" + number, file, large));
    }
    write_all(to, cpio_member("TRAILER!!!", 0, {}));
  };
  const std::uint64_t before = most_memory();
  const stats counted = run(folder);
  EXPECT_LT(most_memory(), before + 24 * mib);
  EXPECT_EQ(counted.total_damage(), 0U);
  EXPECT_EQ(counted.unique, 1500U);
  EXPECT_EQ(counted.skipped.at("file:maildir-tmp"), 1500U);
}

TEST(memory, is_bounded_for_records_of_any_size) {
  const std::string line = "See http://example.com/in/a/large/text for more of this, or do not.\n";
  const std::uint64_t lines = 300 * mib / line.size();
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
  const std::string header =
      "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/\r\nContent-Type: "
      "application/http; msgtype=response\r\nContent-Length: " +
      std::to_string(head.size() + lines * line.size()) + "\r\n\r\n";
  std::string block;
  while (block.size() < mib) block += line;
  const auto large = [&](int to) {
    write_all(to, header + head);
    for (std::uint64_t left = lines * line.size(); left > 0;) {
      const std::uint64_t size = std::min<std::uint64_t>(left, block.size());
      write_all(to, std::string_view(block).substr(0, size));
      left -= size;
    }
    write_all(to, "\r\n\r\n" + record("after", page(1)));
  };
  const std::uint64_t before = most_memory();
  const stats counted = run(large, mib);
  EXPECT_LT(most_memory(), before + 48 * mib);
  EXPECT_EQ(counted.total_damage(), 0U);
  EXPECT_EQ(counted.references, lines + 200);
  EXPECT_EQ(counted.unique, 201U);
}

}  // namespace memory_test
}  // namespace urlsieve
