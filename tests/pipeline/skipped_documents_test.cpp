// The reader seeks over documents that the filter skips. Output, counters and damage equal those of a pipe,
// which is read completely.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tests/pipeline/resume/interrupted_run.hpp"
#include "tests/sanitized.hpp"
#include "tests/shards/scratch_directory.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace skipped_documents_test {

namespace fs = std::filesystem;
using testing::files;
using testing::files_below;
using testing::scratch_directory;

void put(const fs::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

// An input as a file, and as a pipe with the same name.
class filtered_input {
 public:
  explicit filtered_input(std::string bytes) : bytes_(std::move(bytes)) {}

  files as_file(const extract_options& options) {
    fs::remove(input_);
    put(input_, bytes_);
    return outputs(options);
  }

  files as_pipe(const extract_options& options) {
    fs::remove(input_);
    EXPECT_EQ(::mkfifo(input_.c_str(), 0600), 0);
    std::thread writer([&] { put(input_, bytes_); });
    files outcome = outputs(options);
    writer.join();
    return outcome;
  }

 private:
  files outputs(extract_options options) {
    const fs::path out = scratch_ / "out";
    fs::remove_all(out);
    options.input.paths = {input_.string()};
    options.output.directory = out.string();
    options.output.shards = 2;
    options.output.fields = {field::url, field::input, field::record_offset, field::record_length};
    const result<run_summary> done = extract(options, -1);
    if (!done) {
      ADD_FAILURE() << done.error().message;
      return {};
    }
    files outcome = files_below(out);
    std::string& counts = outcome["counts"];
    counts = std::to_string(done->counted.bytes) + " " + std::to_string(done->counted.bytes_read) + " " +
             std::to_string(done->counted.documents) + "\n";
    for (const std::uint64_t times : done->counted.choices) counts += std::to_string(times) + " ";
    for (const std::uint64_t times : done->counted.damaged) counts += std::to_string(times) + " ";
    // The order of examples depends on batches, which a pipe fills differently.
    std::multiset<std::string> examples;
    for (const damage_example& example : done->counted.examples)
      examples.insert(std::to_string(example.place.plain.value_or(0)) + " " + example.detail);
    for (const std::string& example : examples) counts += "\n" + example;
    return outcome;
  }

  std::string bytes_;
  scratch_directory scratch_;
  fs::path input_ = scratch_ / "pages.warc";
};

// Generates archives of complete, damaged and ambiguous records.
class made_archive {
 public:
  explicit made_archive(unsigned seed) : draw_(seed) {}

  std::string records(int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += record(i);
    if (one_in(4)) all.resize(all.size() - draw_() % 3000 % all.size());
    return all;
  }

 private:
  bool one_in(unsigned times) { return draw_() % times == 0; }

  template <std::size_t Count>
  std::string_view one_of(const std::array<std::string_view, Count>& from) {
    return from[draw_() % Count];
  }

  std::string http() {
    constexpr std::array<std::string_view, 8> first{"HTTP/1.1 200 OK\r\n",
                                                    "HTTP/1.1 200\r\n",
                                                    "HTTP/1.0 404 Not Found\r\n",
                                                    "HTTP/1.1 200 OK\r\n",
                                                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
                                                    "HTTP/1.1 200 OK\n",
                                                    "HTTP/2 301\r\n",
                                                    "no status line\r\n"};
    constexpr std::array<std::string_view, 4> types{"Content-Type: text/html\r\n",
                                                    "Content-Type: text/html; charset=utf-8\r\n",
                                                    "Content-Type: image/png\r\n", ""};
    std::string written(one_of(first));
    written += one_of(types);
    if (one_in(3)) written += "Location: http://moved.example/" + std::to_string(draw_() % 100) + "\r\n";
    if (one_in(12)) written += "Set-Cookie: " + std::string(draw_() % 90000, 'c') + "\r\n";
    if (!one_in(12)) written += "\r\n";
    return written;
  }

  std::string page(int number) {
    std::string links;
    const unsigned count = one_in(3) ? draw_() % 4 : draw_() % 900;
    for (unsigned i = 0; i < count; ++i)
      links +=
          "<p>Some text of a page.<a href=\"/" + std::to_string(number) + "/" + std::to_string(i) + "\">";
    if (one_in(10))
      links.insert(links.size() / 2, "WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 0\r\n\r\n");
    if (one_in(10)) links.insert(links.size() / 2, 70000, '\0');
    return links;
  }

  std::string record(int number) {
    constexpr std::array<std::string_view, 8> record_types{"response", "response", "response", "response",
                                                           "response", "revisit",  "resource", "request"};
    constexpr std::array<std::string_view, 9> ends{"\r\n\r\n", "\r\n\r\n", "\r\n\r\n",
                                                   "\r\n\r\n", "\r\n\r\n", "\n\n",
                                                   "\r\n",     "",         "\r\n\r\n\r\njunk\r\n"};
    const std::string block = http() + page(number);
    std::size_t length = block.size();
    if (one_in(15)) length += draw_() % 30000;
    if (one_in(15)) length -= draw_() % length;
    std::string outcome = "WARC/1.0\r\nWARC-Type: ";
    outcome += one_of(record_types);
    outcome += "\r\nWARC-Date: 202" + std::to_string(draw_() % 4) + "-01-02T03:04:05Z\r\n";
    if (!one_in(12)) outcome += "WARC-Target-URI: http://h" + std::to_string(draw_() % 5) + ".example/\r\n";
    if (one_in(20)) outcome += "WARC-Segment-Number: 1\r\n";
    if (!one_in(12)) outcome += "Content-Type: application/http; msgtype=response\r\n";
    if (!one_in(15)) outcome += "Content-Length: " + std::to_string(length) + "\r\n";
    return outcome + "\r\n" + block + std::string(one_of(ends));
  }

  std::mt19937 draw_;
};

struct filter_case {
  std::string_view name;
  std::function<void(document_options&)> set;
};

const std::array<filter_case, 5>& filter_cases() {
  static const std::array<filter_case, 5> cases{{
      {"status", [](document_options& to) { to.status = {"3xx"}; }},
      {"media_type", [](document_options& to) { to.media_types = {"image/*"}; }},
      {"captured", [](document_options& to) { to.captured = "2021"; }},
      {"source", [](document_options& to) { to.source_include = {"//h2[.]"}; }},
      {"record_type", [](document_options& to) { to.record_types = {"resource"}; }},
  }};
  return cases;
}

TEST(skipped_documents, change_nothing_when_they_are_not_read) {
  const unsigned seeds = testing::random_cases(60U);
  for (unsigned seed = 0; seed < seeds; ++seed) {
    filtered_input input(made_archive(seed).records(40));
    const filter_case& filter = filter_cases()[seed % filter_cases().size()];
    extract_options options;
    filter.set(options.documents);
    if (seed % 2 == 0) options.threads = 1;
    if (seed % 4 != 0) options.batch_bytes = std::size_t{16} << (10 + seed % 4);
    const files piped = input.as_pipe(options);
    const files read = input.as_file(options);
    for (const auto& [name, bytes] : piped) {
      const auto same = read.find(name);
      ASSERT_TRUE(same != read.end() && same->second == bytes)
          << filter.name << ", seed " << seed << ", " << name << ":\n"
          << bytes.substr(0, 4000) << "\nfile:\n"
          << (same == read.end() ? "absent" : same->second.substr(0, 4000));
    }
    ASSERT_EQ(read.size(), piped.size());
  }
}

// Returns the bytes that this process requested from the system, or 0 if unknown.
std::uint64_t bytes_asked_for() {
  std::ifstream counts("/proc/self/io");
  std::string name;
  std::uint64_t value = 0;
  counts >> name >> value;
  return name == "rchar:" ? value : 0;
}

TEST(skipped_documents, are_not_read_from_a_file) {
  if (bytes_asked_for() == 0) GTEST_SKIP() << "skipped: /proc/self/io does not count";
  const std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + std::string(1000000, ' ');
  std::string archive;
  for (int i = 0; i < 50; ++i)
    archive += "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h.example/\r\nContent-Length: " +
               std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
  filtered_input input(archive);
  extract_options options;
  options.documents.status = {"404"};
  const std::uint64_t before = bytes_asked_for();
  const files outcome = input.as_file(options);
  // The first read requests two megabytes.
  EXPECT_LT(bytes_asked_for() - before, archive.size() / 10);
  EXPECT_TRUE(outcome.at("counts").starts_with(std::to_string(archive.size()) + " " +
                                               std::to_string(archive.size()) + " 0\n"))
      << outcome.at("counts");
}

}  // namespace skipped_documents_test
}  // namespace urlsieve
