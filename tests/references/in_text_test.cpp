// What the text finder finds, written as linkify writes it: the URLs stand between bars in the text itself,
// or, where white space is put out, beside it.
#include "src/references/in_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace urlsieve {
namespace {

std::vector<std::string> found_in(std::string_view text, const text_options& options = {},
                                  std::string_view base = {}) {
  text_finder finder(options);
  findings found;
  stats counted;
  document searched;
  searched.body = text;
  searched.base = base;
  finder.find(searched, found, counted);
  std::vector<std::string> urls;
  for (const reference& one : found.references) urls.emplace_back(one.raw);
  return urls;
}

using urls = std::vector<std::string>;

// url-syntax-05 Appendix E, the example as printed.
TEST(appendix_e, gives_exactly_three_references) {
  const std::string text =
      "Yes, Jim, I found it under \"http://www.w3.org/pub/WWW/\",\n"
      "but you can probably pick it up from <ftp://ds.internic.\n"
      "net/rfc/>.  Note the warning in <http://ds.internic.net/\n"
      "instructions/overview.html#WARNING>.\n";
  EXPECT_EQ(found_in(text), (urls{"http://www.w3.org/pub/WWW/", "ftp://ds.internic.net/rfc/",
                                  "http://ds.internic.net/instructions/overview.html#WARNING"}));
}

}  // namespace
}  // namespace urlsieve
