// Linear time on texts that make finders slow: a text eight times as long may take at most 24 times as long;
// quadratic time would take 64 times as long.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include "src/documents/lines/plain_text.hpp"
#include "src/references/text/in_text.hpp"

namespace urlsieve {
namespace in_text_linear_test {

std::string repeated(const std::string& piece, std::size_t size) {
  std::string text;
  while (text.size() < size) text += piece;
  return text;
}

// Returns the minimum processor time of several runs in clock ticks. Repeats each run until the time is
// measurable.
template <class Run>
double least_time(Run run) {
  double least = std::numeric_limits<double>::max();
  for (int attempt = 0; attempt < 3; ++attempt) {
    const std::clock_t from = std::clock();
    std::clock_t taken = 0;
    int times = 0;
    do {
      run();
      ++times;
      taken = std::clock() - from;
    } while (taken < CLOCKS_PER_SEC / 1000);
    least = std::min(least, static_cast<double>(taken) / times);
  }
  return least;
}

void find(const std::string& text, const text_search& options) {
  text_finder finder(options);
  findings found;
  stats counted;
  document searched;
  searched.body = text;
  finder.find(searched, found, counted);
}

const std::vector<std::string>& families() {
  static const std::vector<std::string> all{"://",
                                            "a://",
                                            "http://",
                                            "http:",
                                            "http://a",
                                            "http://a,",
                                            "http://a!",
                                            "http://a/!",
                                            "http://a@",
                                            "http://@",
                                            "http://{",
                                            "http://a/(",
                                            "http://a/[1]",
                                            "[1]",
                                            "<",
                                            "<http://a/",
                                            "<http://a/ ",
                                            "<http://a/\n",
                                            "<http://a/\n> ",
                                            "> \n",
                                            "<URL:",
                                            "<URL:a:",
                                            "<mailto: ",
                                            "\"",
                                            "\"http://a",
                                            "\"http://a/ ",
                                            "'http://a'",
                                            "*http://a",
                                            "~~",
                                            "(",
                                            ")",
                                            "((((",
                                            "a",
                                            ".",
                                            "a.",
                                            "www.",
                                            "a.www.",
                                            "www.a",
                                            "www.a-",
                                            "ftp.",
                                            "-",
                                            "mailto:",
                                            "mailto:a",
                                            "mailto:a,",
                                            "mailto:?",
                                            "data:",
                                            "data:,",
                                            "urn:",
                                            "urn:a:",
                                            "news:",
                                            "tel:1",
                                            "sip:a.",
                                            "tag:a,",
                                            "geo:1.",
                                            "&",
                                            "&#",
                                            "&lt",
                                            "'",
                                            "'s",
                                            "|",
                                            "\xC3\xA9",
                                            "\xE3",
                                            "\xFF",
                                            "a:",
                                            "x.http://",
                                            "+http",
                                            "file:",
                                            "file://",
                                            "view-source:",
                                            "blob:",
                                            " ",
                                            "\n",
                                            "\t\n"};
  return all;
}

TEST(in_text_linear, on_every_family) {
  constexpr std::size_t small = std::size_t{32} << 10U;
  for (const bool wide : {false, true}) {
    text_search options;
    options.join_quoted = options.join_spaces = wide;
    if (wide) options.abbreviated = abbreviated_choice::host;
    for (const std::string& piece : families())
      for (const char* front : {"", "http://a/", "<http://a/"}) {
        const std::string shorter = front + repeated(piece, small);
        const std::string longer = front + repeated(piece, 8 * small);
        const double once = least_time([&] { find(shorter, options); });
        const double eight = least_time([&] { find(longer, options); });
        EXPECT_LT(eight, 24 * once) << "family " << piece << " after " << front;
      }
  }
}

// The search for the end of a window is linear, also without a safe place.
TEST(in_text_linear, cutting_windows) {
  constexpr std::size_t small = std::size_t{256} << 10U;
  for (const std::string& piece : families())
    for (const char* end : {"", "\n"}) {
      const std::string shorter = repeated(piece + end, small);
      const std::string longer = repeated(piece + end, 8 * small);
      const double once = least_time([&] { (void)last_safe_cut(shorter, 8192); });
      const double eight = least_time([&] { (void)last_safe_cut(longer, 8192); });
      EXPECT_LT(eight, 24 * once + CLOCKS_PER_SEC / 1000) << "family " << piece;
    }
}

}  // namespace in_text_linear_test
}  // namespace urlsieve
