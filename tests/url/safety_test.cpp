#include "src/url/normalize/safety.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace safety_test {

std::uint16_t flags_of(std::string_view url, rung ladder = rung::scheme) {
  url_options options;
  options.ladder = ladder;
  canonical_url output;
  testing::normalized(url, options, &output);
  return output.flags;
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
    EXPECT_EQ(flags_of("news://www.example.com@a:8119/comp.misc", ladder),
              flag::userinfo | flag::misleading_userinfo | flag::odd_port);
    EXPECT_EQ(flags_of("news:www.example.com@a", ladder), 0);
    EXPECT_EQ(flags_of("http://0x7f.1/", ladder), flag::rare_ip);
    EXPECT_EQ(flags_of("http://127.0.0.1/", ladder), 0);
    EXPECT_EQ(flags_of("gopher://a:25/%0D%0AHELO", ladder), flag::odd_port | flag::escaped_control);
    EXPECT_EQ(flags_of("http://a/%7f", ladder), flag::escaped_control);
    EXPECT_EQ(flags_of("http://a/7x%09y", ladder), flag::escaped_control);
    EXPECT_EQ(flags_of("gopher://a/7x%09y%09%2B", ladder), 0);
    EXPECT_EQ(flags_of("gopher://a/7x%09y%0a", ladder), flag::escaped_control);
    EXPECT_EQ(flags_of("gopher://a%09/1", ladder) & flag::escaped_control, flag::escaped_control);
    EXPECT_EQ(flags_of("prospero://a/x%001%00%00b", ladder), 0);
    EXPECT_EQ(flags_of("prospero://a/x%09", ladder), flag::escaped_control);
    EXPECT_EQ(flags_of("http://a_b/", ladder), flag::reg_name);
    EXPECT_EQ(flags_of("http://-a/", ladder), flag::reg_name);
    EXPECT_EQ(flags_of("http://a..b/", ladder), flag::reg_name);
  }
}

TEST(safety, a_userinfo_that_reads_as_a_host_misleads_however_it_is_written) {
  const auto misleads = [](std::string_view userinfo, rung ladder) {
    const std::string url = "http://" + std::string(userinfo) + "@evil.example/";
    return (flags_of(url, ladder) & flag::misleading_userinfo) != 0;
  };
  for (const rung ladder : {rung::string, rung::syntax, rung::scheme}) {
    for (const std::string_view userinfo :
         {"www.paypal.com", "www.paypal%2Ecom", "www%2epaypal%2ecom%40login", "%77ww.PayPal.com%3A443%2F",
          "www.paypal.com%00x", "www.paypal.com%FF", "www.paypal.com%E4%B8%AD", "192%2E0%2E2.1", "0x7f.1",
          "b%C3%BCcher.com", "b\xC3\xBC\x63her%E3%80%82com"})
      EXPECT_TRUE(misleads(userinfo, ladder)) << userinfo;
    for (const std::string_view userinfo :
         {"john.smith", "j%C3%B6rg.m%C3%BCller", "www.example%25com", "www%252Eexample%252Ecom", "com", "me",
          "3232235777.1", "%FF", ""})
      EXPECT_FALSE(misleads(userinfo, ladder)) << userinfo;
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
  canonical_url output;
  EXPECT_EQ(testing::normalized("http://u:p@a/@b", options, &output), "http://a/@b");
  EXPECT_EQ(output.flags, flag::userinfo);
  options.userinfo = userinfo_policy::drop;
  EXPECT_EQ(testing::normalized("http://u:p@a/@b", options), "!flag-dropped");
  EXPECT_EQ(testing::normalized("http://a/@b", options), "http://a/@b");
}

}  // namespace safety_test
}  // namespace urlsieve
