#include "src/pipeline/input_account.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace urlsieve {
namespace input_account_test {

std::uint64_t times_of(const input_counts& counts, damage reason) {
  return counts.damaged[static_cast<std::size_t>(reason)];
}

TEST(input_account, attributes_counts_since_the_last_call) {
  stats counted;
  counted.documents = 5;
  counted.count_skipped("type", "image/png", 2);
  input_account account(counted);  // ignores these counts

  counted.documents = 7;
  counted.references = 3;
  counted.reject(rejection::no_base);
  counted.damaged_at(damage::truncated_record, "a", 1, "cut");
  counted.count_skipped("type", "image/png");
  counted.count_skipped("column", "link", 4);
  counted.count_skipped("line", "no-fields", 6);
  counted.count_skipped("record", "request");  // counts for no input
  input_counts first;
  account.settle(counted, first);
  EXPECT_EQ(first.documents, 2U);
  EXPECT_EQ(first.references, 3U);
  EXPECT_EQ(first.rejected[static_cast<std::size_t>(rejection::no_base)], 1U);
  EXPECT_EQ(times_of(first, damage::truncated_record), 1U);
  EXPECT_EQ(first.lines_without, 6U);
  EXPECT_EQ(first.skipped, (skipped_names{{"image/png", 1}}));
  EXPECT_EQ(first.missing_columns, (skipped_names{{"link", 4}}));

  counted.count_skipped("type", "text/css", 3);
  input_counts second;
  account.settle(counted, second);
  EXPECT_EQ(second.documents, 0U);
  EXPECT_EQ(times_of(second, damage::truncated_record), 0U);
  EXPECT_EQ(second.skipped, (skipped_names{{"text/css", 3}}));

  first.add(second);
  EXPECT_EQ(first.skipped, (skipped_names{{"image/png", 1}, {"text/css", 3}}));
  EXPECT_EQ(first.documents, 2U);
}

TEST(input_account, reports_new_damage_until_a_call_attributes_or_ignores_it) {
  stats counted;
  input_account account;
  EXPECT_FALSE(account.new_fault(counted, "a"));
  counted.damaged_at(damage::truncated_record, "a", 1, "cut");
  const auto fault = account.new_fault(counted, "a");
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->name, "a");
  EXPECT_EQ(fault->why, damage::truncated_record);
  EXPECT_EQ(fault->detail, "cut");
  EXPECT_EQ(account.new_damage(counted)[static_cast<std::size_t>(damage::truncated_record)], 1U);
  EXPECT_EQ(account.take_examples(counted).size(), 1U);
  EXPECT_TRUE(account.take_examples(counted).empty());
  account.pass(counted);
  EXPECT_FALSE(account.new_fault(counted, "a"));
  EXPECT_EQ(account.new_damage(counted), damage_counts{});
}

// Batches depend on the number of threads, so the detail must not depend on the faults in front of it.
TEST(input_account, names_the_fault_behind_any_number_of_others) {
  stats counted;
  for (std::size_t i = 0; i < 2 * stats::max_examples; ++i) {
    const std::string detail = std::to_string(i);
    const input_account account(counted);
    stats ahead;
    (i % 2 == 0 ? counted : ahead).damaged_at(damage::unreadable, "a", 0, detail);
    counted.add(ahead);
    const auto fault = account.new_fault(counted, "a");
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->detail, detail);
  }
}

TEST(slice_account, attributes_the_counts_of_slices_to_their_inputs) {
  batch work;
  work.inputs.resize(3);
  for (std::size_t i = 0; i < 3; ++i) work.inputs[i].name = std::string(1, static_cast<char>('a' + i));
  work.inputs[1].first_slice = 2;
  work.inputs[2].first_slice = 2;  // the second input has no slices
  work.slices.resize(4);
  work.counted.documents = 9;  // counted by an earlier stage
  {
    slice_account account(work);
    for (std::size_t i = 0; i < work.slices.size(); ++i) {
      EXPECT_EQ(account.input_of(i).name, i < 2 ? "a" : "c");
      work.counted.documents += i + 1;
      work.counted.damaged_at(damage::truncated_record, i == 0 ? "http://page/" : "c", 7, "");
      account.opened(work.slices[i]);
    }
  }
  EXPECT_EQ(work.inputs[0].counts.documents, 3U);
  EXPECT_EQ(work.inputs[1].counts.documents, 0U);
  EXPECT_EQ(work.inputs[2].counts.documents, 7U);
  EXPECT_EQ(times_of(work.inputs[0].counts, damage::truncated_record), 2U);
  // The document reader names the page, so the account adds the input to the example.
  ASSERT_EQ(work.counted.examples.size(), 4U);
  EXPECT_EQ(work.counted.examples[0].input, "a");
  EXPECT_EQ(work.counted.examples[0].document, "http://page/");
  EXPECT_EQ(work.counted.examples[3].input, "c");
}

}  // namespace input_account_test
}  // namespace urlsieve
