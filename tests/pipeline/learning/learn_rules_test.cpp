#include "urlsieve/learn_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/pipeline/learning/page_pairs.hpp"
#include "src/pipeline/learning/rule_selection.hpp"
#include "tests/sanitized.hpp"
#include "tests/shards/scratch_directory.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace learn_rules_test {

using testing::scratch_directory;

struct capture {
  std::string url;
  std::string body;
};

std::string record_of(const capture& page) {
  const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + page.body;
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + page.url +
         "\r\nContent-Type: application/http\r\nContent-Length: " + std::to_string(http.size()) + "\r\n\r\n" +
         http + "\r\n\r\n";
}

std::string archive_of(const std::vector<capture>& pages) {
  std::string archive;
  for (const capture& page : pages) archive += record_of(page);
  return archive;
}

learn_options learning_from(std::vector<std::string> inputs) {
  learn_options options;
  options.run.input.paths = std::move(inputs);
  options.run.threads = 1;
  return options;
}

// Pages whose content depends only on the parameter "id" and on the path; "v" changes some pages.
std::vector<capture> random_captures(unsigned count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<capture> pages(count);
  for (capture& page : pages) {
    const std::string host = random() % 2 == 0 ? "a.example" : "b.example";
    const std::string path = "/p" + std::to_string(random() % 40);
    std::vector<std::string> parameters;
    std::string body = host + path;
    for (const std::string_view name : {"id", "sid", "v"}) {
      if (random() % 2 == 0) continue;
      const std::string value = std::to_string(random() % 4);
      parameters.push_back(std::string(name) + "=" + value);
      if (name == "id" || (name == "v" && path == "/p7")) body += " " + parameters.back();
    }
    page.url = "http://" + host + path;
    for (const std::string& parameter : parameters)
      page.url += (page.url.find('?') == std::string::npos ? "?" : "&") + parameter;
    page.body = body;
  }
  return pages;
}

// Returns the URL without the parameter `name`, for URLs of random_captures().
std::string without(const std::string& url, const std::string& name) {
  std::size_t at = url.find("?" + name + "=");
  if (at == std::string::npos) at = url.find("&" + name + "=");
  if (at == std::string::npos) return url;
  const std::size_t end = std::min(url.find('&', at + 1), url.size());
  if (url[at] == '?' && end != url.size()) return url.substr(0, at + 1) + url.substr(end + 1);
  return url.substr(0, at) + url.substr(end);
}

// Reference: counts in memory the pairs of URLs of the host that become equal without the parameters.
pair_counts counted_pairs(const std::vector<capture>& pages, const std::string& host,
                          const std::vector<std::string>& names) {
  std::map<std::string, std::map<std::string, std::string>> groups;  // bodies by form and URL
  for (const capture& page : pages) {
    if (!page.url.starts_with("http://" + host + "/")) continue;
    std::string form = page.url;
    for (const std::string& name : names) form = without(form, name);
    groups[form][page.url] = page.body;
  }
  pair_counts counts;
  for (const auto& [form, urls] : groups) {
    const auto present = urls.find(form);
    const auto& [representative, body] = present != urls.end() ? *present : *urls.begin();
    for (const auto& [url, other] : urls)
      if (url != representative) ++(other == body ? counts.support : counts.false_merges);
  }
  return counts;
}

TEST(learn_rules, counts_pairs_like_the_reference) {
  const scratch_directory scratch;
  for (unsigned seed = 0; seed < 4; ++seed) {
    const std::vector<capture> pages = random_captures(testing::random_cases(600U), seed);
    scratch.write("pages.warc", archive_of(pages));
    learn_options options = learning_from({scratch / "pages.warc"});
    options.min_support = 1;
    options.max_false = 1;
    const result<learn_summary> learnt = learn_rules(options);
    ASSERT_TRUE(learnt) << learnt.error().message;
    EXPECT_EQ(learnt->pages, pages.size());
    const auto expected = [&](std::uint64_t min_support, std::uint64_t max_false) {
      std::vector<learnt_rule> rules;
      for (const std::string host : {"a.example", "b.example"}) {
        std::vector<std::string> names;
        for (const std::string name : {"id", "sid", "v"}) {
          const pair_counts counts = counted_pairs(pages, host, {name});
          if (counts.support < min_support || counts.false_merges > max_false) continue;
          names.push_back(name);
          rules.push_back({host, host_rule_kind::drop_parameter, name, counts.support, counts.false_merges});
        }
        if (counted_pairs(pages, host, names).false_merges > max_false)
          std::erase_if(rules, [&](const learnt_rule& rule) { return rule.host == host; });
      }
      return text_of_rules(rules);
    };
    EXPECT_EQ(text_of_rules(learnt->rules), expected(1, pages.size())) << seed;
    options.min_support = 5;
    options.max_false = 0;
    const result<learn_summary> strict = learn_rules(options);
    ASSERT_TRUE(strict);
    EXPECT_EQ(text_of_rules(strict->rules), expected(5, 0)) << seed;
  }
}

TEST(learn_rules, do_not_depend_on_order_files_threads_and_memory) {
  const scratch_directory scratch;
  std::vector<capture> pages = random_captures(testing::random_cases(20000U), 9);
  // Long paths, so that the evidence exceeds the smallest memory budget.
  for (capture& page : pages) page.url.insert(page.url.find("/p"), "/" + std::string(300, 'x'));
  scratch.write("all.warc", archive_of(pages));
  learn_options options = learning_from({scratch / "all.warc"});
  options.max_false = 0.5;
  options.output = scratch / "rules.tsv";
  ASSERT_TRUE(learn_rules(options));
  const std::string expected = testing::read_file(scratch / "rules.tsv");
  EXPECT_GT(std::ranges::count(expected, '\n'), 3);
  std::mt19937 random(1);
  std::ranges::shuffle(pages, random);
  const auto middle = pages.begin() + static_cast<std::ptrdiff_t>(pages.size() / 3);
  scratch.write("one.warc", archive_of({pages.begin(), middle}));
  scratch.write("two.warc", archive_of({middle, pages.end()}));
  options.run.input.paths = {scratch / "two.warc", scratch / "one.warc"};
  for (const unsigned threads : {1U, 3U}) {
    options.run.threads = threads;
    options.run.output.memory = threads == 1 ? std::uint64_t{16} << 20U : 0;
    const result<learn_summary> learnt = learn_rules(options);
    ASSERT_TRUE(learnt) << learnt.error().message;
    EXPECT_EQ(testing::read_file(scratch / "rules.tsv"), expected) << threads;
  }
}

TEST(learn_rules, have_thresholds_within_bounds) {
  learn_options options = learning_from({"/dev/null"});
  options.min_support = 0;
  EXPECT_EQ(learn_rules(options).error().code, error_code::usage);
  options.min_support = 1;
  for (const double part : {-0.1, 1.1}) {
    options.max_false = part;
    EXPECT_EQ(learn_rules(options).error().code, error_code::usage);
  }
}

TEST(learn_rules, leave_an_old_file_if_nothing_can_be_read) {
  const scratch_directory scratch;
  scratch.write("rules.tsv", "old");
  scratch.write("image.png", std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16));
  learn_options options = learning_from({scratch / "image.png"});
  options.output = scratch / "rules.tsv";
  const result<learn_summary> learnt = learn_rules(options);
  ASSERT_TRUE(learnt) << learnt.error().message;
  EXPECT_EQ(learnt->run.ended, outcome::nothing_read);
  EXPECT_EQ(testing::read_file(scratch / "rules.tsv"), "old");
  options.run.input.paths = {scratch / "none.warc"};
  EXPECT_EQ(learn_rules(options).error().code, error_code::no_such_input);
  options.run.input.paths = {scratch / "rules.tsv"};
  EXPECT_EQ(learn_rules(options).error().code, error_code::usage);
  EXPECT_EQ(testing::read_file(scratch / "rules.tsv"), "old");
}

evaluated_rule alias(const std::string& from, const std::string& to, std::uint64_t support,
                     std::uint64_t declared) {
  return {{from, host_rule_kind::host_alias, to}, {support, declared, 0}};
}

TEST(rule_selection, keeps_aliases_that_do_not_undo_each_other) {
  const auto selected = [](std::vector<evaluated_rule> candidates) {
    rule_selection selection({5, 0.01});
    for (evaluated_rule& candidate : candidates) selection.add(std::move(candidate));
    std::string text;
    for (const learnt_rule& rule : selection.finish()) text += rule.host + ">" + rule.argument + " ";
    return text;
  };
  EXPECT_EQ(selected({alias("a", "www.a", 9, 0), alias("www.a", "a", 9, 0)}), "www.a>a ");
  EXPECT_EQ(selected({alias("a", "www.a", 9, 0), alias("www.a", "a", 8, 0)}), "a>www.a ");
  EXPECT_EQ(selected({alias("a", "www.a", 5, 1), alias("www.a", "a", 9, 0)}), "a>www.a ");
  EXPECT_EQ(selected({alias("a", "b", 9, 9), alias("a", "c", 8, 8)}), "a>b ");
  EXPECT_EQ(selected({alias("a", "b", 9, 9), alias("b", "c", 8, 8)}), "a>b ");
  EXPECT_EQ(selected({alias("b", "c", 9, 9), alias("a", "b", 8, 8)}), "b>c ");
  EXPECT_EQ(selected({alias("a", "www.b", 9, 9), alias("b", "www.a", 8, 8)}), "a>www.b ");
  EXPECT_EQ(selected({alias("a", "b", 4, 4)}), "");
}

// All selections of random aliases are sets of rules.
TEST(rule_selection, gives_sets_of_rules) {
  constexpr std::string_view hosts[] = {"a.example",     "www.a.example",     "b.example",
                                        "www.b.example", "www.www.a.example", "c.example"};
  std::mt19937 random(4);
  for (unsigned round = 0; round < testing::random_cases(2000U); ++round) {
    rule_selection selection({1, 1});
    std::set<std::pair<std::string, std::string>> added;
    for (auto left = random() % 8; left != 0; --left) {
      const std::string from(hosts[random() % std::size(hosts)]);
      const std::string to(hosts[random() % std::size(hosts)]);
      if (from != to && added.emplace(from, to).second)
        selection.add(alias(from, to, 1 + random() % 9, random() % 2));
    }
    const rule_text text{"rules", text_of_rules(selection.finish())};
    const auto rules = learnt_rule_set::parse({&text, 1});
    ASSERT_TRUE(rules) << rules.error().message << "\n" << text.bytes;
    EXPECT_EQ((*rules)->rules().empty(), added.empty());
  }
}

TEST(page_pairs, judge_urls_by_their_captures) {
  page_pairs pairs;
  pairs.add("http://a/?1", "x", "", false);
  pairs.add("http://a/?2", "x", "", false);             // the same content
  pairs.add("http://a/?3", "y", "", false);             // different content
  pairs.add("http://a/?4", "z", "http://a/?1", false);  // names the representative
  pairs.add("http://a/?5", "u", "", false);             // changed content
  pairs.add("http://a/?5", "v", "", false);
  pairs.add("http://a/?6", "w", "http://a/?6", true);  // declared as canonical, but different content
  const pair_counts counts = pairs.finish();
  EXPECT_EQ(counts.support, 2U);
  EXPECT_EQ(counts.declared, 0U);
  EXPECT_EQ(counts.false_merges, 2U);
  page_pairs alone;
  alone.add("http://a/?1", "x", "http://a/", true);
  EXPECT_EQ(alone.finish().declared, 1U);
}

}  // namespace learn_rules_test
}  // namespace urlsieve
