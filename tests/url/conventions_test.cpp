#include "src/url/conventions/conventions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "src/url/hosts/public_suffix.hpp"
#include "src/url/normalize/surt.hpp"
#include "tests/url/all_conventions.hpp"
#include "tests/url/one_url.hpp"

namespace urlsieve {
namespace conventions_test {

template <class Fold>
std::string folded(Fold fold, std::string url) {
  url.resize(fold(url.data(), url.size()));
  return url;
}

TEST(conventions, have_a_row_and_a_switch_each) {
  EXPECT_FALSE(convention_options{}.any());
  for (const convention& item : conventions) {
    convention_options alone;
    alone.*item.is_on = true;
    EXPECT_TRUE(alone.any()) << item.name;
    EXPECT_EQ(std::count_if(conventions.begin(), conventions.end(),
                            [&](const convention& other) { return alone.*other.is_on; }),
              1)
        << item.name;
  }
  EXPECT_EQ(sizeof(convention_options), conventions.size()) << "an option without a row";
}

TEST(conventions, tracking_parameters_are_dropped) {
  EXPECT_EQ(folded(drop_tracking, "http://a/?utm_source=x&b=1&UTM_MEDIUM=y&gclid=z#f"), "http://a/?b=1#f");
  EXPECT_EQ(folded(drop_tracking, "http://a/?utm_source=x"), "http://a/");
  EXPECT_EQ(folded(drop_tracking, "http://a/?utm_source#f"), "http://a/#f");
  EXPECT_EQ(folded(drop_tracking, "http://a/?b&&c&utm_x="), "http://a/?b&&c");
  EXPECT_EQ(folded(drop_tracking, "http://a/?&x=1&utm_x=2"), "http://a/?&x=1");
  EXPECT_EQ(folded(drop_tracking, "http://a/?&&utm_x=2&b=22&#f"), "http://a/?&&b=22&#f");
  EXPECT_EQ(folded(drop_tracking, "?utm_x=2"), "?");
  for (const char* const url : {"http://a/", "http://a/?", "http://a/?&x=1", "http://a/?&&b=22",
                                "http://a/?&", "http://a/?xutm_a=1", "http://a/?a=utm_b", "http://a/#?utm_a"})
    EXPECT_EQ(folded(drop_tracking, url), url);
}

TEST(conventions, session_ids_are_dropped) {
  EXPECT_EQ(folded(drop_session_ids, "http://a/b;jsessionid=1A2B?c"), "http://a/b?c");
  EXPECT_EQ(folded(drop_session_ids, "http://a/b;JSESSIONID=1;x/d"), "http://a/b;x/d");
  EXPECT_EQ(folded(drop_session_ids, "http://a/?PHPSESSID=1&b&sid=2"), "http://a/?b");
  EXPECT_EQ(folded(drop_session_ids, "http://a/x;jsessionid=1;sid=2"), "http://a/x");
  EXPECT_EQ(folded(drop_session_ids, "http://a/x;sid=1;y;sid=2/;sid=3/z;sid=4?&sid=5&b"),
            "http://a/x;y//z?&b");
  for (const char* const url :
       {"http://a/b;x=1?inside=2", "http://a/?&x=1", "http://a;sid=1/", "http://a/b;sid",
        "http://a/..;sid=1/b", "http://a/%2E;sid=1", "http:/;sid=1/x", ";sid=1"})
    EXPECT_EQ(folded(drop_session_ids, url), url);
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
  EXPECT_EQ(folded(fold_www, "http://www.www.a.b/"), "http://a.b/");
  for (const char* const url : {"http://www.www.h/", "http://www.com./", "http://www.1.2.3.4/",
                                "http://www.0x7f.1/", "http://www..h/", "//www.%77ww.h/"})
    EXPECT_EQ(folded(fold_www, url), url);
  EXPECT_EQ(folded(fold_index, "http://a/b/INDEX.html?c"), "http://a/b/?c");
  EXPECT_EQ(folded(fold_index, "http://a/myindex.html"), "http://a/myindex.html");
  EXPECT_EQ(folded(fold_https, "https://a/"), "http://a/");
  EXPECT_EQ(folded(fold_https, "https://a:8443/"), "http://a:8443/");
  for (const char* const url :
       {"ftps://a/", "https://a:80/", "https://a:080/", "https://a:443/", "http://a:443/"})
    EXPECT_EQ(folded(fold_https, url), url);
}

struct fold_row {
  std::size_t (*fold)(char* url, std::size_t size);
  std::string_view url;
  std::string_view left;
};

constexpr fold_row fold_rows[] = {
    {fold_amp, "http://h/?a=1&amp;b=2", "http://h/?a=1&b=2"},
    {fold_amp, "http://h/?a&amp;amp;b&amp;", "http://h/?a&b&"},
    {fold_amp, "http://h/a&amp;b?&amp;c#&amp;d", "http://h/a&amp;b?&c#&amp;d"},
    {fold_amp, "http://h/?amp;a&amp;", "http://h/?a&"},
    {fold_amp, "http://h/?amp;a&amp", "http://h/?a&amp"},
    {fold_amp, "http://h/?amp;a", "http://h/?amp;a"},
    {fold_amp, "http://h/?a&%61m%70;b", "http://h/?a&b"},
    {fold_amp, "http://h/?a&AMP;b", "http://h/?a&AMP;b"},
    {fold_amp, "http://h/&amp;", "http://h/&amp;"},

    {drop_empty_params, "http://h/?a=&b=1&c&=&&=d", "http://h/?b=1&c&=d"},
    {drop_empty_params, "http://h/?a=&b=#c=", "http://h/#c="},
    {drop_empty_params, "http://h/?&", "http://h/"},
    {drop_empty_params, "http://h/?a==", "http://h/?a=="},
    {drop_empty_params, "http://h/?a=;b;;c=", "http://h/?b"},
    {drop_empty_params, "http://h/?a=&b;c=;d", "http://h/?b;d"},
    {drop_empty_params, "http://h/?", "http://h/?"},
    {drop_empty_params, "?a=", "?"},

    {drop_empty_query, "http://h/?", "http://h/"},
    {drop_empty_query, "http://h/a?#f", "http://h/a#f"},
    {drop_empty_query, "http://h/?&", "http://h/?&"},
    {drop_empty_query, "http://h/??", "http://h/??"},
    {drop_empty_query, "http://h/#?", "http://h/#?"},
    {drop_empty_query, "a?", "a"},
    {drop_empty_query, "?", "?"},

    {fold_slash_runs, "http://h//a///b//?c//d#e//f", "http://h/a/b/?c//d#e//f"},
    {fold_slash_runs, "http://h//", "http://h/"},
    {fold_slash_runs, "http://h/web/2020/http://a//b", "http://h/web/2020/http://a/b"},
    {fold_slash_runs, "http://h/a:///b", "http://h/a:///b"},
    {fold_slash_runs, "http://u:p@h:1//a", "http://u:p@h:1/a"},
    {fold_slash_runs, "http://h/a/%2F//b", "http://h/a/%2F/b"},
    {fold_slash_runs, "http://h/a//../b", "http://h/a//../b"},
    {fold_slash_runs, "http://h/a//%2e%2E/b", "http://h/a//%2e%2E/b"},
    {fold_slash_runs, "http:/.//a", "http:/.//a"},
    {fold_slash_runs, "/a//b", "/a//b"},

    {fold_trailing_slash, "http://h/a/", "http://h/a"},
    {fold_trailing_slash, "http://h/a///?b/#c/", "http://h/a?b/#c/"},
    {fold_trailing_slash, "http://h/", "http://h/"},
    {fold_trailing_slash, "http://h//", "http://h/"},
    {fold_trailing_slash, "http://h/a?b/", "http://h/a?b/"},
    {fold_trailing_slash, "http://h/a%2F/", "http://h/a%2F"},
    {fold_trailing_slash, "http://h", "http://h"},
    {fold_trailing_slash, "a/", "a/"},

    {fold_path_case, "http://U@H/A/%C3%89b;X?Q=R#S", "http://U@H/a/%C3%89b;x?Q=R#S"},
    {fold_path_case, "http://h/%aF%4AZ", "http://h/%aF%4Az"},
    {fold_path_case, "/A", "/a"},
};

TEST(conventions, of_paths_and_queries_follow_their_vectors) {
  for (const fold_row& row : fold_rows) {
    EXPECT_EQ(folded(row.fold, std::string(row.url)), row.left) << row.url;
    EXPECT_EQ(folded(row.fold, std::string(row.left)), row.left) << "a second time";
  }
}

TEST(conventions, of_index_pages_take_names) {
  const std::vector<std::string> names{"home.html", "start.asp"};
  const auto fold = [&names](char* url, std::size_t size) { return fold_index_names(names, url, size); };
  EXPECT_EQ(folded(fold, "http://h/a/HOME.html?b#c"), "http://h/a/?b#c");
  EXPECT_EQ(folded(fold, "http://h/START.asp"), "http://h/");
  for (const char* const url :
       {"http://h/index.html", "http://h/home.html/", "http://h/home.htm", "ftp://h/home.html", "/home.html"})
    EXPECT_EQ(folded(fold, url), url);
  url_options options;
  options.index_names = {"HOME.html", "Start.asp"};
  EXPECT_EQ(testing::normalized("http://h/home.html", options), "http://h/");
  EXPECT_EQ(testing::normalized("http://h/index.html", options), "http://h/index.html");
  options.conventions.fold_trailing_slash = true;
  EXPECT_EQ(testing::normalized("http://h/a/home.html/start.asp/", options), "http://h/a");
}

// A convention may enable another convention.
TEST(conventions, repeat_until_nothing_changes) {
  struct pair_row {
    std::initializer_list<bool convention_options::*> on;
    std::string_view url;
    std::string_view left;
  };
  const pair_row rows[] = {
      {{&convention_options::fold_index, &convention_options::fold_trailing_slash},
       "http://h/a/index.html/",
       "http://h/a"},
      {{&convention_options::sort_query, &convention_options::fold_amp},
       "http://h/?amp;b=1&a=2",
       "http://h/?a=2&b=1"},
      {{&convention_options::drop_tracking, &convention_options::fold_amp},
       "http://h/?a&amp;utm_x=1",
       "http://h/?a"},
      {{&convention_options::drop_session_ids, &convention_options::fold_slash_runs},
       "http://h/a/;sid=1/b",
       "http://h/a/b"},
      {{&convention_options::drop_empty_params, &convention_options::drop_empty_query},
       "http://h/?",
       "http://h/"},
  };
  for (const pair_row& row : rows) {
    url_options options;
    for (bool convention_options::* const rule : row.on) options.conventions.*rule = true;
    EXPECT_EQ(testing::normalized(row.url, options), row.left) << row.url;
    EXPECT_EQ(testing::normalized(row.left, options), row.left) << "a second time";
  }
}

TEST(conventions, are_off_unless_asked_for_and_idempotent_together) {
  const std::string url = "https://www.a.b/index.html;jsessionid=1?c&b&utm_source=x";
  EXPECT_EQ(testing::normalized(url, url_options{}), url);
  url_options options;
  options.conventions = testing::all_conventions();
  const std::string once = testing::normalized(url, options);
  EXPECT_EQ(once, "http://a.b/?b&c");
  EXPECT_EQ(testing::normalized(once, options), once);
  for (const char* const query :
       {"b;utm_x=1&sid=2", "sid=1;b&utm_x=2", "c;b&utm_x=1;sid=3", "a&sid=1;utm_x=2&c"}) {
    const std::string folded_once = testing::normalized(std::string("http://a/?") + query, options);
    EXPECT_EQ(testing::normalized(folded_once, options), folded_once) << query;
  }
}

// HTML 4.01, appendix B.2.2: ";" in place of "&".
TEST(conventions, ask_parameters_that_semicolons_separate) {
  EXPECT_EQ(folded(drop_tracking, "http://a/?a=1;utm_source=b;c=d"), "http://a/?a=1;c=d");
  EXPECT_EQ(folded(drop_tracking, "http://a/?a=1;utm_source=b;c=d&x=1"),
            "http://a/?a=1;utm_source=b;c=d&x=1");
  EXPECT_EQ(folded(drop_tracking, "http://a/?utm_source=b;utm_medium"), "http://a/");
  EXPECT_EQ(folded(drop_tracking, "http://a/?b;utm_x=1#c&d"), "http://a/?b#c&d");
  EXPECT_EQ(folded(drop_session_ids, "http://a/?PHPSESSID=1;b"), "http://a/?b");
  EXPECT_EQ(folded(drop_session_ids, "http://a/?b;sid=1&sid=2"), "http://a/?b");
  EXPECT_EQ(folded(sort_query, "http://a/?c;b;a"), "http://a/?a;b;c");
  EXPECT_EQ(folded(sort_query, "http://a/?c;b&a"), "http://a/?a&c;b");
}

// Reference: returns the query without the listed parameters.
std::string filtered(const std::string& query, const std::vector<std::string>& listed) {
  std::string kept;
  bool is_first = true;
  const char separator = query.find('&') == std::string::npos ? ';' : '&';
  for (std::size_t from = 0; from <= query.size();) {
    const std::size_t to = std::min(query.find(separator, from), query.size());
    const std::string parameter = query.substr(from, to - from);
    const std::string name = parameter.substr(0, parameter.find('='));
    if (std::find(listed.begin(), listed.end(), name) == listed.end()) {
      if (!is_first) kept += separator;
      kept += parameter;
      is_first = false;
    }
    from = to + 1;
  }
  const bool again = separator == '&' && kept.find('&') == std::string::npos && kept != query;
  return again ? filtered(kept, listed) : kept;
}

TEST(conventions, keep_every_byte_of_unlisted_parameters) {
  const std::vector<std::string> pieces{"&",       "&",     ";",     "=",    "x", "x=1",
                                        "utm_a=2", "gclid", "sid=3", "b=22", "?", "/"};
  std::mt19937 random(3);
  for (int i = 0; i < 200000; ++i) {
    std::string query;
    for (auto left = random() % 8; left > 0; --left) query += pieces[random() % pieces.size()];
    const std::string front = "http://h/;a=1";
    const std::string back = random() % 2 == 0 ? "" : "#utm_a=1&sid=2";
    const auto expected = [&](const std::vector<std::string>& listed) {
      const std::string kept = filtered(query, listed);
      return kept.empty() && !query.empty() ? front + back : front + "?" + kept + back;
    };
    const std::string url = front + "?" + query + back;
    ASSERT_EQ(folded(drop_tracking, url), expected({"utm_a", "gclid"})) << url;
    ASSERT_EQ(folded(drop_session_ids, url), expected({"sid"})) << url;
  }
}

TEST(conventions, ignore_other_schemes) {
  url_options options;
  options.conventions = testing::all_conventions();
  for (const char* const url : {"gopher://www.a.b/0x;sid=1/index.html", "ftp://www.a.b/index.html",
                                "mailto:a@b?c&b", "magnet:?xt=urn:b&dn=a&utm_source=x", "x:?b&a"})
    EXPECT_EQ(testing::normalized(url, options), url);
}

std::string surt(std::string_view url) {
  std::string key(surt_capacity(url.size()), '\0');
  key.resize(write_surt(url, key.data()));
  return key;
}

TEST(surt, turns_the_host_round) {
  EXPECT_EQ(surt("http://www.archive.org/Goo/"), "org,archive)/goo");
  EXPECT_EQ(surt("https://archive.org:8080/a?c&b"), "org,archive:8080)/a?b&c");
  EXPECT_EQ(surt("http://u:p@a.b.co.uk/"), "uk,co,b,a)/");
  EXPECT_EQ(surt("http://1.2.3.4/"), "1.2.3.4)/");
  EXPECT_EQ(surt("http://a/?"), "a)/");
  EXPECT_EQ(surt("http://a/?&x=1"), "a)/?x=1");
  EXPECT_EQ(surt("http://a/?&&b=22"), "a)/?b=22");
  EXPECT_EQ(surt("http://a/x/;jsessionid=1;sid=2?sid=3"), "a)/x");
  EXPECT_EQ(surt("http://a;sid=1/b"), "a;sid=1)/b");
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
  EXPECT_EQ(domain("[::ffff:1.2.3.4]"), "[::ffff:1.2.3.4]");
}

TEST(public_suffix, gives_the_suffix) {
  const auto suffix = [](std::string_view host) { return public_suffix_list::system().public_suffix(host); };
  EXPECT_EQ(suffix("a.b.co.uk"), "co.uk");
  EXPECT_EQ(suffix("www.example.com."), "com.");
  EXPECT_EQ(suffix("co.uk"), "co.uk");
  EXPECT_EQ(suffix("1.2.3.4"), "");
  EXPECT_EQ(suffix("[::ffff:1.2.3.4]"), "");
  EXPECT_EQ(suffix("localhost"), "");
}

}  // namespace conventions_test
}  // namespace urlsieve
