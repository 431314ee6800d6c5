// Counters of a run: size buckets, documents across batches, first examples, and progress over time.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/stats.hpp"
#include "urlsieve/timeline.hpp"

namespace urlsieve {
namespace counting_test {

TEST(log_histogram, has_two_buckets_for_each_power_of_two) {
  std::vector<std::uint64_t> least;
  for (std::size_t i = 0; i < 12; ++i) least.push_back(log_histogram::least_of(i));
  EXPECT_EQ(least, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48}));
  for (std::uint64_t size = 0; size < 100000; ++size) {
    const std::size_t bucket = log_histogram::bucket_of(size);
    ASSERT_LE(log_histogram::least_of(bucket), size);
    if (bucket + 1 < log_histogram::buckets) ASSERT_GT(log_histogram::least_of(bucket + 1), size);
  }
  EXPECT_EQ(log_histogram::bucket_of(~std::uint64_t{0}), log_histogram::buckets - 1);
}

// "d" is a document, "r" a reference, and "|" the end of a batch.
document_counts counted(const std::string& flow) {
  document_counts all;
  document_counts batch;
  for (const char c : flow) {
    if (c == 'd') batch.begin(media::html);
    if (c == 'r') batch.found(1);
    if (c != '|') continue;
    all.add(batch);
    batch = {};
  }
  all.add(batch);
  return all;
}

TEST(document_counts, is_the_same_wherever_batches_cut) {
  const std::string flow = "drrddrdrrrrrrrd";
  const log_histogram whole = counted(flow).by_references();
  EXPECT_EQ(whole.counts()[0], 2U);
  EXPECT_EQ(whole.counts()[1], 1U);
  EXPECT_EQ(whole.counts()[2], 1U);
  EXPECT_EQ(whole.counts()[log_histogram::bucket_of(7)], 1U);
  for (unsigned cuts = 0; cuts < 1U << flow.size(); ++cuts) {
    std::string cut;
    for (std::size_t i = 0; i < flow.size(); ++i) {
      if ((cuts >> i & 1U) != 0) cut += '|';
      cut += flow[i];
    }
    const document_counts again = counted(cut);
    ASSERT_EQ(again.by_references(), whole) << cut;
    ASSERT_EQ(again.by_type[static_cast<std::size_t>(media::html)], 5U) << cut;
  }
}

TEST(first_examples, keeps_the_first_three_that_differ_of_each_reason_in_input_order) {
  stats first;
  stats later;
  first.reject(rejection::no_base, "a");
  first.reject(rejection::no_base, "b");
  later.reject(rejection::no_base, "b");
  later.reject(rejection::no_base, "c");
  later.reject(rejection::no_base, "c");
  later.reject(rejection::no_base, "d");
  later.reject(rejection::internal, "cid:x");
  later.reject(rejection::same_document);
  first.add(later);
  std::string report;
  for (const auto& item : first.rejected_examples.all()) report += item.text + ' ';
  EXPECT_EQ(report, "a b c cid:x ");
  EXPECT_EQ(first.rejected[static_cast<std::size_t>(rejection::no_base)], 6U);
}

TEST(first_examples, are_short_and_tell_no_password) {
  struct row {
    std::string given;
    std::string shown;
  };
  const std::string many(300, 'x');
  const std::string wide = std::string(159, 'y') + "\xC3\xA9" + "z";
  const row rows[] = {{"http://me:secret@h/", "http://me:***@h/"},
                      {"http://me:" + many + "@h/", "http://me:***@h\xE2\x80\xA6"},
                      {"http://me:" + many + many + "@h/" + many, "http://me:***@h\xE2\x80\xA6"},
                      {many, many.substr(0, 160) + "\xE2\x80\xA6"},
                      {wide, wide.substr(0, 159) + "\xE2\x80\xA6"},
                      {std::string(160, 'w'), std::string(160, 'w')}};
  for (const row& item : rows) EXPECT_EQ(as_example(item.given, 160), item.shown);
}

TEST(timeline, stays_small_and_loses_nothing) {
  timeline pace;
  std::uint64_t bytes = 0;
  for (std::uint64_t at = 0; at < 10'000'000; at += 997) {
    pace.add(at, {at, 1});
    bytes += at;
    ASSERT_LE(pace.intervals().size(), timeline::most);
  }
  std::uint64_t report = 0;
  std::uint64_t urls = 0;
  for (const timeline::interval& interval : pace.intervals()) {
    report += interval.bytes;
    urls += interval.urls;
  }
  EXPECT_EQ(report, bytes);
  EXPECT_EQ(urls, 10031U);
  EXPECT_GT(pace.intervals().size(), timeline::most / 3);
  EXPECT_EQ(pace.intervals().size(), 9'999'909U / pace.length() + 1);
}

}  // namespace counting_test
}  // namespace urlsieve
