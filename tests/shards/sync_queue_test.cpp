#include "src/shards/sync_queue.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/shards/scratch_directory.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace sync_queue_test {

using testing::read_file;
using testing::scratch_directory;

std::size_t open_files() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(sync_queue, keeps_few_files_open_and_syncs_all) {
  const scratch_directory scratch;
  const std::size_t before = open_files();
  constexpr std::size_t most_open = 8;
  constexpr std::size_t files = 3 * most_open;
  sync_queue queue(most_open);
  for (std::size_t i = 0; i < files; ++i) {
    result<durable_file> file = durable_file::create((scratch / std::to_string(i)).string());
    ASSERT_TRUE(file && file->write("file " + std::to_string(i)));
    ASSERT_TRUE(queue.add(std::move(*file)));
    EXPECT_LE(open_files(), before + most_open);
  }
  std::vector<result<void>> drained(3);
  {
    std::vector<std::jthread> threads;
    for (result<void>& outcome : drained) threads.emplace_back([&] { outcome = queue.drain(); });
  }
  for (const result<void>& outcome : drained) EXPECT_TRUE(outcome);
  EXPECT_EQ(open_files(), before);
  for (std::size_t i = 0; i < files; ++i)
    EXPECT_EQ(read_file((scratch / std::to_string(i)).string()), "file " + std::to_string(i));
}

TEST(sync_queue, keeps_no_file_open_without_descriptors) {
  const scratch_directory scratch;
  const std::size_t before = open_files();
  sync_queue queue(0);
  result<durable_file> file = durable_file::create((scratch / "a").string());
  ASSERT_TRUE(file);
  ASSERT_TRUE(queue.add(std::move(*file)));
  EXPECT_EQ(open_files(), before);
}

TEST(sync_queue, reports_files_that_cannot_be_synced) {
  sync_queue queue(1);
  ASSERT_TRUE(queue.add(durable_file()));  // has no descriptor
  const result<void> drained = queue.drain();
  ASSERT_FALSE(drained);
  EXPECT_EQ(drained.error().code, error_code::cannot_write);
  EXPECT_TRUE(queue.drain());
}

}  // namespace sync_queue_test
}  // namespace urlsieve
