#include "tests/url/properties.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <vector>

#include "tests/sanitized.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace properties_test {

const std::vector<std::string_view> pieces{"http://",   "https://", "HTTP://",
                                           "ftp://",    "//",       "/",
                                           "/./",       "/../",     "..",
                                           ".",         "./",       "../",
                                           "a",         "B",        "www.",
                                           ".com",      "xn--",     "-",
                                           "_",         "~",        "%7E",
                                           "%7e",       "%2F",      "%2e",
                                           "%",         "%00",      "#",
                                           "?",         "&",        "=",
                                           ":",         "@",        ":80",
                                           ":8080",     "[::1]",    "127.0.0.1",
                                           "0x7f.1",    " ",        "\t",
                                           "\\",        "|",        "\xC3\xA9",
                                           "\xFF",      ";type=A",  "mailto:",
                                           "x:",        "urn:",     "file:",
                                           "localhost", "[",        "]",
                                           "{",         "!",        "+",
                                           "gopher://", "news:",    "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p"};

std::string any_text(std::mt19937& random, unsigned most) {
  std::string text;
  for (auto i = random() % (most + 1); i > 0; --i) text.append(pieces[random() % pieces.size()]);
  return text;
}

TEST(url_properties, hold_for_any_reference_against_any_base) {
  std::mt19937 random(20);
  for (int i = 0; i < testing::random_cases(60000); ++i) {
    url_options options;
    if (i % 8 == 1) options.resolution = resolution_choice::rfc2396bis;
    if (i % 8 == 2) options.resolution = resolution_choice::url_syntax_05;
    if (i % 8 == 3) options.above_root = above_root_choice::keep;
    if (i % 8 == 4) options.unreserved = unreserved_set::draft;
    if (i % 8 == 5) options.same_scheme = same_scheme_choice::compatible;
    if (i % 8 == 6) options.slashes = slashes_choice::browser;
    const std::string base = i % 3 == 0 ? any_text(random, 8) : "http://host.example/" + any_text(random, 4);
    const std::string reference = any_text(random, 8);
    ASSERT_EQ(testing::broken_property(reference, base, options), "")
        << reference << "\nbase " << base << "\ncase " << i;
    ASSERT_EQ(testing::broken_alone(reference, options), "") << reference << "\ncase " << i;
  }
}

// Near the edges of the vector windows.
TEST(url_properties, hold_at_every_length_and_place) {
  const url_options options;
  for (const std::string_view odd :
       {"/.", "/../", "%7E", "%7e", "%2F", "#x", "?", " ", ":", "@", "\xAF", "%"}) {
    for (std::size_t size = 0; size < 300; ++size) {
      std::string path(size, 'a');
      for (std::size_t i = 7; i < size; i += 13) path[i] = '/';
      for (const std::string& reference :
           {path + std::string(odd), "http://h/" + path + std::string(odd) + "b",
            "/" + path + std::string(odd) + "b/", "//h.example/" + path + std::string(odd)})
        ASSERT_EQ(testing::broken_property(reference, "https://base.example/x/y?z", options), "")
            << reference;
    }
  }
  for (std::size_t size = 1; size < 80; ++size)
    for (const std::string_view tail : {"", "/", "/a", "?q", ".", ":1/"})
      ASSERT_EQ(testing::broken_property("http://" + std::string(size, 'h') + std::string(tail), "http://b/",
                                         options),
                "");
}

TEST(url_properties, hold_for_real_pairs) {
  URLSIEVE_SHARED_OR_SKIP(file, "data/cc-relative.tsv");
  std::istringstream lines(testing::read_file(*file));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    ASSERT_EQ(testing::broken_property(line.substr(tab + 1), line.substr(0, tab), url_options{}), "") << line;
  }
}

TEST(url_properties, hold_for_real_urls) {
  URLSIEVE_SHARED_OR_SKIP(file, "data/urls-top10k.txt");
  std::istringstream lines(testing::read_file(*file));
  for (std::string line; std::getline(lines, line);) {
    ASSERT_EQ(testing::broken_property(line, "http://b/", url_options{}), "") << line;
    ASSERT_EQ(testing::broken_alone(line, url_options{}), "") << line;
  }
}

}  // namespace properties_test
}  // namespace urlsieve
