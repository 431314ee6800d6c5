#include "src/url/safety.hpp"

#include <gtest/gtest.h>

#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace {

std::uint16_t flags_of(std::string_view url, rung ladder = rung::scheme) {
  url_options options;
  options.ladder = ladder;
  canonical_url made;
  testing::normalized(url, options, &made);
  return made.flags;
}

TEST(safety, each_flag_at_every_rung) {
  for (const rung ladder : {rung::string, rung::syntax, rung::scheme}) {
    EXPECT_EQ(flags_of("http://a/", ladder), 0);
    EXPECT_EQ(flags_of("http://a.example:80/x?y%20", ladder), 0);
    EXPECT_EQ(flags_of("http://u@a/", ladder), flag::userinfo);
    EXPECT_EQ(flags_of("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", ladder),
              flag::userinfo | flag::misleading_userinfo);
    EXPECT_EQ(flags_of("http://john.smith:pw@a/", ladder), flag::userinfo);
    EXPECT_EQ(flags_of("http://10.0.0.1:x@a/", ladder), flag::userinfo | flag::misleading_userinfo);
    EXPECT_EQ(flags_of("http://a:8080/", ladder), flag::odd_port);
    EXPECT_EQ(flags_of("http://a:99999/", ladder), flag::odd_port);
    EXPECT_EQ(flags_of("unknown://a:8080/", ladder), 0);
    EXPECT_EQ(flags_of("http://0x7f.1/", ladder), flag::rare_ip);
    EXPECT_EQ(flags_of("http://127.0.0.1/", ladder), 0);
    EXPECT_EQ(flags_of("gopher://a:25/%0D%0AHELO", ladder), flag::odd_port | flag::escaped_control);
    EXPECT_EQ(flags_of("http://a/%7f", ladder), flag::escaped_control);
    EXPECT_EQ(flags_of("http://a_b/", ladder), flag::reg_name);
    EXPECT_EQ(flags_of("http://-a/", ladder), flag::reg_name);
    EXPECT_EQ(flags_of("http://a..b/", ladder), flag::reg_name);
  }
}

TEST(safety, flagged_urls_are_dropped_on_request) {
  url_options options;
  options.drop_flags = flag::odd_port | flag::rare_ip;
  EXPECT_EQ(testing::normalized("http://a:81/", options), "!flag-dropped");
  EXPECT_EQ(testing::normalized("http://0x7f.1/", options), "!flag-dropped");
  EXPECT_EQ(testing::normalized("http://u@a/", options), "http://u@a/");
}

TEST(safety, the_userinfo_is_kept_stripped_or_drops_the_url) {
  url_options options;
  EXPECT_EQ(testing::normalized("http://u:p@a/@b", options), "http://u:p@a/@b");
  options.userinfo = userinfo_policy::strip;
  canonical_url made;
  EXPECT_EQ(testing::normalized("http://u:p@a/@b", options, &made), "http://a/@b");
  EXPECT_EQ(made.flags, flag::userinfo);
  options.userinfo = userinfo_policy::drop;
  EXPECT_EQ(testing::normalized("http://u:p@a/@b", options), "!flag-dropped");
  EXPECT_EQ(testing::normalized("http://a/@b", options), "http://a/@b");
}

}  // namespace
}  // namespace urlsieve
