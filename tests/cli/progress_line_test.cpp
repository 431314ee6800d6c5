#include "src/cli/progress_line.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/amounts.hpp"
#include "src/cli/progress.hpp"

namespace urlsieve::cli {
namespace progress_line_test {

constexpr std::uint64_t mib = std::uint64_t{1} << 20U;

run_progress in_the_middle() {
  run_progress now;
  now.seconds = 64;
  now.stored = 1200 * mib;
  now.stored_total = 9800 * mib;
  now.bytes = 4000 * mib;
  now.documents = 12345;
  now.rows = 1234567;
  now.stored_per_second = 43 * static_cast<double>(mib);
  now.bytes_per_second = 145.25 * static_cast<double>(mib);
  return now;
}

std::string whole_line(const run_progress& now) {
  return fitting(progress_fields(now), 1000);
}

TEST(progress_line, has_the_most_important_fields_first) {
  EXPECT_EQ(whole_line(in_the_middle()),
            "12 %, 1.2 of 9.6 GiB, 3:20 left, 145.2 MiB/s, 1,234,567 URLs, 12,345 documents, 1:04");
}

TEST(progress_line, omits_the_unknown_size_of_an_input) {
  run_progress now = in_the_middle();
  now.stored_total = 0;
  EXPECT_EQ(whole_line(now), "1.2 GiB, 145.2 MiB/s, 1,234,567 URLs, 12,345 documents, 1:04");
  now.stored_total = now.stored - 1;  // the input grew
  EXPECT_EQ(whole_line(now), "1.2 GiB, 145.2 MiB/s, 1,234,567 URLs, 12,345 documents, 1:04");
}

TEST(progress_line, before_anything_is_read) {
  run_progress now;
  now.seconds = 2;
  EXPECT_EQ(whole_line(now), "starting, 0:02");
  now.waits_for_input = true;
  EXPECT_EQ(whole_line(now), "waiting for input, 0 B, 0:02");
}

TEST(progress_line, omits_the_time_left_while_the_run_waits) {
  run_progress now = in_the_middle();
  EXPECT_GT(time_left(now), 0);
  now.waits_for_input = true;
  EXPECT_EQ(time_left(now), 0);
  EXPECT_EQ(whole_line(now),
            "waiting for input, 12 %, 1.2 of 9.6 GiB, 1,234,567 URLs, 12,345 documents, 1:04");
  now.waits_for_input = false;
  now.waits_for_output = true;
  EXPECT_EQ(time_left(now), 0);
  EXPECT_TRUE(whole_line(now).starts_with("waiting for the reader of the output, 12 %"));
  now.waits_for_output = false;
  now.writing = true;
  now.shards = 64;
  now.shards_written = 12;
  EXPECT_EQ(time_left(now), 0);
  EXPECT_EQ(whole_line(now), "writing shards: 12 of 64, 1,234,567 URLs, 1:04");
  now = in_the_middle();
  now.stored_per_second = 0;
  EXPECT_EQ(time_left(now), 0);
  EXPECT_EQ(whole_line(now).find("left"), std::string::npos);
}

TEST(progress_line, names_the_activity_on_shards) {
  run_progress now;
  now.activity = task::merging;
  now.seconds = 3;
  now.stored = 50;
  now.stored_total = 200;
  now.rows = 1;
  now.stored_per_second = 50;
  EXPECT_EQ(whole_line(now), "merging 25 %, 50 of 200 B, 0:03 left, 50 B/s, 1 row, 0:03");
  now.rows = 0;
  now.activity = task::verifying;
  EXPECT_EQ(whole_line(now), "verifying 25 %, 50 of 200 B, 0:03 left, 50 B/s, 0:03");
  now.activity = task::counting;
  EXPECT_EQ(whole_line(now), "counting 25 %, 50 of 200 B, 0:03 left, 50 B/s, 0:03");
  now.activity = task::comparing;
  EXPECT_EQ(whole_line(now), "comparing 25 %, 50 of 200 B, 0:03 left, 50 B/s, 0:03");
}

TEST(progress_line, drops_fields_from_the_right_until_the_line_fits) {
  const std::vector<std::string> fields = progress_fields(in_the_middle());
  const std::string all = fitting(fields, 1000);
  std::size_t longest = 0;
  for (std::size_t width = 0; width <= all.size() + 5; ++width) {
    const std::string line = fitting(fields, width);
    EXPECT_LE(line.size(), width);
    EXPECT_EQ(line, all.substr(0, line.size()));
    EXPECT_GE(line.size(), longest) << "less of it in more room";
    longest = line.size();
    // Whole fields, unless even the first field is too long.
    if (width >= fields.front().size() && line != all) {
      EXPECT_EQ(all.substr(line.size(), 2), ", ") << line;
    }
  }
  EXPECT_EQ(longest, all.size());
  EXPECT_EQ(fitting(fields, 39), "12 %, 1.2 of 9.6 GiB, 3:20 left");
}

TEST(progress_line, counts_columns) {
  const std::vector<std::string> wide{"\u6587\u5b57", "ab"};
  EXPECT_EQ(fitting(wide, 8), "\u6587\u5b57, ab");
  EXPECT_EQ(fitting(wide, 7), "\u6587\u5b57");
}

TEST(progress_line, is_an_object_of_whole_numbers_for_programs) {
  EXPECT_EQ(progress_json(in_the_middle(), false),
            R"({"progress": "reading", "milliseconds": 64000, "bytes_read": 1258291200, )"
            R"("bytes_to_read": 10276044800, "bytes": 4194304000, "documents": 12345, "unique": 1234567, )"
            R"("bytes_per_second": 152305664, "milliseconds_left": 200000})"
            "\n");
  run_progress now;
  EXPECT_EQ(progress_json(now, true), "{\"progress\": \"ended\", \"milliseconds\": 0, \"bytes_read\": 0}\n");
  now.waits_for_input = true;
  EXPECT_TRUE(progress_json(now, false).starts_with("{\"progress\": \"waiting-for-input\""));
}

TEST(recent_speed, is_that_of_the_last_seconds) {
  recent_speed speed;
  EXPECT_EQ(speed.per_second(), 0);
  speed.note(0, 0);
  EXPECT_EQ(speed.per_second(), 0);
  for (int i = 1; i <= 10; ++i) speed.note(i, static_cast<std::uint64_t>(i) * 100);
  EXPECT_DOUBLE_EQ(speed.per_second(), 100);
  for (int i = 11; i <= 16; ++i) speed.note(i, 1000 + static_cast<std::uint64_t>(i - 10) * 10);
  EXPECT_DOUBLE_EQ(speed.per_second(), 10);
  for (int i = 17; i <= 22; ++i) speed.note(i, 1060);
  EXPECT_EQ(speed.per_second(), 0);
}

TEST(amounts, as_people_read_them) {
  EXPECT_EQ(in_thousands(0), "0");
  EXPECT_EQ(in_thousands(999), "999");
  EXPECT_EQ(in_thousands(1000), "1,000");
  EXPECT_EQ(in_thousands(18446744073709551615U), "18,446,744,073,709,551,615");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(2000, "directory", "directories"), "2,000 directories");
  EXPECT_EQ(in_bytes(0), "0 B");
  EXPECT_EQ(in_bytes(999), "999 B");
  EXPECT_EQ(in_bytes(1000), "1.0 KiB");
  EXPECT_EQ(in_bytes(1023 * 1024.0), "1.0 MiB");
  EXPECT_EQ(in_bytes(2048), "2.0 KiB");
  EXPECT_EQ(in_bytes(3.5 * 1024 * 1024 * 1024 * 1024), "3.5 TiB");
  EXPECT_EQ(in_bytes_of(512, 2048), "0.5 of 2.0 KiB");
  EXPECT_EQ(in_time(0), "0:00");
  EXPECT_EQ(in_time(59.9), "0:59");
  EXPECT_EQ(in_time(3600), "1:00:00");
}

TEST(progress, without_a_word_it_is_on) {
  using words = std::vector<std::string>;
  EXPECT_EQ(with_progress_word({"extract", "--progress", "a.txt"}),
            (words{"extract", "--progress", "on", "a.txt"}));
  EXPECT_EQ(with_progress_word({"extract", "a.txt", "--progress"}),
            (words{"extract", "a.txt", "--progress", "on"}));
  EXPECT_EQ(with_progress_word({"extract", "--progress", "json", "a"}),
            (words{"extract", "--progress", "json", "a"}));
  EXPECT_EQ(with_progress_word({"merge", "--progress", "-o", "d"}),
            (words{"merge", "--progress", "on", "-o", "d"}));
  EXPECT_EQ(with_progress_word({"extract", "--progress=off"}), (words{"extract", "--progress=off"}));
  EXPECT_EQ(with_progress_word({"extract", "--", "--progress"}), (words{"extract", "--", "--progress"}));
  EXPECT_EQ(with_progress_word({}), words{});
}

}  // namespace progress_line_test
}  // namespace urlsieve::cli
