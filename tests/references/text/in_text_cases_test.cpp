// Table corpora/cases/urls-in-text.tsv: texts by context and rule, with the expected URLs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "src/references/text/in_text.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace in_text_cases_test {

struct text_case {
  std::string section;
  std::string options;
  std::string text;
  std::string urls;
};

std::string bytes_of(std::string_view written) {
  std::string bytes;
  for (std::size_t at = 0; at < written.size(); ++at) {
    if (written[at] != '\\' || at + 1 == written.size()) {
      bytes += written[at];
      continue;
    }
    const char kind = written[++at];
    if (kind == 'x') {
      bytes += static_cast<char>(std::strtoul(std::string(written.substr(at + 1, 2)).c_str(), nullptr, 16));
      at += 2;
    } else {
      bytes += kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : kind;
    }
  }
  return bytes;
}

std::vector<text_case> read_cases() {
  std::ifstream lines(std::string(URLSIEVE_SOURCE_DIR) + "/corpora/cases/urls-in-text.tsv");
  std::vector<text_case> cases;
  std::string section;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) section = line.substr(3);
    if (line.starts_with('#')) continue;
    std::istringstream cells(line);
    text_case parsed;
    parsed.section = section;
    std::getline(cells, parsed.options, '\t');
    std::getline(cells, parsed.text, '\t');
    std::getline(cells, parsed.urls, '\t');
    cases.push_back(parsed);
  }
  return cases;
}

text_search options_of(const std::string& named) {
  text_search options;
  if (named == "join-spaces") options.join_spaces = true;
  if (named == "join-quoted") options.join_quoted = true;
  if (named.starts_with("unescape="))
    options.unescape =
        parse_name<unescape_choice>(named.substr(std::string_view("unescape=").size())).value();
  if (named == "refang") options.refang = true;
  if (named == "join-bare") options.join_bare = true;
  if (named == "hyphen=drop") options.hyphen = hyphen_choice::drop;
  if (named == "hyphen=both") options.hyphen = hyphen_choice::both;
  if (named == "abbreviated=off") options.abbreviated = abbreviated_choice::off;
  if (named == "abbreviated=host") options.abbreviated = abbreviated_choice::host;
  if (named.starts_with("max-url="))
    options.max_url = static_cast<std::uint32_t>(std::strtoul(named.c_str() + 8, nullptr, 10));
  return options;
}

TEST(in_text_cases, equal_the_table) {
  const std::vector<text_case> cases = read_cases();
  ASSERT_GT(cases.size(), 100U);
  for (const text_case& row : cases) {
    text_finder finder(options_of(row.options));
    findings found;
    stats counted;
    document searched;
    const std::string text = bytes_of(row.text);
    searched.body = text;
    finder.find(searched, found, counted);
    std::string urls;
    for (const reference& link : found.references) urls.append(urls.empty() ? "" : " ").append(link.raw);
    EXPECT_EQ(urls.empty() ? "-" : urls, bytes_of(row.urls)) << row.section << ": " << row.text;
  }
}

}  // namespace in_text_cases_test
}  // namespace urlsieve
