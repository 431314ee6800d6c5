#include "src/url/parse/checked_parse.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "src/url/parse/validity.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace checked_parse_test {

// Checks that checked_parse() equals parse() and is_valid().
void expect_both(const std::string& text) {
  // An exact copy, so that sanitizers report reads past the end.
  const std::vector<char> bytes(text.begin(), text.end());
  const std::string_view reference(bytes.data(), bytes.size());
  const checked_url checked = checked_parse(reference);
  const url_offsets at = parse(reference);
  ASSERT_EQ(checked.at, at) << text;
  ASSERT_EQ(checked.valid, is_valid(url_view::at(reference.data(), at))) << text;
}

void every_string(std::string& text, std::size_t longest) {
  expect_both(text);
  if (text.size() == longest) return;
  for (const char c : {'a', 'g', '0', ':', '/', '?', '#', '%', '[', '@', '"', '\x80'}) {
    text.push_back(c);
    every_string(text, longest);
    text.pop_back();
  }
}

TEST(checked_parse, equals_parse_and_is_valid_for_every_short_string) {
  for (const std::string front : {"", "a:", "http://", "https://h"}) {
    std::string text = front;
    every_string(text, front.size() + 4);
  }
}

TEST(checked_parse, gives_the_same_at_every_place_of_a_window) {
  for (std::size_t before = 0; before < 270; ++before)
    for (const char* const mark :
         {"%41", "%4", "%", "%%41", "%4g", "?", "#", "?#?", "#?#", "\"", ":@", "\xC3", "[]"})
      for (const char* const after : {"", "a", "ab", "/?#%41"})
        for (const char* const front : {"http://h/", "x-y.z+1://h?", "http://"})
          expect_both(std::string(front).append(before, 'g').append(mark).append(after));
}

TEST(checked_parse, gives_the_same_for_random_bytes) {
  std::mt19937 random(19);
  constexpr std::string_view alphabet = "aZ09fF-._~!$&'()*+,;=:/?#[]@%%%  \"<\\\x7F\x80";
  for (int round = 0; round < 100000; ++round) {
    std::string text(random() % 2 == 0 ? "http://h/" : "");
    const std::size_t size = random() % 150;
    const bool rare = random() % 2 == 0;
    for (std::size_t i = 0; i < size; ++i)
      text += rare && random() % 32 != 0 ? 'b' : alphabet[random() % alphabet.size()];
    expect_both(text);
  }
}

TEST(checked_parse, gives_the_same_for_real_urls) {
  URLSIEVE_SHARED_OR_SKIP(file, "data/urls-top10k.txt");
  const std::string all = testing::read_file(*file);
  for (std::size_t from = 0; from < all.size();) {
    const std::size_t end = std::min(all.find('\n', from), all.size());
    expect_both(all.substr(from, end - from));
    from = end + 1;
  }
}

}  // namespace checked_parse_test
}  // namespace urlsieve
