// Links of XHTML and HTML pages equal the links in a browser: corpora/cases/pages-of-browsers.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/extractor.hpp"

namespace urlsieve {
namespace browser_pages_test {

struct judged_page {
  std::string name;
  std::string bytes;
  std::vector<std::string> links;
};

std::vector<judged_page> judged_pages() {
  std::ifstream file(std::string(URLSIEVE_SOURCE_DIR) + "/corpora/cases/pages-of-browsers.txt");
  std::vector<judged_page> pages;
  bool in_links = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("=== ")) {
      pages.push_back({line.substr(4), {}, {}});
      in_links = false;
    } else if (line == "---") {
      in_links = true;
    } else if (in_links) {
      pages.back().links.push_back(line);
    } else if (!pages.empty()) {
      pages.back().bytes += line + "\n";
    }
  }
  return pages;
}

// True for the kinds of links in the table.
bool is_judged(std::string_view where) {
  for (const std::string_view kind :
       {"a@href", "area@href", "link@href", "img@src", "script@src", "iframe@src", "embed@src", "video@src",
        "video@poster", "audio@src", "track@src", "source@src", "object@data", "form@action", "input@src",
        "button@formaction", "blockquote@cite", "q@cite", "del@cite"})
    if (where == kind) return true;
  return where.starts_with("svg:a@") || where.starts_with("math:");
}

TEST(browser_pages, have_the_links_that_a_browser_sees) {
  extract_options options;
  options.url.ladder = rung::string;
  options.url.keep_fragment = true;
  options.url.keep_same_document = true;
  result<extractor> links = extractor::make(options, dedup_scope::off);
  ASSERT_TRUE(links.has_value());
  const std::vector<judged_page> pages = judged_pages();
  ASSERT_GE(pages.size(), 70U);
  for (const judged_page& each : pages) {
    page read;
    read.bytes = each.bytes;
    const std::string base = "http://site.example/dir/" + each.name;
    read.base = base;
    read.content_type = each.name.ends_with(".xhtml") ? "application/xhtml+xml" : "text/html; charset=utf-8";
    std::vector<std::string> found;
    links->run(read, [&](const sieved_url& url) {
      if (is_judged(url.where)) found.push_back(std::string(url.where) + " " + std::string(url.url));
    });
    std::vector<std::string> expected = each.links;
    // urlsieve reports the attributes of an element in source order, the table in a fixed order.
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected) << each.name << "\n" << each.bytes;
  }
}

}  // namespace browser_pages_test
}  // namespace urlsieve
