// References delivered before their document ends equal the references at its end, and held references do not
// grow with the document.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "src/references/in_css.hpp"
#include "src/references/in_json.hpp"
#include "src/references/text/in_text.hpp"

namespace urlsieve {
namespace early_taking_test {

struct row {
  std::string raw, where;
  std::uint32_t position = 0;
  bool operator==(const row&) const = default;
};

void add_rows(const findings& found, std::vector<row>& all) {
  for (const reference& link : found.references)
    all.push_back({std::string(link.raw), std::string(link.where), link.position});
}

template <class Finder>
void expect_same(Finder& finder, const std::string& body, std::size_t expected) {
  document doc;
  doc.body = body;
  doc.charset = "utf-8";
  stats counted;
  std::vector<row> at_the_end;
  findings whole;
  finder.find(doc, whole, counted);
  add_rows(whole, at_the_end);

  std::vector<row> early;
  findings found;
  std::size_t most = 0;
  std::size_t most_decoded = 0;
  const std::function<void()> take = [&] {
    most = std::max(most, found.references.size());
    most_decoded = std::max(most_decoded, found.decoded.used());
    add_rows(found, early);
  };
  found.batch_consumer = &take;
  finder.find(doc, found, counted);
  add_rows(found, early);
  EXPECT_EQ(at_the_end.size(), expected);
  EXPECT_TRUE(early == at_the_end);
  EXPECT_LT(most, expected / 2);
  EXPECT_LE(2 * most_decoded, whole.decoded.used());
}

constexpr std::size_t many = 100'000;

std::string repeated(const std::function<std::string(std::string)>& unit) {
  std::string all;
  for (std::size_t i = 0; i < many; ++i) all += unit(std::to_string(i));
  return all;
}

TEST(early_taking, text) {
  text_finder finder{text_search{}};
  expect_same(finder, repeated([](const auto& i) { return "see http://a.example/" + i + " and\n"; }), many);
  expect_same(finder, repeated([](const auto& i) { return "see <http://a.example/\n" + i + "> and\n"; }),
              many);
}

TEST(early_taking, css) {
  css_finder finder{link_options{}};
  expect_same(finder, repeated([](const auto& i) { return "a{background:url(" + i + ")}\n"; }), many);
  expect_same(finder, repeated([](const auto& i) { return "a{background:url(\\62" + i + ")}\n"; }), many);
}

TEST(early_taking, json) {
  json_finder finder{link_options{}};
  const auto element = [](const std::string& i) { return ",\"http:\\/\\/a.example\\/" + i + "\""; };
  const auto in_text = [](const std::string& i) { return ",\"see http://a.example/" + i + " or b\""; };
  expect_same(finder, "{\"a\":{\"b\":[\"\"" + repeated(element) + "]}}", many);
  expect_same(finder, "{\"a\":{\"b\":[\"\"" + repeated(in_text) + "]}}", many);
}

// References in a string get their positions when the whole string is read.
TEST(early_taking, waits_for_the_end_of_a_string) {
  json_finder finder{link_options{}};
  const auto unit = [](const std::string& i) { return "see http://a.example/" + i + "\\n"; };
  document doc;
  const std::string body = "[\"" + repeated(unit) + "\",\"http://b.example/\"]";
  doc.body = body;
  stats counted;
  findings found;
  std::vector<row> early;
  const std::function<void()> take = [&] { add_rows(found, early); };
  found.batch_consumer = &take;
  finder.find(doc, found, counted);
  EXPECT_EQ(early.size(), many);
  ASSERT_EQ(found.references.size(), 1U);
  EXPECT_EQ(found.references[0].raw, "http://b.example/");
}

}  // namespace early_taking_test
}  // namespace urlsieve
