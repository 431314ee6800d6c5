
#include <gtest/gtest.h>

#include <utility>

#include "src/pipeline/link_context_counter.hpp"

namespace urlsieve {
namespace link_context_counter_test {

TEST(where_group, keeps_names_of_tables_and_folds_names_of_inputs) {
  constexpr std::pair<const char*, const char*> rows[] = {
      {"a@href", "a@href"},
      {"svg:image@xlink:href", "svg:image@xlink:href"},
      {"x-card@data-src", "other@data-src"},
      {"v:rect@href", "v:*@href"},
      {"outline@xmlUrl", "other@other"},
      {"a@made-up", "a@other"},
      {"text", "text"},
      {"css", "css"},
      {"http:Location", "http:Location"},
      {"metadata:outlink", "metadata:outlink"},
      {"header:List-Archive", "header:List-Archive"},
      {"header:X-My-URL", "header:other"},
      {"json:a.b.c", "json"},
      {"xml:loc", "xml"},
      {"m3u", "m3u"},
      {"EXT-X-KEY@URI", "m3u"},
      {"EXTRA@href", "other@href"},
      {"xmlish", "other"},
      {"@", "other"},
  };
  for (const auto& [where, group] : rows) EXPECT_EQ(where_group(where), group) << where;
}

TEST(link_context_counter, counts_names_by_their_bytes_although_their_memory_is_used_again) {
  link_context_counter tally;
  stats counted;
  std::string name;
  for (int round = 0; round < 1000; ++round) {
    name = round % 3 == 0 ? "a@href" : round % 3 == 1 ? "q@cite" : "x@href";
    tally.add(name);
    tally.add(name);
    tally.add("");
    tally.forget_views();
  }
  // More names than the group can store.
  for (int i = 0; i < 500; ++i) {
    name = "json:" + std::to_string(i);
    tally.add(name);
    tally.forget_views();
  }
  tally.flush_to(counted);
  EXPECT_EQ(counted.where["a@href"], 668U);
  EXPECT_EQ(counted.where["q@cite"], 666U);
  EXPECT_EQ(counted.where["other@href"], 666U);
  EXPECT_EQ(counted.where["json"], 500U);
  EXPECT_EQ(counted.where.size(), 4U);
  tally.flush_to(counted);
  EXPECT_EQ(counted.where["json"], 500U);
}

}  // namespace link_context_counter_test
}  // namespace urlsieve
