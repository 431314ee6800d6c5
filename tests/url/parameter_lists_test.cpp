#include "src/url/conventions/parameter_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/url.hpp"

namespace urlsieve {
namespace parameter_lists_test {

using list = std::vector<std::string>;

url_options options_of(const list& drop, const list& keep) {
  url_options options;
  options.drop_params = drop;
  options.keep_params = keep;
  return options;
}

TEST(parameter_lists, some_go_and_some_stay) {
  struct row {
    list drop;
    list keep;
    std::string_view url;
    std::string_view left;
  };
  const row rows[] = {
      {{"b"}, {}, "http://h/?a=1&b=2&c", "http://h/?a=1&c"},
      {{"B"}, {}, "http://h/?b&a", "http://h/?a"},
      {{"b"}, {}, "http://h/?B=1", "http://h/"},
      {{"gr\xC3\xB6\xC3\x9F"
        "e"},
       {},
       "http://h/?gr%C3%B6%C3%9Fe=1&a",
       "http://h/?a"},
      {{}, {"gr\xC3\xB6\xC3\x9F*"}, "http://h/?gr%c3%b6%c3%9fe=1&a", "http://h/?gr%C3%B6%C3%9Fe=1"},
      {{"b*"}, {}, "http://h/?ba&b&ab&BB=1", "http://h/?ab"},
      {{}, {"a", "c*"}, "http://h/?a=1&b=2&cd&A", "http://h/?a=1&cd&A"},
      {{"a"}, {"a", "b"}, "http://h/?a&b&c", "http://h/?b"},
      {{"*"}, {}, "http://h/?a&&b", "http://h/"},
      {{"b"}, {}, "http://h/?&b", "http://h/"},
      {{"b"}, {}, "http://h/b?c=b#b", "http://h/b?c=b"},
      {{"b"}, {}, "http://h/?a=1;b=2;c", "http://h/?a=1;c"},
      {{"b"}, {}, "http://h/?a=1;b=2&c", "http://h/?a=1;b=2&c"},
      {{"b"}, {}, "http://h/?b;a", "http://h/?a"},
      {{"b"}, {}, "http://h/?b;B=1", "http://h/"},
      {{}, {"a"}, "http://h/?x;a=1;y", "http://h/?a=1"},
      {{"b", "c"}, {}, "http://h/?a;b=1&c", "http://h/?a"},
      {{"b"}, {}, "http://h/?a&b;c", "http://h/?a&b;c"},
      {{"b"}, {}, "ftp://h/?b", "ftp://h/?b"},
      {{"b"}, {}, "mailto:a@c?b=1", "mailto:a@c?b=1"},
  };
  for (const row& item : rows) {
    const auto output = normalize(item.url, options_of(item.drop, item.keep));
    ASSERT_TRUE(output) << item.url;
    EXPECT_EQ(*output, item.left) << item.url;
    EXPECT_EQ(normalize(*output, options_of(item.drop, item.keep)).value(), item.left) << "a second time";
  }
}

// Reference: returns whether a parameter stays, by comparison with each entry.
bool stays(std::string name, const list& drop, const list& keep) {
  const auto listed = [&](const list& all) {
    return std::any_of(all.begin(), all.end(), [&](std::string text) {
      std::transform(text.begin(), text.end(), text.begin(), ::tolower);
      if (text.ends_with('*')) return name.substr(0, text.size() - 1) == text.substr(0, text.size() - 1);
      return name == text;
    });
  };
  std::transform(name.begin(), name.end(), name.begin(), ::tolower);
  return !listed(drop) && (keep.empty() || listed(keep));
}

TEST(parameter_lists, equal_the_reference) {
  std::mt19937 random(5);
  const auto name = [&](bool prefix) {
    std::string output(1 + random() % 3, 'a');
    for (char& c : output) c = "abAB_"[random() % 5];
    return prefix && random() % 3 == 0 ? output + '*' : output;
  };
  for (int i = 0; i < 3000; ++i) {
    list drop;
    list keep;
    for (unsigned k = random() % 5; k != 0; --k) drop.push_back(name(true));
    for (unsigned k = random() % 5; k != 0; --k) keep.push_back(name(true));
    std::string url = "http://h/?";
    std::string expected = "http://h/";
    for (unsigned k = 1 + random() % 6; k != 0; --k) {
      const std::string parameter = name(false);
      url += (url.ends_with('?') ? "" : "&") + parameter + "=1";
      if (stays(parameter, drop, keep)) expected += (expected.ends_with('/') ? "?" : "&") + parameter + "=1";
    }
    EXPECT_EQ(normalize(url, options_of(drop, keep)).value(), expected) << url;
  }
}

TEST(parameter_lists, files_have_a_name_a_line) {
  const std::string path = ::testing::TempDir() + "parameter names";
  const auto read = [&](std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    list names;
    const result<void> added = add_parameter_names("@" + path, names);
    std::filesystem::remove(path);
    return added ? names : list{added.error().message};
  };
  EXPECT_EQ(read("# all\n\na\r\n  utm_* # theirs\nb"), (list{"a", "utm_*", "b"}));
  EXPECT_EQ(read(""), list{});
  EXPECT_EQ(read("a\nb=c\n"), list{path + ", line 2: \"b=c\" is no name of a parameter"});
  EXPECT_EQ(read("a*b\n"), list{path + ", line 1: \"a*b\" is no name of a parameter"});
  list names;
  const result<void> added = add_parameter_names("@" + path, names);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, error_code::cannot_open);
}

}  // namespace parameter_lists_test
}  // namespace urlsieve
