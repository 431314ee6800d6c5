#include "urlsieve/learnt_rules.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/learnt/rule_lines.hpp"
#include "src/url/rule_revisions.hpp"
#include "tests/sanitized.hpp"
#include "tests/shared_data.hpp"
#include "tests/url/all_conventions.hpp"
#include "tests/url/case_table.hpp"
#include "tests/url/one_url.hpp"
#include "tests/url/random_urls.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace learnt_rules_test {

constexpr std::string_view header = "urlsieve-rules 1\n";

std::string file_of(std::string_view lines) {
  return std::string(header).append(lines);
}

result<std::shared_ptr<const learnt_rule_set>> parsed(std::string_view lines) {
  const rule_text file{"f", file_of(lines)};
  return learnt_rule_set::parse({&file, 1});
}

constexpr std::string_view all_rules =
    "# every kind\n"
    "www.a.example\thost-alias\ta.example\t7\t0\n"
    "www.a.example\tdrop-parameter\told\t7\t0\n"
    "a.example\tdrop-parameter\tsid\t9\t1\n"
    "a.example\tdrop-parameter\tref\t9\t1\n"
    "a.example\tindex\tindex.html\t5\t0\n"
    "\n"
    "a.example\tscheme\thttps\t5\t0\n"
    "b.example\ttrailing-slash\tdrop\t5\t0\n"
    "b.example\tpath-case\tlower\t5\t0\n"
    "b.example\tindex\tHome.php\t5\t0\n"
    "c.example\thost-alias\twww.c.example\t5\t0\n"
    "10.0.0.1\thost-alias\tlong-name.of-a-server.example\t0\t0\r\n"
    "m.d.example\thost-alias\twww.d.example\t5\t0\n"
    "m.d.example\tscheme\thttps\t5\t0\n";

url_options with_learnt(std::string_view lines) {
  url_options options;
  options.learnt_rules = parsed(lines).value();
  return options;
}

struct applied_row {
  std::string_view url;
  std::string_view left;
};

TEST(learnt_rules, are_applied_to_their_hosts) {
  url_options options = with_learnt(all_rules);
  options.keep_fragment = true;
  const applied_row rows[] = {
      {"http://a.example/?sid=1&b=2&ref", "https://a.example/?b=2"},
      {"HTTP://A.example:80/?sid=1", "https://a.example/"},
      {"https://a.example/?SID=1&refs=2", "https://a.example/?SID=1&refs=2"},
      {"https://a.example/?b;sid=1#sid=1", "https://a.example/?b#sid=1"},
      {"https://a.example/d/INDEX.html?b", "https://a.example/d/?b"},
      {"https://a.example/d/index.html/", "https://a.example/d/index.html/"},
      // Rules of the alias apply first, then rules of its host.
      {"http://www.a.example/index.html?old=1&sid=2&c", "https://a.example/?c"},
      {"http://a.example/?old=1", "https://a.example/?old=1"},
      // Removed segments and slashes enable each other.
      {"http://b.example/A/home.php/", "http://b.example/a"},
      {"http://b.example/home.php//Home.PHP", "http://b.example/"},
      {"http://b.example/%C3%A9/B?Q=R", "http://b.example/%C3%A9/b?Q=R"},
      {"http://b.example/", "http://b.example/"},
      {"http://c.example", "http://www.c.example/"},
      {"http://10.0.0.1/?a", "http://long-name.of-a-server.example/?a"},
      {"http://m.d.example/", "https://www.d.example/"},
      {"http://www.d.example/", "http://www.d.example/"},
      // Rules do not apply to other hosts, ports and schemes.
      {"http://x.a.example/?sid=1", "http://x.a.example/?sid=1"},
      {"http://a.example.org/?sid=1", "http://a.example.org/?sid=1"},
      {"http://a.example:8080/?sid=1", "http://a.example:8080/?sid=1"},
      {"http://u@a.example/?sid=1", "http://u@a.example/?sid=1"},
      {"ftp://a.example/?sid=1", "ftp://a.example/?sid=1"},
      {"ws://a.example/?sid=1", "ws://a.example/?sid=1"},
      {"a.example/?sid=1", "a.example/?sid=1"},
      {"//a.example/?sid=1", "//a.example/?sid=1"},
  };
  for (const applied_row& row : rows) {
    EXPECT_EQ(testing::normalized(row.url, options), row.left) << row.url;
    EXPECT_EQ(testing::normalized(row.left, options), row.left) << "a second time";
  }
}

TEST(learnt_rules, have_the_last_word_about_scheme_and_host) {
  url_options options = with_learnt(all_rules);
  options.conventions = testing::all_conventions();
  options.drop_params = {"x"};
  EXPECT_EQ(testing::normalized("http://a.example/d/?x=1&sid=2&b&a", options), "https://a.example/d?a&b");
  EXPECT_EQ(testing::normalized("https://www.c.example/", options), "http://www.c.example/");
  EXPECT_EQ(testing::normalized("http://m.d.example/", options), "http://d.example/");
}

TEST(learnt_rules, drop_each_of_many_parameters) {
  std::string lines;
  std::string url = "http://a.example/?";
  for (const int name : {7, 30, 5, 100, 61, 9, 8}) {
    lines += "a.example\tdrop-parameter\tp" + std::to_string(name) + "\t1\t0\n";
    url += "p" + std::to_string(name) + "=1&q" + std::to_string(name) + "=1&";
  }
  EXPECT_EQ(testing::normalized(url + "p", with_learnt(lines)),
            "http://a.example/?q7=1&q30=1&q5=1&q100=1&q61=1&q9=1&q8=1&p");
}

TEST(learnt_rules, accept_names_of_index_pages_in_any_case) {
  EXPECT_EQ(testing::normalized("http://a.example/%C3%A9.html",
                                with_learnt("a.example\tindex\t%c3%a9.HTML\t1\t0\n")),
            "http://a.example/");
}

TEST(learnt_rules, of_hosts_with_www_never_apply_with_fold_www) {
  const auto checked = [](std::string_view lines) {
    const rule_text file{"f", file_of(lines)};
    return check_hosts_without_www({&file, 1});
  };
  EXPECT_TRUE(checked("# www.\na.example\thost-alias\twww.a.example\t1\t0\n"));
  EXPECT_TRUE(checked("www.a.example\thost-alias\ta.example\t1\t0\n"));
  EXPECT_TRUE(checked("www.example\tscheme\thttps\t1\t0\n"));  // two labels remain
  for (const std::string_view rule : {"host-alias\tb.example", "scheme\thttps"}) {
    const auto refused = checked("\nwww.a.example\t" + std::string(rule) + "\t1\t0\n");
    ASSERT_FALSE(refused) << rule;
    EXPECT_EQ(refused.error().message,
              "f, line 3: a rule of www.a.example never applies with convention_options::fold_www, which "
              "drops \"www.\" first");
  }
}

TEST(learnt_rules, respect_the_limit_of_sizes) {
  url_options options = with_learnt("a.example\tscheme\thttps\t1\t0\n");
  options.max_url = 18;
  EXPECT_EQ(testing::normalized("http://a.example/", options), "https://a.example/");
  EXPECT_EQ(testing::normalized("http://a.example/b", options), "!too-long");
  EXPECT_EQ(testing::normalized("http://A.example/b", options), "!too-long");
}

TEST(learnt_rules, are_written_as_they_are_read) {
  const auto rules = parsed(all_rules).value();
  const std::vector<learnt_rule> sorted(rules->rules().begin(), rules->rules().end());
  ASSERT_EQ(sorted.size(), 13U);
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
  EXPECT_EQ(sorted[1], (learnt_rule{"a.example", host_rule_kind::drop_parameter, "ref", 9, 1}));
  std::vector<learnt_rule> shuffled(sorted.rbegin(), sorted.rend());
  const std::string text = text_of_rules(shuffled);
  EXPECT_EQ(text.substr(0, text.find('\n', header.size()) + 1),
            file_of("10.0.0.1\thost-alias\tlong-name.of-a-server.example\t0\t0\n"));
  const rule_text again{"again", text};
  const auto reread = learnt_rule_set::parse({&again, 1}).value();
  EXPECT_TRUE(std::equal(sorted.begin(), sorted.end(), reread->rules().begin(), reread->rules().end()));
  EXPECT_EQ(text_of_rules({}), header);
}

TEST(learnt_rules, have_a_revision_without_counts_and_order) {
  const auto revision = [](const url_options& options) {
    for (const rule_revision& rule : rule_revisions(options))
      if (rule.name == "learnt") return rule.revision;
    return std::string();
  };
  constexpr std::string_view lines = "a.example\tindex\ta.html\t1\t0\nb.example\tscheme\thttps\t1\t0\n";
  constexpr std::string_view moved = "#\nb.example\tscheme\thttps\t9\t1\na.example\tindex\ta.html\t2\t0\n";
  EXPECT_EQ(revision({}), "");
  EXPECT_EQ(revision(with_learnt(lines)).size(), 32U);
  EXPECT_EQ(revision(with_learnt(lines)), revision(with_learnt(moved)));
  EXPECT_NE(revision(with_learnt(lines)), revision(with_learnt("a.example\tindex\ta.html\t1\t0\n")));
}

TEST(learnt_rules, of_several_files_are_one_set) {
  const rule_text files[] = {{"f", file_of("a.example\tindex\ta.html\t1\t0\n")},
                             {"g", file_of("a.example\tindex\tb.html\t1\t0\n")}};
  EXPECT_EQ(learnt_rule_set::parse(files).value()->rules().size(), 2U);
  const rule_text twice[] = {files[0], {"g", files[0].bytes}};
  EXPECT_EQ(learnt_rule_set::parse(twice).error().message, "g, line 2: the rule occurs twice");
  const rule_text chain[] = {{"f", file_of("a.example\thost-alias\tb.example\t1\t0\n")},
                             {"g", file_of("b.example\thost-alias\tc.example\t1\t0\n")}};
  EXPECT_EQ(learnt_rule_set::parse(chain).error().message,
            "f, line 2: b.example is an alias itself (g, line 2)");
}

TEST(learnt_rules, refuse_lines_that_are_no_rules) {
  struct fault_row {
    std::string_view lines;
    std::string_view message;
  };
  constexpr std::string_view columns =
      "a rule has five columns, separated by TABs: host, kind, argument, support, false merges";
  const fault_row rows[] = {
      {"a.example\tindex\ta.html\t1\n", columns},
      {"a.example\tindex\ta.html\t1\t0\t0\n", columns},
      {"a.example index a.html 1 0\n", columns},
      {"A.example\tindex\ta.html\t1\t0\n", "\"A.example\" is no host in normal form"},
      {"\tindex\ta.html\t1\t0\n", "\"\" is no host in normal form"},
      {"a.example:80\tindex\ta.html\t1\t0\n", "\"a.example:80\" is no host in normal form"},
      {"a.example.\tindex\ta.html\t1\t0\n", "\"a.example.\" is no host in normal form"},
      {"127.1\tindex\ta.html\t1\t0\n", "\"127.1\" is no host in normal form"},
      {"a.example\tfold\ta.html\t1\t0\n", "\"fold\" is no kind of rule"},
      {"a.example\tindex\t\t1\t0\n", "\"\" is no argument of index"},
      {"a.example\tindex\ta*\t1\t0\n", "\"a*\" is no argument of index"},
      {"a.example\tindex\ta/b\t1\t0\n", "\"a/b\" is no argument of index"},
      {"a.example\tindex\t..\t1\t0\n", "\"..\" is no argument of index"},
      {"a.example\tdrop-parameter\ta=b\t1\t0\n", "\"a=b\" is no argument of drop-parameter"},
      {"a.example\tdrop-parameter\ta;b\t1\t0\n", "\"a;b\" is no argument of drop-parameter"},
      {"a.example\tdrop-parameter\t\xC3\xA9\t1\t0\n", "\"\xC3\xA9\" is no argument of drop-parameter"},
      {"a.example\ttrailing-slash\tadd\t1\t0\n", "\"add\" is no argument of trailing-slash"},
      {"a.example\tpath-case\tupper\t1\t0\n", "\"upper\" is no argument of path-case"},
      {"a.example\tscheme\tftp\t1\t0\n", "\"ftp\" is no argument of scheme"},
      {"a.example\thost-alias\tb/c\t1\t0\n", "\"b/c\" is no argument of host-alias"},
      {"a.example\thost-alias\t1.2\t1\t0\n", "\"1.2\" is no argument of host-alias"},
      {"a.example\tdrop-parameter\tutm%5fid\t1\t0\n",
       "\"utm%5fid\" never occurs in a normalized URL; write \"utm_id\""},
      {"a.example\tdrop-parameter\t%c3%A9\t1\t0\n",
       "\"%c3%A9\" never occurs in a normalized URL; write \"%C3%A9\""},
      {"a.example\tindex\t%7Ehome\t1\t0\n", "\"%7Ehome\" never occurs in a normalized URL; write \"~home\""},
      {"a.example\tindex\ta.html\t-1\t0\n", "\"-1\" is no count"},
      {"a.example\tindex\ta.html\t1\tmany\n", "\"many\" is no count"},
      {"a.example\tindex\ta.html\t1\t\n", "\"\" is no count"},
  };
  for (const fault_row& row : rows) {
    const auto rules = parsed(row.lines);
    ASSERT_FALSE(rules) << row.lines;
    EXPECT_EQ(rules.error().code, error_code::usage);
    EXPECT_EQ(rules.error().message, "f, line 2: " + std::string(row.message));
  }
  for (const std::string_view text : {"", "urlsieve-rules 2\n", "a.example\tindex\ta.html\t1\t0\n", "\n"}) {
    const rule_text file{"f", std::string(text)};
    EXPECT_EQ(learnt_rule_set::parse({&file, 1}).error().message,
              "f, line 1: a file of rules begins with the line \"urlsieve-rules 1\"")
        << text;
  }
  const rule_text alone{"f", "urlsieve-rules 1"};
  EXPECT_TRUE(learnt_rule_set::parse({&alone, 1}).value()->rules().empty());
}

TEST(learnt_rules, refuse_rules_that_undo_each_other) {
  const auto refused = [](std::string_view lines) { return !parsed(lines); };
  EXPECT_TRUE(refused("a.example\thost-alias\ta.example\t1\t0\n"));
  EXPECT_TRUE(refused("a.example\thost-alias\tb.example\t1\t0\na.example\thost-alias\tc.example\t1\t0\n"));
  EXPECT_TRUE(
      refused("a.example\thost-alias\twww.a.example\t1\t0\nwww.a.example\thost-alias\ta.example\t1\t0\n"));
  EXPECT_TRUE(refused("a.example\thost-alias\tb.example\t1\t0\nb.example\thost-alias\tc.example\t1\t0\n"));
  // With "fold-www", these would lead from a.example to b.example and back.
  EXPECT_TRUE(
      refused("a.example\thost-alias\twww.b.example\t1\t0\nb.example\thost-alias\twww.a.example\t1\t0\n"));
  EXPECT_FALSE(
      refused("a.example\thost-alias\twww.a.example\t1\t0\nb.example\thost-alias\twww.a.example\t1\t0\n"));
}

std::vector<std::string> random_ruled_urls(unsigned count) {
  constexpr std::string_view hosts[] = {"a.example",     "www.a.example",     "b.example",    "c.example",
                                        "www.c.example", "www.www.b.example", "10.0.0.1",     "m.d.example",
                                        "u@a.example",   "a.example:81",      "other.example"};
  constexpr std::string_view pieces[] = {"/",    "?sid=1&",    "A",   "index.html", "=1",   "&",
                                         "&",    ";",          "?",   "sid=1",      "ref=", "home.php",
                                         "%C3",  "#",          "old", "utm_x",      "//",   "%2E",
                                         "amp;", "jsessionid", "z",   "Index.HTML"};
  return testing::random_urls(count, hosts, pieces, 21);
}

TEST(learnt_rules, are_idempotent_with_all_other_options) {
  constexpr std::string_view tracking =
      "$removeparam=utm_x\n||www.c.example^$removeparam=z\n||long-name.of-a-server.example^$removeparam="
      "ref\n";
  const rule_text list{"list", std::string(tracking)};
  const auto tracking_rules = tracking_rule_set::parse({&list, 1}).value();
  std::mt19937 random(22);
  const auto coin = [&random] { return random() % 2 == 0; };
  const std::vector<std::string> urls = random_ruled_urls(testing::random_cases(2000U));
  for (int round = 0; round < 60; ++round) {
    url_options options = with_learnt(all_rules);
    if (round != 0) options.conventions = testing::some_conventions(coin);
    options.keep_fragment = coin();
    if (coin()) options.ladder = rung::protocol;
    if (coin()) options.drop_params = {"z*"};
    if (coin()) options.keep_params = {"ref", "a*"};
    if (coin()) options.index_names = {"a"};
    if (coin()) options.loaded_rules = tracking_rules;
    for (const std::string& url : urls) {
      const std::string once = testing::normalized(url, options);
      if (once.starts_with("!")) continue;
      ASSERT_EQ(testing::normalized(once, options), once) << url;
    }
  }
}

// Returns `query` without the parameters `name`, which "&" separates, or ";" in a query without "&".
std::string without_parameter(std::string_view query, std::string_view name) {
  const char separator = query.find('&') == std::string_view::npos ? ';' : '&';
  std::string left;
  for (std::size_t from = 0; from <= query.size();) {
    const std::string_view each = query.substr(from, query.find(separator, from) - from);
    if (each.substr(0, each.find('=')) != name) left.append(each).push_back(separator);
    from += each.size() + 1;
  }
  if (!left.empty()) left.pop_back();
  return left;
}

// A rule changes only its own component of a URL.
TEST(learnt_rules, touch_only_the_bytes_that_they_own) {
  constexpr std::string_view lines[] = {
      "a.example\tdrop-parameter\tsid\t1\t0\n",  "a.example\tindex\tindex.html\t1\t0\n",
      "a.example\ttrailing-slash\tdrop\t1\t0\n", "a.example\tpath-case\tlower\t1\t0\n",
      "a.example\tscheme\thttps\t1\t0\n",        "a.example\thost-alias\tb.example\t1\t0\n"};
  const std::vector<std::string> urls = random_ruled_urls(testing::random_cases(100000U));
  url_options plain;
  plain.keep_fragment = true;
  for (const std::string_view line : lines) {
    const auto rules = parsed(line).value();
    const host_rule_kind kind = rules->rules()[0].kind;
    unsigned changed = 0;
    for (const std::string& each : urls) {
      const std::string url = testing::normalized(each, plain);
      std::string left = url;
      left.resize(url.size() + learnt_rule_set::most_growth);
      left.resize(rules->apply(left.data(), url.size()));
      const url_view before = url_view::of(url);
      const url_view after = url_view::of(left);
      if (left != url) {
        ++changed;
        ASSERT_EQ(before.authority(), "a.example");
      }
      if (kind != host_rule_kind::scheme) {
        ASSERT_EQ(after.scheme(), before.scheme()) << url;
      }
      if (kind != host_rule_kind::host_alias) {
        ASSERT_EQ(after.authority(), before.authority()) << url;
      }
      if (kind == host_rule_kind::drop_parameter && left != url) {
        std::string expected = without_parameter(before.query(), "sid");
        if (expected.find('&') == std::string::npos) expected = without_parameter(expected, "sid");
        ASSERT_EQ(after.query(), expected) << url;
      } else {
        ASSERT_EQ(after.query(), before.query()) << url;
        ASSERT_EQ(after.has_query(), before.has_query()) << url;
      }
      ASSERT_EQ(after.fragment(), before.fragment()) << url;
      ASSERT_EQ(after.has_fragment(), before.has_fragment()) << url;
      const bool shortens = kind == host_rule_kind::index || kind == host_rule_kind::trailing_slash;
      if (shortens) {
        ASSERT_TRUE(before.path().starts_with(after.path())) << url;
      } else if (kind == host_rule_kind::path_case) {
        ASSERT_TRUE(
            std::equal(before.path().begin(), before.path().end(), after.path().begin(), after.path().end(),
                       [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && b == a - 'A' + 'a'); }))
            << url;
      } else {
        ASSERT_EQ(after.path(), before.path()) << url;
      }
    }
    EXPECT_GT(changed, 10U) << line;
  }
}

// Returns rules of every kind for the hosts of the URLs: each parameter, the last segment of each path, and
// an alias for every other host, with or without "www.".
std::string rules_for(const std::vector<std::string>& urls) {
  std::set<std::string> hosts;
  std::set<std::string> lines;
  const auto add = [&lines](std::string_view host, std::string_view kind, std::string_view argument) {
    lines.insert(std::string(host).append("\t").append(kind).append("\t").append(argument));
  };
  for (const std::string& text : urls) {
    const url_view url = url_view::of(text);
    if (!can_have_rules(url.authority())) continue;
    const std::string host(url.authority());
    hosts.insert(host);
    const std::string_view segment = url.path().substr(url.path().rfind('/') + 1);
    if (is_argument(host_rule_kind::index, segment)) add(host, "index", segment);
    const std::string_view name = url.query().substr(0, url.query().find_first_of("=&;"));
    if (is_argument(host_rule_kind::drop_parameter, name)) add(host, "drop-parameter", name);
    add(host, "path-case", "lower");
    add(host, "trailing-slash", "drop");
    if (host.size() % 2 == 0) add(host, "scheme", "https");
  }
  for (const std::string& host : hosts) {
    const bool has_www = host.starts_with("www.");
    const std::string other = has_www ? host.substr(4) : "www." + host;
    if (can_have_rules(other) && host.size() % 3 == 0 && !(hosts.contains(other) && other.size() % 3 == 0))
      add(host, "host-alias", other);
  }
  std::string text;
  for (const std::string& line : lines) text.append(line).append("\t1\t0\n");
  return text;
}

void check_all_rules_with(const std::vector<std::string>& references, std::size_t least_changed) {
  url_options options;
  std::vector<std::string> urls;
  for (const std::string& reference : references)
    if (std::string url = testing::normalized(reference, options); !url.starts_with("!"))
      urls.push_back(std::move(url));
  options.learnt_rules = parsed(rules_for(urls)).value();
  std::size_t changed = 0;
  for (const bool folds : {false, true}) {
    if (folds) options.conventions = testing::all_conventions();
    options.keep_fragment = folds;
    const canonicalizer canonical(options);
    const auto form = [&canonical](std::string_view url) {
      return testing::one_url(url.size(), nullptr, [&](char* out) { return canonical.normalize(url, out); });
    };
    for (const std::string& reference : references) {
      const std::string once = form(reference);
      if (once.starts_with("!")) continue;
      ASSERT_EQ(form(once), once) << reference;
      changed += once != testing::normalized(reference, {}) ? 1U : 0U;
    }
  }
  EXPECT_GE(changed, least_changed);
}

TEST(learnt_rules, of_all_hosts_are_idempotent_over_our_cases) {
  std::vector<std::string> references;
  for (const char* const table : {"normalization.tsv", "resolution.tsv"})
    for (const testing::row& row : testing::read_table(table))
      references.insert(references.end(), row.begin(), row.end());
  check_all_rules_with(references, 50);
}

TEST(learnt_rules, of_all_hosts_are_idempotent_over_the_suites) {
  URLSIEVE_SHARED_OR_SKIP(file, "suites/url-normalization-all.jsonl");
  simdjson::dom::parser parser;
  simdjson::dom::document_stream records;
  ASSERT_EQ(parser.load_many(file->string()).get(records), simdjson::SUCCESS);
  std::vector<std::string> references;
  for (const simdjson::dom::element record : records)
    for (const simdjson::dom::key_value_pair member : simdjson::dom::object(record))
      if (std::string_view text; member.value.get(text) == simdjson::SUCCESS) references.emplace_back(text);
  check_all_rules_with(references, 100);
}

}  // namespace learnt_rules_test
}  // namespace urlsieve
