#include "src/transfer/s3_settings.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "src/transfer/s3_service.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve {
namespace s3_settings_test {

using table = std::map<std::string, std::string>;

result<s3_settings> settings(const table& variables, const table& files, remote_options options = {}) {
  const auto look_up = [](const table& all) {
    return [all](const std::string& name) -> std::optional<std::string> {
      const auto found = all.find(name);
      if (found == all.end()) return std::nullopt;
      return found->second;
    };
  };
  return load_s3_settings(options, {look_up(variables), look_up(files)});
}

const table home{{"HOME", "/h"}};
const table both{
    {"/h/.aws/credentials",
     "[default]\naws_access_key_id = dk\naws_secret_access_key=ds # mine\n\n"
     "[other]\r\n aws_access_key_id = no\r\nAWS_ACCESS_KEY_ID = ok\r\naws_secret_access_key = o=s\r\n"
     "aws_session_token = ot\r\n"},
    {"/h/.aws/config",
     "; a comment\n[default]\nregion = eu-west-1\n[profile  other]\nregion=ap-south-1\n"
     "endpoint_url = https://s3.example:9000/\ns3 =\n  region = wrong\n[profile third]\n"
     "aws_access_key_id = tk\naws_secret_access_key = ts\n"}};

table with(table some, const table& more) {
  some.insert(more.begin(), more.end());
  return some;
}

TEST(s3_settings, files) {
  const auto plain = settings(home, both);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->credentials->access_key, "dk");
  EXPECT_EQ(plain->credentials->secret_key, "ds");
  EXPECT_EQ(plain->credentials->session_token, "");
  EXPECT_EQ(plain->region, "eu-west-1");
  EXPECT_EQ(plain->endpoint, "");
  const auto other = settings(with(home, {{"AWS_PROFILE", "other"}}), both);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->credentials->access_key, "ok");
  EXPECT_EQ(other->credentials->secret_key, "o=s");
  EXPECT_EQ(other->credentials->session_token, "ot");
  EXPECT_EQ(other->region, "ap-south-1");
  EXPECT_EQ(other->endpoint, "https://s3.example:9000");
  const auto third = settings(with(home, {{"AWS_PROFILE", "third"}}), both);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->credentials->access_key, "tk");
  EXPECT_EQ(third->region, "us-east-1");
  const table moved{{"/c", both.at("/h/.aws/credentials")}};
  EXPECT_TRUE(settings({{"AWS_SHARED_CREDENTIALS_FILE", "/c"}}, moved));
}

TEST(s3_settings, the_environment_comes_first) {
  const table variables = with(home, {{"AWS_ACCESS_KEY_ID", "ek"},
                                      {"AWS_SECRET_ACCESS_KEY", "es"},
                                      {"AWS_SESSION_TOKEN", "et"},
                                      {"AWS_REGION", "sa-east-1"},
                                      {"AWS_DEFAULT_REGION", "no"},
                                      {"AWS_ENDPOINT_URL", "http://e:1"}});
  const auto found = settings(variables, both);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->credentials->access_key, "ek");
  EXPECT_EQ(found->credentials->session_token, "et");
  EXPECT_EQ(found->region, "sa-east-1");
  EXPECT_EQ(found->endpoint, "http://e:1");
  remote_options options;
  options.endpoint = "http://flag:2/";
  EXPECT_EQ(settings(variables, both, options)->endpoint, "http://flag:2");
}

TEST(s3_settings, may_be_absent) {
  EXPECT_EQ(settings(home, {}).error().code, error_code::usage);
  EXPECT_EQ(settings({{"AWS_ACCESS_KEY_ID", "k"}}, both).error().code, error_code::usage);
  EXPECT_NE(settings(with(home, {{"AWS_PROFILE", "nobody"}}), both).error().message.find("nobody"),
            std::string::npos);
  remote_options options;
  options.anonymous = true;
  const auto anonymous = settings(home, both, options);
  ASSERT_TRUE(anonymous);
  EXPECT_FALSE(anonymous->credentials);
}

TEST(s3_service, where_requests_go) {
  const auto url = [](s3_settings settings, const char* name) {
    s3_operation whole;
    whole.place = *s3_location::of(name);
    const http_request output = s3_service(std::move(settings)).request(whole);
    EXPECT_TRUE(output.path_as_is);
    return output.url;
  };
  s3_settings amazon;
  amazon.region = "eu-west-1";
  EXPECT_EQ(url(amazon, "s3://bucket/a b/../c?d#e%41"),
            "https://bucket.s3.eu-west-1.amazonaws.com/a%20b/../c%3Fd%23e%2541");
  EXPECT_EQ(url(amazon, "s3://b.c/key"), "https://s3.eu-west-1.amazonaws.com/b.c/key");
  s3_settings own;
  own.endpoint = "http://127.0.0.1:9000";
  EXPECT_EQ(url(own, "s3://bucket/key"), "http://127.0.0.1:9000/bucket/key");
  own.endpoint = "https://host/store";
  EXPECT_EQ(url(own, "s3://bucket"), "https://host/store/bucket/");
  for (const char* const bad : {"s3://", "s3:///key", "s3://a b/key", "s3://a@b/key"})
    EXPECT_FALSE(s3_location::of(bad)) << bad;
}

TEST(s3_settings, prefixes_end_with_a_slash) {
  struct prefix {
    const char* name;
    const char* key;
    const char* prefix_name;
  };
  for (const auto& [name, key, prefix_name] : {prefix{"s3://bucket", "", "s3://bucket"},
                                               {"s3://bucket/", "", "s3://bucket"},
                                               {"s3://bucket//", "", "s3://bucket"},
                                               {"s3://bucket/a", "a/", "s3://bucket/a"},
                                               {"s3://bucket/a/b///", "a/b/", "s3://bucket/a/b"}}) {
    const result<s3_location> place = s3_location::of_prefix(name);
    ASSERT_TRUE(place) << name;
    EXPECT_EQ(place->bucket, "bucket");
    EXPECT_EQ(place->key, key);
    EXPECT_EQ(place->prefix_name(), prefix_name);
  }
  EXPECT_FALSE(s3_location::of_prefix("s3:///a/"));
}

TEST(s3_service, regions_are_learnt) {
  s3_service service{s3_settings()};
  http_head head;
  head.status = 301;
  head.fields["x-amz-bucket-region"] = "eu-central-1";
  EXPECT_TRUE(service.learn_region(head));
  EXPECT_TRUE(service.learn_region(head)) << "a second request may have been signed for the old region";
  s3_operation whole;
  whole.place = {"b", "k"};
  EXPECT_EQ(service.request(whole).url, "https://b.s3.eu-central-1.amazonaws.com/k");
  head.fields["x-amz-bucket-region"] = "evil.example/";
  EXPECT_FALSE(service.learn_region(head));
}

}  // namespace s3_settings_test
}  // namespace urlsieve
