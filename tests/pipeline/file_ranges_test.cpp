// Ranges of large text and JSON Lines files, read by several threads: rows, statistics and shards equal those
// of one thread that reads in order, also after read errors.
#include "src/pipeline/file_ranges.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "src/documents/json/json_lines.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/resume/journal.hpp"
#include "tests/sanitized.hpp"
#include "tests/shared_data.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/text_options.hpp"

namespace {

// Faults for reads of the file with this number. Only ranges are read with pread.
struct reading {
  enum class fault : std::uint8_t { none, fails, ends, comes_short };

  std::atomic<ino_t> file{0};
  std::atomic<std::uint64_t> calls{0};  // number of pread calls
  // Applies to calls [first, end) of pread.
  std::atomic<fault> met{fault::none};
  std::atomic<std::uint64_t> first{0};
  std::atomic<std::uint64_t> end{0};
  std::atomic<off_t> unreadable_from{std::numeric_limits<off_t>::max()};  // for any call
  std::atomic<std::uint64_t> cut_before{0};  // truncates the file before this pread call
  std::atomic<off_t> cut_to{0};              // new size; call 0: never

  void forget() {
    calls = 0;
    met = fault::none;
    unreadable_from = std::numeric_limits<off_t>::max();
    cut_before = 0;
  }
  [[nodiscard]] bool is_of(int descriptor) const {
    struct stat about{};
    return file != 0 && ::fstat(descriptor, &about) == 0 && about.st_ino == file;
  }
};

reading& now() {
  static reading shared;
  return shared;
}

// Held by reads of the file, and alone by its truncation: the kernel zeroes pages while it truncates, and a
// read at the same time may return these zeros.
std::shared_mutex& truncation() {
  static std::shared_mutex shared;
  return shared;
}

}  // namespace

// Replaces pread of the C library.
extern "C" ssize_t pread(int descriptor, void* out, std::size_t size, off_t at) {
  reading& how = now();
  if (how.is_of(descriptor)) {
    const std::uint64_t call = ++how.calls;
    if (call == how.cut_before) {
      const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
      const std::unique_lock alone(truncation());
      EXPECT_EQ(::truncate(path.c_str(), how.cut_to), 0);
    }
    if (at >= how.unreadable_from) {
      errno = EIO;
      return -1;
    }
    size = std::min(size, static_cast<std::size_t>(how.unreadable_from - at));
    if (call >= how.first && call < how.end) {
      if (how.met == reading::fault::ends) return 0;
      if (how.met == reading::fault::comes_short) size = (size + 1) / 2;
      if (how.met == reading::fault::fails) {
        errno = EIO;
        return -1;
      }
    }
  }
  const std::shared_lock beside(truncation());
  return ::syscall(SYS_pread64, descriptor, out, size, at);
}

extern "C" ssize_t read(int descriptor, void* out, std::size_t size) {
  reading& how = now();
  if (!how.is_of(descriptor)) return ::syscall(SYS_read, descriptor, out, size);
  if (how.unreadable_from != std::numeric_limits<off_t>::max()) {
    const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
    if (at >= how.unreadable_from) {
      errno = EIO;
      return -1;
    }
    size = std::min(size, static_cast<std::size_t>(how.unreadable_from - at));
  }
  const std::shared_lock beside(truncation());
  return ::syscall(SYS_read, descriptor, out, size);
}

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t batch = std::size_t{64} << 10;
constexpr std::size_t page = 4096;
constexpr std::size_t large = 38 * batch;  // the source itself reads the first 17

std::string text_of(unsigned seed, std::size_t size) {
  static const std::vector<std::string> pieces{"<http://a.b/c",
                                               "<URL:ftp://x.y/",
                                               "<URL:\n",
                                               "> ",
                                               ">",
                                               "\n",
                                               "\n\n",
                                               "\n> ",
                                               "\xC2\xA0",
                                               "\r\n",
                                               " ",
                                               "\t",
                                               "\"",
                                               "\"http://q.r/",
                                               "http://e.f/g",
                                               "see ",
                                               "word ",
                                               "www.h.i ",
                                               {"\0", 1},
                                               "\xFF\xFE",
                                               "\xEF\xBB\xBF",
                                               "\xFE\xFF",
                                               "path/to",
                                               "x@y.z ",
                                               "://",
                                               "hxxp://m[.]n/ ",
                                               "\\u003c",
                                               "words of a line\n",
                                               "\nhttp://w.x/" + std::string(62, 'y') + "\n"};
  std::mt19937 random(seed);
  std::string text = "some words first\n";
  while (text.size() < size) {
    text += pieces[random() % pieces.size()];
    if (random() % 5 == 0)
      text +=
          "http://h" + std::to_string(random() % 50) + ".example/" + std::to_string(random() % 5000) + " ";
  }
  return text;
}

std::string objects_of(unsigned seed, std::size_t size, std::size_t longest) {
  std::mt19937 random(seed);
  std::string lines;
  while (lines.size() < size) {
    const std::string number = std::to_string(random() % 5000);
    lines += "{\"url\":\"http://json" + std::to_string(random() % 5) +
             ".example/d/\",\"text\":\"see http://t.example/" + number + ", or" +
             std::string(random() % longest, 'x') + "\",\"html\":\"<a href='p" + number + "'>x</a>\"}" +
             (random() % 5 == 0 ? "\r\n" : "\n");
    static const std::vector<std::string> odd{"{bad\n", "\n",          "\xFF\xFE\n",
                                              "[]\n",   "{\"a\":1}\n", "{\"text\":\"\0\"}\n"};
    if (random() % 40 == 0) lines += odd[random() % odd.size()];
  }
  return lines;
}

std::string list_of(std::size_t size, const std::string& line_end) {
  std::string lines;
  for (std::size_t i = 0; lines.size() < size; ++i) {
    const std::string url = "http://list.example/" + std::to_string(i % 9000);
    lines += url + std::string(64 - url.size() - line_end.size(), '/') + line_end;
  }
  return lines;
}

std::string in_utf16(const std::string& text) {
  std::string wide = "\xFF\xFE";
  for (const char byte : text) wide.append(1, byte).append(1, '\0');
  return wide;
}

std::string replaced(std::string text, char from, char to) {
  std::replace(text.begin(), text.end(), from, to);
  return text;
}

struct outcome_of_run {
  std::string rows;
  std::string counted;
  outcome ended = outcome::complete;
  friend bool operator==(const outcome_of_run&, const outcome_of_run&) = default;
};

std::ostream& operator<<(std::ostream& out, const outcome_of_run& run) {
  return out << run.rows.size() << " bytes of rows\n" << run.counted;
}

class ranges_of_files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "urlsieve-ranges-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    now().forget();
  }
  void TearDown() override {
    now().file = 0;
    fs::remove_all(folder_);
  }

  std::string write(const std::string& name, std::string_view bytes) {
    const fs::path file = folder_ / name;
    std::ofstream(file, std::ios::binary) << bytes;
    struct stat about{};
    EXPECT_EQ(::stat(file.c_str(), &about), 0);
    now().file = about.st_ino;
    return file.string();
  }

  static extract_options of(const std::string& path, unsigned threads, std::size_t batch_bytes = batch) {
    extract_options options;
    options.input.paths = {path};
    options.threads = threads;
    options.batch_bytes = batch_bytes;
    return options;
  }

  outcome_of_run run(const extract_options& options, stats* counted = nullptr) {
    const std::string out = (folder_ / "rows").string();
    const int stream = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const result<run_summary> done = extract(options, stream);
    ::close(stream);
    EXPECT_TRUE(done.has_value()) << done.error().message;
    if (!done) return {};
    if (counted != nullptr) *counted = done->counted;
    journal_state state;
    state.counted = done->counted;
    return {testing::read_file(out), journal_text(state, {}), done->ended};
  }

  // Returns the files of an output directory by name.
  std::map<std::string, std::string> shards(extract_options options) {
    options.output.directory = (folder_ / "out").string();
    options.output.shards = 2;
    const result<run_summary> done = extract(options, -1);
    EXPECT_TRUE(done.has_value()) << done.error().message;
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& file : fs::directory_iterator(options.output.directory))
      files[file.path().filename().string()] = testing::read_file(file.path());
    fs::remove_all(options.output.directory);
    return files;
  }

  // True if threads read ranges of the last written file.
  static bool had_ranges() { return now().calls.exchange(0) > 10; }

  fs::path folder_;
};

// Ranges of lines for batches that are read in any order.
class given_ranges : public ranges_of_files {
 protected:
  given_ranges() : lines_(input_options{}) {}

  void SetUp() override {
    ranges_of_files::SetUp();
    text_ = list_of(20 * batch, "\n");
    file_.descriptor = ::open(write("lines", text_).c_str(), O_RDONLY);
    file_.size = text_.size();
    ASSERT_GE(file_.descriptor, 0);
    std::vector<slice> slices;
    stats counted;
    from_ = lines_.split(text_, 0, false, "", slices, counted).consumed;
  }
  void TearDown() override {
    ::close(file_.descriptor);
    ranges_of_files::TearDown();
  }

  void begin() { ASSERT_TRUE(ranges_.begin(file_, lines_, "lines", from_, batch)); }
  void give(std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) ASSERT_TRUE(ranges_.give(batches_[i]).has_value());
  }
  void fail_next_call() {
    now().calls = 0;
    now().met = reading::fault::fails;
    now().first = 1;
    now().end = 2;
  }
  std::string bytes_of(std::size_t i) {
    std::string all;
    for (const slice& part : batches_[i].slices) all += part.bytes;
    return all;
  }

  std::string text_;
  stored_file file_;
  json_lines_splitter lines_;
  std::uint64_t from_ = 0;
  std::vector<urlsieve::batch> batches_ = std::vector<urlsieve::batch>(12);
  file_ranges ranges_;
};

TEST_F(given_ranges, hold_the_file_up_to_its_last_batch) {
  const std::size_t begins = text_.find('\n', 3 * batch) + 1;
  ASSERT_TRUE(ranges_.begin(file_, lines_, "lines", begins, 2 * batch));
  std::uint64_t end = begins;
  std::size_t given = 0;
  for (std::optional<std::uint64_t> next; given < batches_.size() && (next = ranges_.give(batches_[given]));
       ++given) {
    EXPECT_LE(*next - end, 2 * batch);
    EXPECT_GT(*next - end, 2 * batch - 64);
    end = *next;
  }
  EXPECT_LE(text_.size() - end, 2 * batch);
  ASSERT_GT(given, 5U);
  std::string all = text_.substr(0, begins);
  for (std::size_t i = given; i-- > 0;) {
    EXPECT_TRUE(batches_[i].slices.empty());
    file_ranges::read(batches_[i]);
  }
  for (std::size_t i = 0; i < given; ++i) {
    EXPECT_EQ(batches_[i].slices.front().offset, all.size());
    EXPECT_TRUE(file_ranges::is_valid(batches_[i]));
    all += bytes_of(i);
  }
  EXPECT_EQ(all, text_.substr(0, end));
  const file_ranges::sequence_end last = ranges_.end();
  EXPECT_EQ(last.count, given);
  EXPECT_EQ(last.at, end);
  EXPECT_TRUE(last.whole);
  EXPECT_FALSE(ranges_.begun());
}

TEST_F(given_ranges, are_valid_after_all_earlier_ranges) {
  from_ = 0;
  begin();
  give(0, 3);
  file_ranges::read(batches_[2]);
  EXPECT_TRUE(bytes_of(0).empty());
  EXPECT_TRUE(file_ranges::is_valid(batches_[2]));
  EXPECT_FALSE(bytes_of(0).empty());
  EXPECT_EQ(bytes_of(0) + bytes_of(1) + bytes_of(2),
            text_.substr(0, bytes_of(0).size() + bytes_of(1).size() + bytes_of(2).size()));
  EXPECT_TRUE(file_ranges::is_valid(urlsieve::batch{})) << "it has no range";
}

TEST_F(given_ranges, are_void_after_a_void_range) {
  from_ = 0;
  begin();
  give(0, 4);
  file_ranges::read(batches_[3]);
  file_ranges::read(batches_[2]);
  fail_next_call();
  file_ranges::read(batches_[1]);
  EXPECT_FALSE(file_ranges::is_valid(batches_[3]));
  EXPECT_FALSE(file_ranges::is_valid(batches_[1]));
  EXPECT_TRUE(batches_[1].slices.empty());
  EXPECT_FALSE(bytes_of(0).empty()) << "it was read to know";
  EXPECT_TRUE(file_ranges::is_valid(batches_[0]));
  EXPECT_FALSE(ranges_.give(batches_[4]).has_value());
  const file_ranges::sequence_end last = ranges_.end();
  EXPECT_EQ(last.count, 4U);
  EXPECT_EQ(last.at, bytes_of(0).size());
  EXPECT_FALSE(last.whole);
  // Also while other ranges exist.
  begin();
  give(4, 6);
  EXPECT_TRUE(file_ranges::is_valid(batches_[0]));
  for (const std::size_t i : {1U, 2U, 3U}) EXPECT_FALSE(file_ranges::is_valid(batches_[i])) << i;
  file_ranges::read(batches_[5]);
  EXPECT_TRUE(file_ranges::is_valid(batches_[5]));
}

TEST_F(given_ranges, are_all_read_at_the_end) {
  from_ = 0;
  begin();
  give(0, 5);
  file_ranges::read(batches_[1]);
  fail_next_call();
  const file_ranges::sequence_end last = ranges_.end();
  EXPECT_EQ(last.at, 0U) << "the first was void";
  EXPECT_FALSE(last.whole);
  for (const std::size_t i : {0U, 1U, 2U, 3U, 4U}) {
    EXPECT_EQ(bytes_of(i).empty(), i == 0);
    EXPECT_FALSE(file_ranges::is_valid(batches_[i]));
  }
  begin();
  EXPECT_EQ(ranges_.end().count, 0U);
}

// If lines are so long, or batches so small, that the reader would read much twice.
TEST_F(given_ranges, are_not_used_if_cuts_are_rare) {
  EXPECT_FALSE(ranges_.begin(file_, lines_, "lines", 0, 10'000));
  const std::string far = "x\n" + std::string(20 * batch, 'x');
  ::close(file_.descriptor);
  file_.descriptor = ::open(write("far", far).c_str(), O_RDONLY);
  from_ = 0;
  begin();
  EXPECT_FALSE(ranges_.give(batches_[0]).has_value());
  EXPECT_EQ(ranges_.end().count, 0U);
}

// Threads that read and request ranges at the same time; any read may fail.
TEST_F(given_ranges, are_read_by_many_threads) {
  from_ = 0;
  for (std::uint64_t failing = 0; failing < 60; ++failing) {
    now().forget();
    begin();
    give(0, 12);
    now().calls = 0;
    now().met = failing % 3 == 0 ? reading::fault::none : reading::fault::fails;
    now().first = 1 + failing / 3 % 12;
    now().end = now().first + 1;
    std::array<bool, 12> stood{};
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (int k = 0; k < 4; ++k)
      threads.emplace_back([&] {
        for (std::size_t i = next++; i < 12; i = next++) {
          file_ranges::read(batches_[i]);
          stood[i] = file_ranges::is_valid(batches_[i]);
        }
      });
    const file_ranges::sequence_end last = ranges_.end();
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(last.whole, failing % 3 == 0);
    std::uint64_t end = 0;
    bool all_stood = true;
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_TRUE(all_stood || !stood[i]);
      all_stood = stood[i];
      if (stood[i]) end += bytes_of(i).size();
      batches_[i].clear();
    }
    EXPECT_EQ(all_stood, last.whole);
    EXPECT_EQ(end, last.at);
  }
}

struct named_bytes {
  std::string name;
  std::string bytes;
  bool has_ranges;
};

std::vector<named_bytes> many_files() {
  std::string with_blob = text_of(4, 20 * batch);
  with_blob +=
      "\nwords " + std::string(5 * batch, 'q') + " http://behind.example/\n" + text_of(5, 12 * batch);
  std::string paragraphs;
  for (int i = 0; paragraphs.size() < large; ++i) {
    for (int k = 0; k < 997 * (i % 9); ++k) paragraphs += "word ";
    paragraphs += "http://p.example/" + std::to_string(i) + "\n";
  }
  std::string captures = " CDX N b a m s k r M S V g\n";
  for (int i = 0; captures.size() < large; ++i)
    captures += "com,ex)/" + std::to_string(i) + " 20200101000000 http://ex.example/" + std::to_string(i) +
                " text/html 200 ABC - - 1 2 f.warc.gz\n";
  return {{"text", text_of(1, large), true},
          {"text without a last line end", text_of(2, large) + "\nhttp://last.example/x", true},
          {"text with long words", with_blob, true},
          {"text in paragraphs", paragraphs, true},
          {"text with a mark", "\xEF\xBB\xBF" + text_of(3, large), true},
          {"text with carriage returns", replaced(text_of(6, large), '\n', '\r'), false},
          {"text in UTF-16", in_utf16(text_of(7, large / 2)), false},
          {"objects", objects_of(1, large, 900), true},
          {"long objects", objects_of(2, 2 * large, 2 * batch), true},
          {"small text", text_of(8, 15 * batch), false},
          {"list.urls", list_of(large, "\n"), false},
          {"list with carriage returns.urls", list_of(large, "\r\n"), false},
          {"captures.cdx", captures, false}};
}

TEST_F(ranges_of_files, equal_a_single_thread) {
  for (const named_bytes& many_file : many_files()) {
    const std::string path = write(many_file.name, many_file.bytes);
    const outcome_of_run expected = run(of(path, 1));
    EXPECT_FALSE(had_ranges()) << many_file.name;
    EXPECT_GT(expected.rows.size(), 1000U) << many_file.name;
    bool any = false;
    for (const unsigned threads : {2U, 3U, 8U}) {
      if (testing::sanitized && threads == 2U) continue;
      EXPECT_EQ(run(of(path, threads, batch + threads % 2)), expected)
          << many_file.name << ", " << threads << " threads";
      any = had_ranges() || any;
    }
    EXPECT_EQ(any, many_file.has_ranges) << many_file.name;
    for (const std::size_t size : {std::size_t{1000}, std::size_t{20'000}, 3 * batch}) {
      if (testing::sanitized && size != 20'000) continue;
      EXPECT_EQ(run(of(path, 2, size)), expected) << many_file.name << ", batches of " << size;
    }
    EXPECT_EQ(shards(of(path, 3)), shards(of(path, 1))) << many_file.name;
    now().calls = 0;
  }
}

// The file ends at the end of a range.
// Ranges of four batches, each more than the gate of batches admits without a reservation.
TEST_F(ranges_of_files, hold_several_batches_of_a_large_file) {
  constexpr std::size_t small = 16'384;
  const std::string path = write("large", text_of(17, 1100 * small));
  const outcome_of_run alone = run(of(path, 1, small));
  EXPECT_FALSE(had_ranges());
  EXPECT_EQ(run(of(path, 2, small)), alone);
  const std::uint64_t calls = now().calls.exchange(0);
  EXPECT_GT(calls, 200U);
  EXPECT_LT(calls, 1100U);  // a range and its cut are read by two calls
}

TEST_F(ranges_of_files, may_end_with_the_file) {
  const std::string list = list_of(40 * batch, "\n");
  for (const std::size_t size : {40 * batch - 1, 40 * batch, 39 * batch + 64, 39 * batch + 1}) {
    extract_options options = of(write("text", list.substr(0, size)), 1);
    options.input.format = input_format::text;
    const outcome_of_run expected = run(options);
    options.threads = 3;
    EXPECT_EQ(run(options), expected) << size;
    EXPECT_TRUE(had_ranges());
  }
}

TEST_F(ranges_of_files, are_equal_for_any_options) {
  struct asking {
    std::string name;
    std::function<void(extract_options&)> ask;
    bool has_ranges;
  };
  const asking all[] = {
      {"bare URLs joined", [](extract_options& o) { o.text.join_bare = true; }, true},
      {"refanged", [](extract_options& o) { o.text.refang = true; }, false},
      {"unescaped", [](extract_options& o) { o.text.unescape = unescape_choice::json; }, false},
      {"small documents", [](extract_options& o) { o.input.max_document = batch + 5000; }, true},
      {"smaller documents", [](extract_options& o) { o.input.max_document = 20'000; }, false},
      {"long URLs", [](extract_options& o) { o.url.max_url = 20'000; }, false},
      {"every one", [](extract_options& o) { o.output.dedup = false; }, true},
      {"where they stood",
       [](extract_options& o) {
         o.output.fields = {field::url,           field::raw,  field::source, field::offset,    field::input,
                            field::record_offset, field::date, field::where,  field::delimited, field::flags};
       },
       true},
      {"in which line", [](extract_options& o) { o.output.fields = {field::url, field::line}; }, false},
      {"some", [](extract_options& o) { o.filters.limit = 500; }, false}};
  for (const named_bytes& bytes : {named_bytes{"text", text_of(11, large), true},
                                   named_bytes{"objects", objects_of(12, large, 900), true}}) {
    const std::string path = write(bytes.name, bytes.bytes);
    for (const asking& request : all) {
      extract_options options = of(path, 1);
      request.ask(options);
      const outcome_of_run expected = run(options);
      options.threads = 3;
      EXPECT_EQ(run(options), expected) << bytes.name << ", " << request.name;
      EXPECT_TRUE(had_ranges() == request.has_ranges || bytes.name != "text") << request.name;
    }
  }
}

// Each file keeps its place among other inputs, also if the run pauses between them.
TEST_F(ranges_of_files, keep_the_order_of_inputs) {
  extract_options options;
  for (int i = 0; i < 4; i += testing::sanitized ? 2 : 1) {
    const std::string number = std::to_string(i);
    options.input.paths.push_back(write("text" + number, text_of(20 + static_cast<unsigned>(i), large)));
    options.input.paths.push_back(write("list" + number + ".urls", list_of(1000, "\n")));
    options.input.paths.push_back(write("objects" + number, objects_of(30, large, 200)));
  }
  options.batch_bytes = batch;
  options.output.fields = {field::url, field::source, field::offset};
  options.threads = 1;
  const outcome_of_run expected = run(options);
  const auto expected_shards = shards(options);
  for (const unsigned threads : {2U, 5U}) {
    options.threads = threads;
    EXPECT_EQ(run(options), expected) << threads;
    EXPECT_TRUE(had_ranges());
    extract_options resumed = options;
    resumed.output.resume = true;
    resumed.output.checkpoint_bytes = large;
    EXPECT_EQ(shards(resumed), expected_shards) << threads;
    EXPECT_TRUE(had_ranges());
  }
}

// A range that cannot be read is read again in order, so nothing is lost or duplicated.
TEST_F(ranges_of_files, that_cannot_be_read_are_read_once_more) {
  using fault = reading::fault;
  const std::string path = write("text", text_of(41, large));
  const outcome_of_run expected = run(of(path, 1));
  const std::uint64_t all = [&] {
    run(of(path, 2));
    return now().calls.load();
  }();
  ASSERT_GT(all, 20U);
  for (const fault kind : {fault::fails, fault::ends, fault::comes_short})
    for (const std::uint64_t calls : {std::uint64_t{1}, 10 * all})
      for (std::uint64_t first = 1; first <= all;
           first += (kind == fault::fails ? 1 : 4) * testing::case_step) {
        now().forget();
        now().met = kind;
        now().first = first;
        now().end = first + calls;
        ASSERT_EQ(run(of(path, first % 2 == 0 ? 2 : 4)), expected)
            << "fault " << static_cast<int>(kind) << " in " << calls << " calls from " << first;
        EXPECT_GE(now().calls, first);
      }
}

TEST_F(ranges_of_files, end_where_the_file_cannot_be_read) {
  const std::string path = write("text", text_of(42, large));
  for (const std::size_t from :
       {20 * batch, 25 * batch + 12'345, 26 * batch + 1, large - 100, std::size_t{100}}) {
    now().unreadable_from = static_cast<off_t>(from);
    stats counted;
    const outcome_of_run expected = run(of(path, 1), &counted);
    EXPECT_TRUE(std::ranges::any_of(counted.examples, [from](const damage_example& example) {
      return example.reason == damage::unreadable && example.place.stored == from;
    })) << expected.counted;
    for (const unsigned threads : {2U, 4U}) EXPECT_EQ(run(of(path, threads)), expected) << from;
  }
}

// The file changes during the read. Timing decides how many bytes are read, but no read byte is lost. The
// file is truncated at the end of a page, because a concurrent read may return the rest of the page as zeros.
TEST_F(ranges_of_files, end_where_the_file_is_cut_short_or_later_if_it_grows) {
  const std::string text = text_of(43, large);
  const std::string all = text + std::string(5 * batch, '\0');
  for (const std::size_t size : {21 * batch + 13 * page, all.size()}) {
    std::size_t others = 0;
    for (std::uint64_t call = 1; call < 36; call += 3 * testing::case_step) {
      const std::string path = write("text", text);
      now().forget();
      now().cut_to = static_cast<off_t>(size);
      now().cut_before = call;
      stats counted;
      const std::string rows = run(of(path, 3), &counted).rows;
      now().forget();
      ASSERT_LE(counted.bytes, std::max(size, text.size()));
      ASSERT_GE(counted.bytes, std::min(size, text.size()));
      EXPECT_EQ(counted.bytes_read, counted.bytes);
      others += counted.bytes != text.size() ? 1U : 0U;
      EXPECT_EQ(rows, run(of(write("there", all.substr(0, counted.bytes)), 1)).rows) << "call " << call;
    }
    EXPECT_GT(others, 5U / testing::case_step) << size;
  }
}

TEST_F(ranges_of_files, count_as_progress) {
  run_monitor monitor;
  const std::string path = write("text", text_of(44, large));
  std::ofstream(folder_ / "rows");
  const int stream = ::open((folder_ / "rows").c_str(), O_WRONLY);
  EXPECT_TRUE(extract(of(path, 2), stream, &monitor).has_value());
  ::close(stream);
  EXPECT_TRUE(had_ranges());
  EXPECT_EQ(monitor.stored_bytes_done, fs::file_size(path));
  EXPECT_EQ(monitor.bytes_done, fs::file_size(path));
}

// If standard input is a file. The read leaves the file position at the end.
TEST_F(ranges_of_files, work_for_standard_input) {
  const std::string path = write("text", text_of(45, large));
  const int kept = ::dup(STDIN_FILENO);
  const auto run_from = [&](unsigned threads) {
    const int file = ::open(path.c_str(), O_RDONLY);
    ::dup2(file, STDIN_FILENO);
    ::close(file);
    return run(of("-", threads));
  };
  const outcome_of_run expected = run_from(1);
  EXPECT_FALSE(had_ranges());
  EXPECT_EQ(run_from(3), expected);
  EXPECT_TRUE(had_ranges());
  EXPECT_EQ(::lseek(STDIN_FILENO, 0, SEEK_CUR), static_cast<off_t>(fs::file_size(path)));
  ::dup2(kept, STDIN_FILENO);
  ::close(kept);
}

}  // namespace
}  // namespace urlsieve
