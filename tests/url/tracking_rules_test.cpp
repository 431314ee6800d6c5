#include "urlsieve/tracking_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/rule_revisions.hpp"
#include "src/url/tracking/url_matcher.hpp"
#include "tests/sanitized.hpp"
#include "tests/url/all_conventions.hpp"
#include "tests/url/one_url.hpp"
#include "tests/url/random_urls.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace tracking_rules_test {

constexpr std::string_view clear_urls = R"json({"providers": {
  "everywhere": {"urlPattern": ".*", "completeProvider": false,
    "rules": ["utm_[a-z]+", "Click-ID", "(?:%3F)?ref_?src"], "exceptions": ["^https?://keep\\.example/"]},
  "shop": {"urlPattern": "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?shop(?:\\.[a-z]{2,}){1,}", "completeProvider": false,
    "rules": ["s", "p[fd]_rd_[a-z]*"], "referralMarketing": ["tag"], "rawRules": ["\\/ref=[^/?]*", "[?&]x-y=[^&]*"],
    "exceptions": ["^https?:\\/\\/api\\.shop\\.example", "shop\\.example\\/cart"]},
  "jump": {"urlPattern": "^https?://(?:www\\.)?jump\\.example/", "completeProvider": false, "rules": [],
    "redirections": ["^https?://(?:www\\.)?jump\\.example/go\\?(?:.*?&)?url=([^&]*)",
                     "^https?://jump\\.example/to/(https?%3A.*)"], "forceRedirection": true},
  "ads": {"urlPattern": "^https?://ads\\.example", "completeProvider": true},
  "ahead": {"urlPattern": "^https?://(?!www)ahead\\.example", "completeProvider": false, "rules": ["a"]},
  "behind": {"urlPattern": "behind\\.example", "completeProvider": false, "rules": ["b(?<!c)", "d"]}
}})json";

constexpr std::string_view filter_list = R"([Adblock Plus 2.0]
! Title: rules of a test
$removeparam=gclid
$removeparam=/^ad_[a-z]+=/
$removeparam=/^PROMO=/i,~image
||shop.example^$removeparam=from
||news.example/story/$removeparam=pos
|https://start.example/$removeparam=s
/sub[0-9]+\.example\/page/$removeparam=n
share=*^go$removeparam=share
||all.example^$removeparam
||only.example^$removeparam=~id
$removeparam=camp,domain=a.example|b.example|~x.a.example
||Case.example/Path$match-case,removeparam=c
@@||quiet.example^$removeparam
@@||shop.example/keep/$removeparam=gclid
@@||shop.example/keep/$removeparam=/^ad_[a-z]+=/
$removeparam=strong,important
@@||shop.example/keep/$removeparam=strong
||script.example^$removeparam=x,script
||other.example^$removeparam=x,third-party
||ahead.example^$removeparam=/^(?!a)/
||blocked.example^
example.com##.banner
)";

constexpr std::string_view clean_urls = R"json([
  {"include": ["*://*.video.example/*"], "exclude": ["*://*.video.example/live/*"], "params": ["si", "Feature"]},
  {"include": ["https://exact.example/watch*"], "params": ["t"]},
  {"include": ["<all_urls>"], "params": ["mc_eid"]},
  {"include": ["file:///*"], "params": ["f"]}
])json";

url_options with_rules(std::initializer_list<std::string_view> texts) {
  std::vector<rule_text> files;
  for (const std::string_view text : texts) files.push_back({"rules", std::string(text)});
  url_options options;
  options.loaded_rules = tracking_rule_set::parse(files).value();
  return options;
}

struct rule_row {
  std::string_view url;
  std::string_view left;
};

void check_rows(const url_options& options, std::span<const rule_row> rows) {
  for (const rule_row& row : rows) {
    EXPECT_EQ(testing::normalized(row.url, options), row.left) << row.url;
    EXPECT_EQ(testing::normalized(row.left, options), row.left) << "a second time";
  }
}

TEST(tracking_rules, of_clear_urls) {
  url_options options = with_rules({clear_urls});
  options.keep_fragment = true;
  const rule_row rows[] = {
      {"http://h.example/?utm_source=1&a=2&UTM_medium=3", "http://h.example/?a=2"},
      {"http://h.example/?utm_source=1", "http://h.example/"},
      {"http://h.example/?utm_=1&xutm_a=2&utm_a1=3", "http://h.example/?utm_=1&xutm_a=2&utm_a1=3"},
      {"http://h.example/?click-id=1;b=2", "http://h.example/?b=2"},
      {"http://h.example/?ref_src&refsrc=", "http://h.example/"},
      {"http://h.example/?b#utm_a=1&c=2", "http://h.example/?b#c=2"},
      {"http://h.example/#utm_a=1", "http://h.example/"},
      {"http://h.example/#section", "http://h.example/#section"},
      {"http://keep.example/?utm_a=1", "http://keep.example/?utm_a=1"},
      {"http://h.example/utm_a=1", "http://h.example/utm_a=1"},
      {"http://u:p@h.example:81/?utm_a", "http://u:p@h.example:81/"},
      {"ftp://h.example/?utm_a=1", "ftp://h.example/?utm_a=1"},
      // A provider applies to its hosts.
      {"http://www.shop.co.uk/?s=1&pf_rd_r=2&tag=3&q=4", "http://www.shop.co.uk/?q=4"},
      {"http://SHOP.example/?s=1", "http://shop.example/"},
      {"http://myshop.example/?s=1", "http://myshop.example/?s=1"},
      {"http://h.example/shop.example?s=1", "http://h.example/shop.example?s=1"},
      {"http://api.shop.example/?s=1", "http://api.shop.example/?s=1"},
      {"http://shop.example/cart?s=1&utm_a", "http://shop.example/cart?s=1"},
      // Raw rules remove whole parameters, or nothing.
      {"http://shop.example/ref=a/b?x-y=1&c=2", "http://shop.example/ref=a/b?c=2"},
      {"http://shop.example/?c=2&x-y=1", "http://shop.example/?c=2"},
      {"http://shop.example/?c=2&x-y=1&d", "http://shop.example/?c=2&d"},
      {"http://shop.example/?x-y=1", "http://shop.example/"},
      {"http://shop.example/?c=x-y=1", "http://shop.example/?c=x-y=1"},
      // Redirectors are replaced by their target.
      {"http://jump.example/go?url=http%3A%2F%2FT.example%2Fa%3Fb%3D1%26utm_x%3D2", "http://t.example/a?b=1"},
      {"https://www.jump.example/go?x=1&url=https%3A%2F%2Ft.example", "https://t.example/"},
      {"http://jump.example/go?url=http%253A%252F%252Ft.example%252F", "http://t.example/"},
      {"http://jump.example/to/https%3A%2F%2Ft.example%2F", "https://t.example/"},
      {"http://jump.example/go?url=http://jump.example/go?url=http://t.example/", "http://t.example/"},
      {"http://jump.example/go?url=t.example", "http://jump.example/go?url=t.example"},
      {"http://jump.example/go?url=ftp%3A%2F%2Ft.example",
       "http://jump.example/go?url=ftp%3A%2F%2Ft.example"},
      {"http://jump.example/go?url=http%3A%2F%2F%5B", "http://jump.example/go?url=http%3A%2F%2F%5B"},
      {"http://jump.example/go?url=", "http://jump.example/go?url="},
      {"http://ads.example/?b=1", "http://ads.example/?b=1"},
      {"http://behind.example/?d=1&b=2", "http://behind.example/?b=2"},
      {"http://ahead.example/?a=1", "http://ahead.example/?a=1"},
  };
  check_rows(options, rows);
  EXPECT_TRUE(options.loaded_rules->redirects_paths());
}

TEST(tracking_rules, of_filter_lists) {
  const rule_row rows[] = {
      {"http://h.example/?gclid=1&a=2", "http://h.example/?a=2"},
      {"http://h.example/?GCLID=1", "http://h.example/?GCLID=1"},
      {"http://h.example/?ad_x=1&ad_=2&bad_x=3", "http://h.example/?ad_=2&bad_x=3"},
      {"http://h.example/?promo=1", "http://h.example/"},
      {"http://shop.example/?from=1&b", "http://shop.example/?b"},
      {"http://www.shop.example/?from=1", "http://www.shop.example/"},
      {"http://myshop.example/?from=1", "http://myshop.example/?from=1"},
      {"http://shop.example.org/?from=1", "http://shop.example.org/?from=1"},
      {"http://news.example/story/1?pos=2", "http://news.example/story/1"},
      {"http://news.example/other?pos=2", "http://news.example/other?pos=2"},
      {"https://start.example/a?s=1", "https://start.example/a"},
      {"http://start.example/a?s=1", "http://start.example/a?s=1"},
      {"http://sub12.example/page?n=1", "http://sub12.example/page"},
      {"http://h.example/?share=1&go=2", "http://h.example/?go=2"},
      {"http://h.example/?share=1&gone", "http://h.example/?gone"},
      {"http://all.example/?a&b=1", "http://all.example/"},
      {"http://only.example/?a&id=1&b", "http://only.example/?id=1"},
      {"http://a.example/?camp", "http://a.example/"},
      {"http://w.b.example/?camp", "http://w.b.example/"},
      {"http://x.a.example/?camp", "http://x.a.example/?camp"},
      {"http://c.example/?camp", "http://c.example/?camp"},
      {"http://case.example/path?c", "http://case.example/path?c"},
      {"http://quiet.example/?gclid&ad_x=1", "http://quiet.example/?gclid&ad_x=1"},
      {"http://shop.example/keep/?gclid&ad_x=1&from", "http://shop.example/keep/?gclid&ad_x=1"},
      {"http://shop.example/keep/?strong", "http://shop.example/keep/"},
      {"http://script.example/?x", "http://script.example/?x"},
      {"http://other.example/?x", "http://other.example/?x"},
  };
  check_rows(with_rules({filter_list}), rows);
}

TEST(tracking_rules, of_clean_urls) {
  const rule_row rows[] = {
      {"http://www.video.example/watch?v=1&si=2", "http://www.video.example/watch?v=1"},
      {"http://video.example/?Feature=x&feature=y", "http://video.example/?feature=y"},
      {"http://video.example/live/1?si=2", "http://video.example/live/1?si=2"},
      {"https://exact.example/watch?v=1&t=2", "https://exact.example/watch?v=1"},
      {"http://exact.example/watch?t=2", "http://exact.example/watch?t=2"},
      {"https://www.exact.example/watch?t=2", "https://www.exact.example/watch?t=2"},
      {"https://exact.example/see?t=2", "https://exact.example/see?t=2"},
      {"http://any.example/?mc_eid=1", "http://any.example/"},
  };
  const url_options options = with_rules({clean_urls});
  check_rows(options, rows);
  EXPECT_FALSE(options.loaded_rules->redirects_paths());
}

TEST(tracking_rules, that_are_not_supported_are_named) {
  const auto unsupported_rules = [](std::string_view text) {
    std::vector<std::string> places;
    const url_options options = with_rules({text});
    for (const unsupported_rule& rule : options.loaded_rules->unsupported()) {
      EXPECT_FALSE(rule.reason.empty()) << rule.place;
      places.push_back(rule.place);
    }
    return places;
  };
  using list = std::vector<std::string>;
  EXPECT_EQ(unsupported_rules(clear_urls),
            (list{"rules: providers.shop.rawRules[0]", "rules: providers.ahead.urlPattern",
                  "rules: providers.behind.rules[0]"}));
  EXPECT_EQ(unsupported_rules(filter_list),
            (list{"rules, line 20", "rules, line 21", "rules, line 22", "rules, line 23", "rules, line 24"}));
  EXPECT_EQ(unsupported_rules(clean_urls), (list{"rules: [3].include[0]"}));
  const url_options options = with_rules({filter_list});
  EXPECT_EQ(options.loaded_rules->size(), 22U);
  const std::vector<std::string> warnings = options.loaded_rules->warnings();
  ASSERT_EQ(warnings.size(), 6U);
  EXPECT_EQ(warnings.front(), "rules, line 20: not supported, without effect: is not for documents");
  EXPECT_EQ(warnings.back(), "5 of 22 tracking rules are not supported, and have no effect");
}

TEST(tracking_rules, files_in_no_format_are_errors) {
  const auto fault = [](std::string_view text) {
    const rule_text file{"f", std::string(text)};
    const auto rules = tracking_rule_set::parse({&file, 1});
    if (rules) return std::string();
    EXPECT_EQ(rules.error().code, error_code::cannot_read);
    return rules.error().message;
  };
  EXPECT_EQ(fault(""), "f: is neither a filter list with $removeparam, nor rules of ClearURLs or Brave");
  EXPECT_EQ(fault("||a.example^\n"),
            "f: is neither a filter list with $removeparam, nor rules of ClearURLs or Brave");
  EXPECT_EQ(fault("{}"), "f: has no object \"providers\"");
  EXPECT_EQ(fault(R"({"providers": {"a": {}}})"), "f: providers.a: has no text urlPattern");
  EXPECT_EQ(fault(R"({"providers": {"a": {"urlPattern": "b", "rules": [1]}}})"),
            "f: providers.a.rules: is not a list of texts");
  EXPECT_EQ(fault(R"([{"include": ["<all_urls>"]}])"), "f: [0].params: is not a list of texts");
  EXPECT_NE(fault(R"({"providers": {)"), "");
  EXPECT_EQ(fault("[]"), "");
  EXPECT_EQ(fault("\xEF\xBB\xBF  [ ]"), "");
}

TEST(tracking_rules, have_a_revision) {
  const auto revision = [](const url_options& options) {
    for (const rule_revision& rule : rule_revisions(options))
      if (rule.name == "tracking") return rule.revision;
    return std::string();
  };
  EXPECT_EQ(revision({}), "");
  const std::string original = revision(with_rules({clean_urls}));
  EXPECT_EQ(original.size(), 32U);
  EXPECT_EQ(revision(with_rules({clean_urls})), original);
  EXPECT_NE(revision(with_rules({filter_list})), original);
  EXPECT_NE(revision(with_rules({clean_urls, filter_list})), revision(with_rules({filter_list, clean_urls})));
}

TEST(tracking_rules, find_labels_of_hosts) {
  const rule_row rows[] = {
      {R"(^https?:\/\/(?:[a-z0-9-]+\.)*?Example\.com)", "example"},
      {R"(^https?://(?:www\.)?a-b\.c\.d/)", "a-b"},
      {R"(^https?:\/\/shop(?:\.[a-z]{2,}){1,})", "shop"},
      {R"(^https?:\/\/host\/)", "host"},
      {R"(^https?:\/\/host/)", "host"},
      {R"(^https?:\/\/example)", ""},
      {R"(^https?:\/\/example.com)", ""},
      {R"(^https?:\/\/examples?\.com)", ""},
      {R"(^https?:\/\/example\.?com)", ""},
      {R"(^https?:\/\/example(?:\.com)?)", ""},
      {R"(^https?:\/\/(?:a|b\.)example\.com)", ""},
      {R"(^https?:\/\/a\.b|^https?:\/\/c\.d)", ""},
      {R"(example\.com)", ""},
      {R"(^https?:\/\/(?:)", ""},
      {"", ""},
  };
  for (const rule_row& row : rows) EXPECT_EQ(label_in_expression(row.url), row.left) << row.url;
  for (const std::string_view yes : {R"(a\?b)", R"(^(?:x)?\?a)", R"([?]\?)"})
    EXPECT_TRUE(requires_question_mark(yes)) << yes;
  for (const std::string_view no : {"a", R"(a\??)", R"((?:\?a)?b)", R"(a\?|b)", R"([\?&]a)", R"(\\?a)", "\\"})
    EXPECT_FALSE(requires_question_mark(no)) << no;
}

std::vector<std::string_view> split(std::string_view query, char separator) {
  std::vector<std::string_view> parameters;
  for (std::size_t from = 0; from <= query.size();) {
    const std::size_t to = std::min(query.find(separator, from), query.size());
    parameters.push_back(query.substr(from, to - from));
    from = to + 1;
  }
  return parameters;
}

// Returns true if `left` is `whole` without some of its elements.
bool is_part(const std::vector<std::string_view>& left, const std::vector<std::string_view>& whole) {
  std::size_t at = 0;
  for (const std::string_view element : whole)
    if (at < left.size() && left[at] == element) ++at;
  return at == left.size();
}

// Returns true if `left` is `query` without some of its parameters. Without "&", ";" separates parameters,
// also if the last "&" was removed.
bool is_rest(std::string_view left, std::string_view query) {
  const bool has_and = query.find('&') != std::string_view::npos;
  if (is_part(split(left, has_and ? '&' : ';'), split(query, has_and ? '&' : ';'))) return true;
  const std::vector<std::string_view> parameters = split(query, '&');
  return left.find('&') == std::string_view::npos &&
         std::any_of(parameters.begin(), parameters.end(), [left](std::string_view parameter) {
           return is_part(split(left, ';'), split(parameter, ';'));
         });
}

std::vector<std::string> random_tracking_urls(unsigned count) {
  constexpr std::string_view hosts[] = {"h.example",    "shop.example",      "api.shop.co.uk",
                                        "all.example",  "only.example",      "video.example",
                                        "jump.example", "u:p@keep.example:8"};
  constexpr std::string_view pieces[] = {"/",   "a",     "utm_a", "=1",    "&",
                                         "&",   ";",     "?",     "gclid", "ad_x=",
                                         "s",   "x-y=1", "cart",  "keep/", "url=http%3A%2F%2Ft.example",
                                         "go?", "%26",   "#",     "id",    "si=2",
                                         "tag", "ref=a"};
  return testing::random_urls(count, hosts, pieces, 8);
}

// A rule removes whole parameters and changes no other byte.
TEST(tracking_rules, remove_whole_parameters_and_nothing_else) {
  const auto rules = with_rules({clear_urls, filter_list, clean_urls}).loaded_rules;
  unsigned changed = 0;
  for (const std::string& url : random_tracking_urls(testing::random_cases(200000U))) {
    std::string left = url;
    left.resize(rules->remove_parameters(left.data(), left.size()));
    const url_view before = url_view::of(url);
    const url_view after = url_view::of(left);
    ASSERT_EQ(after.scheme(), before.scheme()) << url;
    ASSERT_EQ(after.authority(), before.authority()) << url;
    ASSERT_EQ(after.path(), before.path()) << url;
    ASSERT_TRUE(before.has_query() || !after.has_query()) << url;
    ASSERT_TRUE(before.has_fragment() || !after.has_fragment()) << url;
    if (after.has_query()) ASSERT_TRUE(is_rest(after.query(), before.query())) << url << " gives " << left;
    if (after.has_fragment())
      ASSERT_TRUE(is_rest(after.fragment(), before.fragment())) << url << " gives " << left;
    changed += left != url ? 1U : 0U;
    std::string again = left;
    again.resize(rules->remove_parameters(again.data(), again.size()));
    ASSERT_EQ(again, left) << url;
  }
  EXPECT_GT(changed, 1000U);
}

TEST(tracking_rules, are_idempotent_with_all_other_options) {
  const auto rules = with_rules({clear_urls, filter_list, clean_urls}).loaded_rules;
  std::mt19937 random(13);
  const auto coin = [&random] { return random() % 2 == 0; };
  const std::vector<std::string> urls = random_tracking_urls(testing::random_cases(2000U));
  for (int round = 0; round < 30; ++round) {
    url_options options;
    options.loaded_rules = rules;
    options.conventions = testing::some_conventions(coin);
    options.keep_fragment = coin();
    options.ladder = static_cast<rung>(random() % 3);
    if (coin()) options.drop_params = {"a*"};
    if (coin()) options.index_names = {"cart"};
    for (const std::string& url : urls) {
      const std::string once = testing::normalized(url, options);
      if (once.starts_with("!")) continue;
      ASSERT_EQ(testing::normalized(once, options), once) << url;
    }
  }
}

TEST(tracking_rules, keep_urls_that_are_their_own_target) {
  constexpr std::string_view whole = R"json({"providers": {"a": {"urlPattern": "^https?://a",
      "redirections": ["^(https?://a.*)"]
}
}
})json";
  EXPECT_EQ(testing::normalized("http://a.example/b", with_rules({whole})), "http://a.example/b");
}

TEST(tracking_rules, follow_at_most_sixteen_redirectors) {
  constexpr std::string_view nested = R"json({"providers": {"a": {"urlPattern": "^https?://a",
      "redirections": ["^(https?://a\\.example/.+)/"]
}
}
})json";
  url_options options = with_rules({nested});
  options.max_url = 1'000'100;
  const auto chain_of = [](std::size_t links) {
    std::string url = "http://a.example/b";
    for (std::size_t i = 0; i < links; ++i) url += "/b";
    return url;
  };
  EXPECT_EQ(testing::normalized(chain_of(1), options), chain_of(0));
  EXPECT_EQ(testing::normalized(chain_of(16), options), chain_of(0));
  // A longer chain keeps the URL, so a second call changes nothing.
  for (const std::size_t links : {17U, 40U, 490'000U}) {
    const std::string url = chain_of(links);
    EXPECT_TRUE(testing::normalized(url, options) == url) << links;
  }
}

TEST(tracking_rules, check_the_targets_of_redirectors) {
  url_options options = with_rules({clear_urls});
  constexpr std::string_view url = "http://jump.example/go?url=https%3A%2F%2Fu%40t.example%2F";
  EXPECT_EQ(testing::normalized(url, options), "https://u@t.example/");
  options.drop_flags = flag::userinfo;
  EXPECT_EQ(testing::normalized(url, options), "!flag-dropped");
  options.drop_flags = 0;
  options.userinfo = userinfo_policy::strip;
  EXPECT_EQ(testing::normalized(url, options), "https://t.example/");
  options.schemes = {"http"};
  EXPECT_EQ(testing::normalized(url, options), url);
}

}  // namespace tracking_rules_test
}  // namespace urlsieve
