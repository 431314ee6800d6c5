// Escaped texts: the decoded text, and the source position of each byte.
#include "src/url/text_forms/text_rewriting.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>

namespace urlsieve {
namespace text_rewriting_test {

std::string rewritten(rewriting how, std::string_view text) {
  std::string out(rewritten_capacity(text.size()), '#');
  out.resize(rewrite(how, text, text.size(), out.data()));
  return out;
}

TEST(text_rewriting, of_quoted_printable) {
  const auto output = [](std::string_view text) { return rewritten(rewriting::quoted_printable, text); };
  EXPECT_EQ(output("a=3Db=3d=C3=A9"), "a=b=\xC3\xA9");
  EXPECT_EQ(output("a=\nb=\r\nc= \t\nd"), "abcd");
  EXPECT_EQ(output("a=b=4 =g0 =\rx ="), "a=b=4 =g0 =\rx =");
  EXPECT_EQ(output("=" + std::string(76, ' ') + "\nx"), "x");
  EXPECT_EQ(output("=" + std::string(77, ' ') + "\nx"), "=" + std::string(77, ' ') + "\nx");
}

TEST(text_rewriting, of_character_references) {
  const auto output = [](std::string_view text) { return rewritten(rewriting::character_references, text); };
  EXPECT_EQ(output("a&amp;b&#x2F;&#47;&sol;&colon;&lt;&quot;&nbsp;"), "a&b///:<\"\xC2\xA0");
  EXPECT_EQ(output("a&copy=1&amp b&#47x&;&#;&unknown;&nGt;&amp;amp;"),
            "a&copy=1&amp b&#47x&;&#;&unknown;&nGt;&amp;");
  EXPECT_EQ(output("&#" + std::string(50, '0') + "47;"), "&#" + std::string(50, '0') + "47;");
}

TEST(text_rewriting, of_json) {
  EXPECT_EQ(rewritten(rewriting::json, R"(\/\\\n\u00e9\ud83d\ude00\x\ud83d)"),
            "/\\\n\xC3\xA9\xF0\x9F\x98\x80\\x\\ud83d");
  const auto output = [](std::string_view text) { return rewritten(rewriting::json, text); };
  EXPECT_EQ(output(R"(L\'Aquila \x41\x2f\xe9 \x4 \xgg \: \= \# \! \- \)"),
            "L'Aquila A/\xE9 \\x4 \\xgg : = # ! \\- \\");
  EXPECT_EQ(output(R"({\"a\":\"b:\\/\\/c\\u0026\"} \\\" \\\\/ \\d \\\d)"), R"({"a":"b://c&"} " / \d \d)");
  EXPECT_EQ(output(std::string(16, '\\') + "/"), "\\/") << "16 backslashes are more than four layers";
  EXPECT_EQ(output(std::string(64, '\\') + "d"), R"(\\\\d)");
  EXPECT_EQ(output(std::string(70, '\\') + "d"), std::string(7, '\\') + "d");
}

TEST(text_rewriting, of_latex) {
  EXPECT_EQ(rewritten(rewriting::latex, R"(a\_b\%c\#\&\$\{\}\~{}\^{})"), "a_b%c#&${}~^");
  EXPECT_EQ(rewritten(rewriting::latex, R"(\textasciitilde{}u\textunderscore/\slash{}a$\sim$b\slash)"),
            R"(~u_//a~b\slash)");
  EXPECT_EQ(
      rewritten(rewriting::latex, R"(a{\_}b{\%}{\&}\_{}c{\~{}}d{\textasciitilde}e{$\sim$}f{\{}{\_{}}{{\#}})"),
      "a_b%&_c~d~e~f{_{#}");
  for (const std::string_view text :
       {R"({\\_} {a} {} \sim x$\sim \simple \slashed \~n \ \)", R"(C:\x\y)", ""})
    EXPECT_EQ(rewritten(rewriting::latex, text), text);
}

// Each byte maps to a piece of the source. Pieces are in order without overlap, and each piece decodes to its
// byte. A rewritten prefix is a prefix of the rewritten whole.
TEST(text_rewriting, takes_places_back_to_the_source) {
  static const std::array<std::string, 31> pieces{
      "a",     "bc",      R"(\/)",     R"(\u00e9)", R"(\ud83d\ude00)",
      R"(\\)", "\\",      "=3D",       "=\n",       "= \r\n",
      "=",     "&amp;",   "&lt",       "&#x;",      "[.]",
      "(dot)", " [",      "hxxp://",   "http[:]//", ".com",
      R"(\_)", R"(\~{})", R"($\sim$)", R"(\slash)", ",de/",
      " ",     "\n",      "x",         "{",         "}",
      "{}"};
  for (const rewriting how : {rewriting::json, rewriting::quoted_printable, rewriting::character_references,
                              rewriting::latex, rewriting::refang, rewriting::none}) {
    for (unsigned seed = 0; seed < 1500; ++seed) {
      std::mt19937 random(seed);
      std::string text;
      for (unsigned i = static_cast<unsigned>(random() % 12); i > 0; --i)
        text += pieces[random() % pieces.size()];
      const std::string output = rewritten(how, text);
      ASSERT_EQ(changes_anything(how, text), output != text) << text;
      rewritten_places places(how, text);
      rewritten_places ends(how, text);
      std::size_t begin = 0;
      std::size_t end = 0;
      for (std::size_t at = 0; at < output.size(); ++at) {
        const std::size_t from = places.source_of(at);
        const std::size_t to = ends.source_end_of(at + 1);
        ASSERT_TRUE(from >= end || (from == begin && to == end)) << text << " " << at;
        ASSERT_LT(from, to);
        ASSERT_LE(to, text.size());
        if (to - from == 1 && text[from] != ',') {
          ASSERT_EQ(text[from], output[at]) << text << " " << at;
        }
        begin = from;
        end = to;
      }
      const std::size_t upto = text.empty() ? 0 : random() % text.size();
      std::string front(rewritten_capacity(text.size()), '#');
      front.resize(rewrite(how, text, upto, front.data()));
      ASSERT_TRUE(output.starts_with(front)) << text << " " << upto;
    }
  }
}

TEST(changed_bytes, are_the_added_bytes) {
  changed_bytes changed;
  changed.clear(300);
  EXPECT_FALSE(changed.any(0, 300));
  changed.add(130, 132);
  EXPECT_TRUE(changed.any(0, 300));
  EXPECT_TRUE(changed.any(131, 132));
  EXPECT_FALSE(changed.any(0, 130));
  EXPECT_FALSE(changed.any(132, 300));
  EXPECT_FALSE(changed.any(131, 131));
}

}  // namespace text_rewriting_test
}  // namespace urlsieve
