#include "src/url/conventions.hpp"

#include <gtest/gtest.h>

#include <string>

#include "src/url/public_suffix.hpp"
#include "src/url/surt.hpp"
#include "tests/url/one_url.hpp"

namespace urlsieve {
namespace {

template <class Fold>
std::string folded(Fold fold, std::string url) {
  url.resize(fold(url.data(), url.size()));
  return url;
}

TEST(conventions, tracking_parameters_are_dropped) {
  EXPECT_EQ(folded(drop_tracking, "http://a/?utm_source=x&b=1&UTM_MEDIUM=y&gclid=z#f"), "http://a/?b=1#f");
  EXPECT_EQ(folded(drop_tracking, "http://a/?utm_source=x"), "http://a/");
  EXPECT_EQ(folded(drop_tracking, "http://a/?utm_source#f"), "http://a/#f");
  EXPECT_EQ(folded(drop_tracking, "http://a/?b&&c&utm_x="), "http://a/?b&&c");
  for (const char* const url :
       {"http://a/", "http://a/?", "http://a/?xutm_a=1", "http://a/?a=utm_b", "http://a/#?utm_a"})
    EXPECT_EQ(folded(drop_tracking, url), url);
}

TEST(conventions, session_ids_are_dropped) {
  EXPECT_EQ(folded(drop_session_ids, "http://a/b;jsessionid=1A2B?c"), "http://a/b?c");
  EXPECT_EQ(folded(drop_session_ids, "http://a/b;JSESSIONID=1;x/d"), "http://a/b;x/d");
  EXPECT_EQ(folded(drop_session_ids, "http://a/?PHPSESSID=1&b&sid=2"), "http://a/?b");
  EXPECT_EQ(folded(drop_session_ids, "http://a/b;x=1?inside=2"), "http://a/b;x=1?inside=2");
}

TEST(conventions, queries_are_sorted) {
  EXPECT_EQ(folded(sort_query, "http://a/?c=1&b=2&b=1&a#x"), "http://a/?a&b=1&b=2&c=1#x");
  EXPECT_EQ(folded(sort_query, "http://a/?"), "http://a/?");
  EXPECT_EQ(folded(sort_query, "http://a/?b&"), "http://a/?&b");
}

TEST(conventions, hosts_index_pages_and_schemes_are_folded) {
  EXPECT_EQ(folded(fold_www, "http://www.a.b/"), "http://a.b/");
  EXPECT_EQ(folded(fold_www, "http://www.com/"), "http://www.com/");
  EXPECT_EQ(folded(fold_www, "http://u@www.a.b:1/"), "http://u@a.b:1/");
  EXPECT_EQ(folded(fold_index, "http://a/b/INDEX.html?c"), "http://a/b/?c");
  EXPECT_EQ(folded(fold_index, "http://a/myindex.html"), "http://a/myindex.html");
  EXPECT_EQ(folded(fold_https, "https://a/"), "http://a/");
  EXPECT_EQ(folded(fold_https, "ftps://a/"), "ftps://a/");
}

TEST(conventions, are_off_unless_asked_for_and_idempotent_together) {
  const std::string url = "https://www.a.b/index.html;jsessionid=1?c&b&utm_source=x";
  EXPECT_EQ(testing::normalized(url, url_options{}), url);
  url_options options;
  options.conventions = {true, true, true, true, true, true};
  const std::string once = testing::normalized(url, options);
  EXPECT_EQ(once, "http://a.b/?b&c");
  EXPECT_EQ(testing::normalized(once, options), once);
}

std::string surt(std::string_view url) {
  std::string key(surt_room(url.size()), '\0');
  key.resize(write_surt(url, key.data()));
  return key;
}

TEST(surt, turns_the_host_round) {
  EXPECT_EQ(surt("http://www.archive.org/Goo/"), "org,archive)/goo");
  EXPECT_EQ(surt("https://archive.org:8080/a?c&b"), "org,archive:8080)/a?b&c");
  EXPECT_EQ(surt("http://u:p@a.b.co.uk/"), "uk,co,b,a)/");
  EXPECT_EQ(surt("http://1.2.3.4/"), "1.2.3.4)/");
  EXPECT_EQ(surt("http://a/?"), "a)/");
  EXPECT_EQ(surt("mailto:foo@example.com"), "mailto:foo@example.com");
}

TEST(public_suffix, gives_the_registrable_domain) {
  const auto domain = [](std::string_view host) {
    return public_suffix_list::system().registrable_domain(host);
  };
  EXPECT_EQ(domain("a.b.co.uk"), "b.co.uk");
  EXPECT_EQ(domain("www.example.com."), "example.com.");
  EXPECT_EQ(domain("co.uk"), "co.uk");
  EXPECT_EQ(domain("1.2.3.4"), "1.2.3.4");
  EXPECT_EQ(domain("localhost"), "localhost");
}

}  // namespace
}  // namespace urlsieve
