// Links in HTML against golden links of real pages and tests of other crawlers. html_deviations.md lists
// intentional differences; the test fails for outdated entries.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "src/references/html/in_html.hpp"
#include "src/references/in_css.hpp"
#include "src/references/values/attribute_values.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"
#include "tests/references/found_links.hpp"
#include "tests/references/html/web_pages.hpp"
#include "tests/references/json_rows.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace html_suites_test {

using link_counts = std::map<std::string, int>;  // "element attribute value"

// True for the elements and attributes in the golden lists.
bool is_golden(std::string_view element, std::string_view attribute) {
  const auto among = [element](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), element) != names.end();
  };
  if (attribute == "href") return among({"a", "area", "link", "base"});
  if (attribute == "src")
    return among({"img", "script", "iframe", "frame", "embed", "source", "track", "input", "audio", "video"});
  if (attribute == "srcset") return among({"img", "source"});
  if (attribute == "cite") return among({"blockquote", "q", "ins", "del"});
  return (element == "video" && attribute == "poster") || (element == "form" && attribute == "action") ||
         (element == "object" && attribute == "data") || (element == "body" && attribute == "background");
}

// The golden lists replace line breaks and tabs in a value by spaces; urlsieve removes them. The comparison
// ignores spaces.
std::string without_blanks(std::string_view value) {
  std::string kept;
  for (const char c : value)
    if (!bytes::html_space.contains(c)) kept += c;
  return kept;
}

struct golden_page {
  link_counts links;
  bool base_seen = false;

  void add(const std::string& line) {
    std::istringstream columns(line);
    std::string element;
    std::string attribute;
    std::string value;
    std::getline(columns, element, '\t');
    std::getline(columns, attribute, '\t');
    std::getline(columns, value);
    if (element == "base" && std::exchange(base_seen, true)) return;  // only the first base counts
    if (attribute != "srcset") {
      ++links[element + " " + attribute + " " + without_blanks(value)];
      return;
    }
    srcset_reader reader(value);
    for (std::string_view url = reader.next(); !url.empty(); url = reader.next())
      ++links[element + " srcset " + without_blanks(url)];
  }
};

std::map<std::string, std::vector<golden_page>> read_golden(const std::filesystem::path& file) {
  std::map<std::string, std::vector<golden_page>> pages;
  std::istringstream lines(testing::decompressed(file, compression::zstd));
  golden_page* page = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# ")) {
      page = &pages[line.substr(2)].emplace_back();
    } else if (page != nullptr) {
      page->add(line);
    }
  }
  return pages;
}

link_counts golden_links_of(html_finder& finder, const testing::web_page& page, bool foreign_too) {
  document doc;
  doc.body = page.body;
  doc.type = media::html;
  doc.charset = page.charset;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  link_counts counts;
  if (found.embedded_base) ++counts["base href " + without_blanks(*found.embedded_base)];
  for (const reference& link : found.references) {
    std::string_view where = link.where;
    if (foreign_too && where.starts_with("svg:")) where.remove_prefix(4);
    const std::size_t at = where.find('@');
    const std::string_view element = where.substr(0, at);
    if (at == std::string_view::npos || !is_golden(element, where.substr(at + 1))) continue;
    ++counts[std::string(element) + " " + std::string(where.substr(at + 1)) + " " + without_blanks(link.raw)];
  }
  return counts;
}

struct difference {
  std::size_t same = 0;
  std::vector<std::string> missing;
  std::vector<std::string> extra;
};

void compare(const link_counts& target, const link_counts& got, bool as_sets, difference& out) {
  for (const auto& [link, times] : target) {
    const auto found = got.find(link);
    const int have = found == got.end() ? 0 : found->second;
    out.same += have > 0 ? 1U : 0U;
    if (as_sets ? have == 0 : have < times) out.missing.push_back(link);
  }
  for (const auto& [link, times] : got) {
    const auto found = target.find(link);
    if (found == target.end() || (!as_sets && times > found->second)) out.extra.push_back(link);
  }
}

difference compare_with_golden(const std::filesystem::path& archive, const std::filesystem::path& golden,
                               bool as_sets) {
  link_options options;
  options.conditional_comments = false;  // comments for both parsers
  html_finder finder(options);
  const auto expected = read_golden(golden);
  difference found;
  for (const testing::web_page& page : testing::read_web_pages(archive)) {
    const auto lists = expected.find(page.url);
    if (lists == expected.end()) {
      found.missing.push_back("the page " + page.url);
      continue;
    }
    const link_counts links = golden_links_of(finder, page, as_sets);
    // Two pages may have the same URL; the better matching list belongs to this page.
    std::vector<difference> found_here;
    for (const golden_page& list : lists->second)
      compare(list.links, links, as_sets, found_here.emplace_back());
    const auto best =
        std::min_element(found_here.begin(), found_here.end(), [](const difference& a, const difference& b) {
          return a.missing.size() + a.extra.size() < b.missing.size() + b.extra.size();
        });
    found.same += best->same;
    found.missing.insert(found.missing.end(), best->missing.begin(), best->missing.end());
    for (const std::string& link : best->extra) found.extra.push_back(page.url + " " + link);
  }
  return found;
}

// Reads lines "- KEY: reason" of the deviations, KEY up to the first ":".
std::map<std::string, std::string> deviations() {
  std::map<std::string, std::string> listed;
  std::istringstream lines(testing::read_file(std::filesystem::path(URLSIEVE_SOURCE_DIR) /
                                              "tests/references/html/html_deviations.md"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("- ") && colon != std::string::npos)
      listed[line.substr(2, colon - 2)] = line.substr(colon + 2);
  }
  return listed;
}

void expect_listed(const std::vector<std::string>& differing, const std::string& suite) {
  std::set<std::string> ours(differing.begin(), differing.end());
  for (const auto& [key, reason] : deviations()) {
    if (key.starts_with(suite)) {
      EXPECT_EQ(ours.erase(key), 1U) << key << " is listed but does not differ";
    }
  }
  for (const std::string& key : ours) ADD_FAILURE() << key << " differs and is not listed";
}

TEST(html_suites_golden, every_link_of_the_token_lists) {
  URLSIEVE_SHARED_OR_SKIP(archive, "data/web-pages.warc.gz");
  URLSIEVE_SHARED_OR_SKIP(golden, "suites/html-golden/web-pages.token-links.txt.zst");
  const difference found = compare_with_golden(*archive, *golden, false);
  EXPECT_EQ(found.missing, std::vector<std::string>{});
  std::vector<std::string> extra;
  for (const std::string& link : found.extra) extra.push_back("html-golden " + link);
  expect_listed(extra, "html-golden ");
  EXPECT_GT(found.same, 79000U);
}

TEST(html_suites_golden, every_distinct_link_of_the_trees) {
  URLSIEVE_SHARED_OR_SKIP(archive, "data/web-pages.warc.gz");
  URLSIEVE_SHARED_OR_SKIP(golden, "suites/html-golden/web-pages.dom-links.txt.zst");
  const difference found = compare_with_golden(*archive, *golden, true);
  EXPECT_EQ(found.missing, std::vector<std::string>{});
  std::vector<std::string> extra;
  for (const std::string& link : found.extra) extra.push_back("html-tree " + link);
  expect_listed(extra, "html-tree ");
  EXPECT_GT(found.same, 79000U);
}

// Converts "a@href" to "A@/href", the notation of a crawler.
std::string crawler_path(std::string_view where) {
  if (where == "css") return "STYLE/#text";
  if (where == "meta@refresh") return "__meta_refresh__";
  const std::size_t at = where.find('@');
  std::string path(where.substr(0, at));
  for (char& c : path) c = static_cast<char>(std::toupper(c));
  return path + "@/" + std::string(where.substr(at + 1));
}

std::vector<std::string> expected_of(testing::json_element row, bool with_path) {
  std::vector<std::string> links;
  for (const testing::json_element link : row["expected_links"].get_array()) {
    const std::string path = with_path ? testing::text_of(link, "path") + " " : std::string();
    links.push_back(path + testing::text_of(link, "url"));
  }
  return links;
}

// Resolves the references, and removes the fragment if the row has none.
std::vector<std::string> resolved_links(const findings& found, const std::string& base) {
  const url_options options;
  base_url outer;
  base_url inner;
  EXPECT_TRUE(outer.assign(base, options));
  const canonicalizer urls(options);
  const auto resolve = [&](std::string_view raw, const base_url* against) {
    std::string out(canonicalizer::capacity_for(raw.size(), against), '\0');
    const canonical_url url = urls.resolve(raw, against, out.data());
    out.resize(url.rejected == rejection::none ? url.size : 0);
    return out;
  };
  const base_url* used = &outer;
  if (found.embedded_base && inner.assign(resolve(*found.embedded_base, &outer), options)) used = &inner;
  std::vector<std::string> links;
  for (const reference& link : found.references) {
    std::string url = resolve(link.raw, used);
    if (!url.empty()) links.push_back(std::move(url));
  }
  return links;
}

bool answers(const std::string& mode, std::vector<std::string> target, std::vector<std::string> got) {
  if (mode == "resolved-ordered") return target == got;
  std::sort(target.begin(), target.end());
  std::sort(got.begin(), got.end());
  if (mode == "resolved-contains" || mode == "resolved-set") {
    target.erase(std::unique(target.begin(), target.end()), target.end());
    got.erase(std::unique(got.begin(), got.end()), got.end());
  }
  if (mode == "resolved-contains") return std::includes(got.begin(), got.end(), target.begin(), target.end());
  return target == got;
}

TEST(html_suites_link_extraction, as_crawlers_test_it) {
  URLSIEVE_SHARED_OR_SKIP(file, "suites/link-extraction.jsonl");
  std::vector<std::string> differing;
  link_options options;
  options.links = link_choice::everything;
  html_finder finder(options);
  const std::size_t rows = testing::for_each_row(*file, [&](std::size_t number, testing::json_element row) {
    const std::string html = testing::text_of(row, "html");
    const std::string mode = testing::text_of(row, "mode");
    document doc;
    doc.body = html;
    doc.type = media::html;
    findings found;
    stats counted;
    finder.find(doc, found, counted);
    std::vector<std::string> got;
    if (mode == "raw-multiset") {
      if (found.embedded_base) got.push_back("__base__ " + std::string(*found.embedded_base));
      for (const reference& link : found.references)
        got.push_back(crawler_path(link.where) + " " + std::string(link.raw));
    } else {
      got = resolved_links(found, testing::text_of(row, "base"));
    }
    const std::vector<std::string> target = expected_of(row, mode == "raw-multiset");
    if (answers(mode, target, got)) return;
    differing.push_back("link-extraction " + std::to_string(number + 1));
  });
  EXPECT_EQ(rows, 55U);
  expect_listed(differing, "link-extraction ");
}

// The crawler truncates data: URLs after the comma; urlsieve keeps references as written.
TEST(html_suites_data_urls, are_kept_as_written) {
  URLSIEVE_SHARED_OR_SKIP(file, "suites/data-url-trim.jsonl");
  html_finder finder(link_options{});
  std::vector<std::string> differing;
  testing::for_each_row(*file, [&](std::size_t number, testing::json_element row) {
    const std::string input = testing::text_of(row, "input");
    std::string value;
    for (const char c : input) value += c == '"' ? std::string("&quot;") : std::string(1, c);
    const std::string html = "<img src=\"" + value + "\">";
    document doc;
    doc.body = html;
    doc.type = media::html;
    EXPECT_EQ(testing::links_in(finder, doc), (testing::lines{"img@src " + input}));
    if (input != testing::text_of(row, "expected"))
      differing.push_back("data-url-trim " + std::to_string(number + 1));
  });
  expect_listed(differing, "data-url-trim ");
}

// Compares distinct links, because the tree builder may repeat or move an element.
TEST(html_suites_html5lib, links_of_the_tree_tests) {
  URLSIEVE_SHARED_OR_SKIP(file, "suites/html5lib/html5lib-tree-links.jsonl");
  html_finder finder(link_options{});
  testing::for_each_row(*file, [&](std::size_t number, testing::json_element row) {
    const std::string html = testing::text_of(row, "html");
    std::set<std::string> target;
    for (const testing::json_element link : row["expected_links"].get_array())
      target.insert(std::string(std::string_view(link.at(0))) + "@" +
                    std::string(std::string_view(link.at(1))) + " " +
                    std::string(std::string_view(link.at(2))));
    document doc;
    doc.body = html;
    doc.type = media::html;
    const testing::lines found = testing::links_in(finder, doc);
    EXPECT_EQ(std::set<std::string>(found.begin(), found.end()), target) << number << " " << html;
  });
}

// The fast reader equals the exact reader on real pages, whole and truncated anywhere.
TEST(html_suites_real_pages, fast_and_exact_agree_on_real_pages) {
  URLSIEVE_SHARED_OR_SKIP(archive, "data/web-pages.warc.gz");
  html_finder fast(link_options{});
  html_finder exact(link_options{}, reading::exact);
  std::size_t links = 0;
  std::uint64_t random = 1;
  for (const testing::web_page& page : testing::read_web_pages(*archive)) {
    document doc;
    doc.type = media::html;
    doc.charset = page.charset;
    for (int cut = 0; cut < 3; ++cut) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      const std::size_t first = cut == 0 ? 0 : (random >> 33U) % page.body.size();
      doc.body = std::string_view(page.body).substr(first);
      if (cut == 2) doc.body = doc.body.substr(0, (random >> 20U) % (doc.body.size() + 1));
      const testing::lines found = testing::links_in(fast, doc);
      ASSERT_EQ(found, testing::links_in(exact, doc)) << page.url << " from " << first;
      links += found.size();
    }
  }
  EXPECT_GT(links, 119000U);
}

}  // namespace html_suites_test
}  // namespace urlsieve
