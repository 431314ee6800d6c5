// Each convention alone and each pair of conventions: a second pass changes nothing, every rung agrees with
// the rungs below, and components that a convention does not own keep their bytes. Checked on random
// references and on the URLs of the shared suites.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <array>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/conventions/conventions.hpp"
#include "tests/sanitized.hpp"
#include "tests/shared_data.hpp"
#include "tests/url/one_url.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace convention_pairs_test {

constexpr std::array pieces{
    std::string_view("/"),           std::string_view("//"),        std::string_view("///"),
    std::string_view("/index.html"), std::string_view("/Home.PHP"), std::string_view("a"),
    std::string_view("B"),           std::string_view("%2F"),       std::string_view("%2e"),
    std::string_view("%7E"),         std::string_view("%61mp;"),    std::string_view("."),
    std::string_view(".."),          std::string_view("/../"),      std::string_view(":"),
    std::string_view("://"),         std::string_view(";sid=1"),    std::string_view(";"),
    std::string_view("?"),           std::string_view("&"),         std::string_view("&amp;"),
    std::string_view("amp;"),        std::string_view("="),         std::string_view("a="),
    std::string_view("utm_x=1"),     std::string_view("sid=2"),     std::string_view("#"),
    std::string_view("#&amp;")};

class normalizers {
 public:
  normalizers(bool convention_options::* first, bool convention_options::* second) {
    url_options options;
    options.keep_fragment = true;
    options.conventions.*first = options.conventions.*second = true;
    for (std::size_t i = 0; i < rungs_.size(); ++i) {
      options.ladder = rungs[i];
      rungs_[i] = std::make_unique<canonicalizer>(options);
    }
  }

  [[nodiscard]] std::string at(std::size_t rung, std::string_view reference) const {
    return testing::one_url(reference.size(), nullptr,
                            [&](char* out) { return rungs_[rung]->normalize(reference, out); });
  }

  void check(std::string_view reference) const {
    std::array<std::string, 3> forms;
    for (std::size_t i = 0; i < forms.size(); ++i) {
      forms[i] = at(i, reference);
      for (std::size_t low = 0; low <= i; ++low)
        if (!forms[low].starts_with("!")) ASSERT_EQ(at(i, forms[low]), forms[i]) << reference;
    }
  }

 private:
  static constexpr std::array rungs{rung::string, rung::syntax, rung::scheme};
  std::array<std::unique_ptr<canonicalizer>, 3> rungs_;
};

std::vector<std::string> random_urls(unsigned count) {
  std::mt19937 random(35);
  std::vector<std::string> urls(count);
  for (std::string& url : urls) {
    constexpr std::array fronts{"http://h", "https://www.u.example", "http://U:P@H:81", "", "http:"};
    url = fronts[random() % fronts.size()];
    if (random() % 4 != 0) url += '/';
    for (auto left = random() % 9; left != 0; --left) url += pieces[random() % pieces.size()];
  }
  return urls;
}

template <class Check>
void for_all_pairs(const Check& check) {
  for (std::size_t i = 0; i < conventions.size(); ++i)
    for (std::size_t k = i; k < conventions.size(); ++k) check(conventions[i].is_on, conventions[k].is_on);
}

TEST(convention_pairs, change_nothing_the_second_time) {
  const std::vector<std::string> urls = random_urls(testing::random_cases(3000U));
  for_all_pairs([&](auto first, auto second) {
    const normalizers both(first, second);
    for (const std::string& url : urls) {
      both.check(url);
      ASSERT_FALSE(::testing::Test::HasFatalFailure());
    }
  });
}

TEST(convention_pairs, change_nothing_the_second_time_in_suites) {
  URLSIEVE_SHARED_OR_SKIP(file, "suites/url-normalization-all.jsonl");
  std::ifstream lines(*file);
  std::vector<std::string> urls;
  simdjson::dom::parser parser;
  for (std::string line; std::getline(lines, line);) {
    std::string_view input;
    simdjson::dom::element record;
    if (parser.parse(simdjson::padded_string(line)).get(record) == simdjson::SUCCESS &&
        record["input"].get(input) == simdjson::SUCCESS)
      urls.emplace_back(input);
  }
  ASSERT_GT(urls.size(), 100U);
  for_all_pairs([&](auto first, auto second) {
    const normalizers both(first, second);
    for (const std::string& url : urls) {
      both.check(url);
      ASSERT_FALSE(::testing::Test::HasFatalFailure());
    }
  });
}

// Components that conventions may change.
enum part : unsigned { scheme = 1, host = 2, path = 4, query = 8 };

unsigned owned(bool convention_options::* rule) {
  using options = convention_options;
  if (rule == &options::fold_https) return scheme;
  if (rule == &options::fold_www) return host;
  if (rule == &options::drop_session_ids) return path | query;
  if (rule == &options::fold_slash_runs || rule == &options::fold_trailing_slash ||
      rule == &options::fold_path_case || rule == &options::fold_index)
    return path;
  return query;
}

TEST(convention_pairs, keep_the_components_of_others) {
  for (const std::string& url : random_urls(testing::random_cases(20000U))) {
    for (const convention& rule : conventions) {
      std::string folded = url;
      folded.resize(rule.fold(folded.data(), folded.size()));
      const url_view before = url_view::of(url);
      const url_view after = url_view::of(folded);
      const unsigned may = owned(rule.is_on);
      const std::string where = std::string(rule.name) + " of " + url + " gives " + folded;
      if ((may & scheme) == 0) ASSERT_EQ(after.scheme(), before.scheme()) << where;
      ASSERT_EQ(after.has_authority(), before.has_authority()) << where;
      ASSERT_EQ(after.userinfo(), before.userinfo()) << where;
      if ((may & host) == 0) ASSERT_EQ(after.host(), before.host()) << where;
      ASSERT_EQ(after.port(), before.port()) << where;
      if ((may & path) == 0) ASSERT_EQ(after.path(), before.path()) << where;
      if ((may & query) == 0) ASSERT_EQ(after.query(), before.query()) << where;
      ASSERT_EQ(after.fragment(), before.fragment()) << where;
    }
  }
}

}  // namespace convention_pairs_test
}  // namespace urlsieve
