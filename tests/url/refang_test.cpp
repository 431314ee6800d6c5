// Defanged text, its refanged form, and text that must stay unchanged.
#include "src/url/text_forms/refang.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/url/text_forms/text_rewriting.hpp"

namespace urlsieve {
namespace refang_test {

std::string refanged(std::string_view text) {
  std::string out(rewritten_capacity(text.size()), '#');
  out.resize(rewrite(rewriting::refang, text, text.size(), out.data()));
  return out;
}

struct row {
  std::string_view written;
  std::string_view meant;
};

TEST(refang, decodes_common_notations) {
  for (const row& item : std::vector<row>{
           {"hxxp://a.b/", "http://a.b/"},
           {"HXXPS://a.b/", "https://a.b/"},
           {"hXtp://a.b htxps://a.b h**p://a.b", "http://a.b https://a.b http://a.b"},
           {"fxp://a.b ftx://a.b f*ps://a.b sfxp://a.b", "ftp://a.b ftp://a.b ftps://a.b sftp://a.b"},
           {"http[:]//a.b http[://]a.b http[:][/][/]a.b http:[//]a.b",
            "http://a.b http://a.b http://a.b http://a.b"},
           {"http(:)//a.b hxxp{:}//a.b", "http://a.b http://a.b"},
           {R"(http:\\a.b hxxps:\\a.b)", "http://a.b https://a.b"},
           {"http__a.b https:__a.b/c hxxp__a[.]b", "http://a.b https://a.b/c http://a.b"},
           {"hxxp:// a.b hxxp://[a.b hxxp://<a.b http://[a.b", "http://a.b http://a.b http://a.b http://a.b"},
           {"h[tt]p://a.b http[s]://a.b hxxp[s]://a.b ht[t]p[:]//a.b [http]://a.b [hxxps]://a.b (h)ttp://a.b",
            "http://a.b https://a.b https://a.b http://a.b http://a.b https://a.b http://a.b"},
           {"wss[:]//a[.]b/x tcp[:]//1.2.3.4:80 ldap[://]1.2.3[.]4/x ssh[:]//a",
            "wss://a.b/x tcp://1.2.3.4:80 ldap://1.2.3.4/x ssh[:]//a"},
           {R"(hxxp[:]\\f[.]com\x)", "http://f.com/x"},
           {"a[.]b a(.)b a{.}b a[dot]b a{DOT}b", "a.b a.b a.b a.b a.b"},
           {"a [.] b [.] c a [ . ] b a [dot] b a[[.]]b", "a.b.c a.b a.b a.b"},
           {"a[.b a[.b.]c a.]b", "a.b a.b.c a.b"},
           {R"(a\.b www\.a\.b)", "a.b www.a.b"},
           {R"(hxxp:\\evil.com\x\y\ http:\\evil.com\x hxxp:\\evil[.]com\x z\y)",
            R"(http://evil.com/x/y/ http://evil.com/x http://evil.com/x z\y)"},
           {R"(evil\(.)com evil\[.\]com evil[\.]com evil\[dot\]com hxxp\[:\]//evil\(.)com)",
            "evil.com evil.com evil.com evil.com http://evil.com"},
           {"hxxp://evil.com[/test evil[.]com[/test http://evil.co.uk(/x hxxp://srv.lan[/x",
            "http://evil.com/test evil.com/test http://evil.co.uk/x http://srv.lan/x"},
           {"evil(dot)com www (dot) evil (dot) co (dot) uk evil(DOT)example a(dot)b[.]com",
            "evil.com www.evil.co.uk evil.example a.b.com"},
           {"http://srv(dot)lan/ hxxp://srv(dot)lan/ http://a.b(dot)lan(dot)x/",
            "http://srv.lan/ http://srv.lan/ http://a.b.lan.x/"},
           {"http://a,bc/ http://a,bc,de:80/ hxxp://a,bc/", "http://a.bc/ http://a.bc.de:80/ http://a.bc/"},
           {"a[at]b c(at)d e[@]f {at} g[AT]h", "a@b c@d e@f {at} g@h"},
           {"a[.]b[:]80/c a.b[/]c a.b(/)c", "a.b:80/c a.b/c a.b/c"},
           {"hxxp://a .com /b c /d", "http://a.com/b c /d"},
           {"hxxp://a [.] com", "http://a.com"},
           {"hxxp://[::1]/ hxxp://u@a.b", "http://[::1]/ http://u@a.b"},
           {"x.hxxp://a hxxp://a/[.]b", "x.hxxp://a http://a/.b"},
       })
    EXPECT_EQ(refanged(item.written), item.meant) << item.written;
}

TEST(refang, keeps_other_text) {
  for (const std::string_view text : {"http://a.b/",
                                      "http://[::1]:80/",
                                      "http://[fdc4:2581::1]/x",
                                      "int http__client;",
                                      "hxxp:",
                                      "hxxp://",
                                      "http://{host}/",
                                      "http:// and",
                                      "one, two",
                                      "http://a,b",
                                      "http://a,then",
                                      "[.]",
                                      "a [.",
                                      "a[.]",
                                      "(dot)",
                                      "e.g.) x",
                                      "(a.)b",
                                      "x[1].y",
                                      "a[i].b",
                                      "f(x).y",
                                      "a /b",
                                      "the (at) sign",
                                      "the inner (dot) product of http://a.example/x (dot) product",
                                      "http://a.example (dot) product, a(dot)b",
                                      "http://a.example/x(dot)com http://a.example/x/y(dot)com co(dot)uk",
                                      "[url]http://evil.com[/url] [b]evil.com[/b] f.nnnn[/x x[/com",
                                      "evil\xE3\x83\xBB"
                                      "com",
                                      "C:\\x\\y",
                                      "\xE3\x83\xBB",
                                      "C:\\.x",
                                      "a\n[.] b",
                                      "a    [.] b",
                                      "shhxxp",
                                      "hxp://a.b"})
    EXPECT_EQ(refanged(text), text);
}

// Later lines do not change the result for a complete line.
TEST(refang, is_decided_by_lines) {
  const std::string before = "hxxp://a[.]b/\nexample [";
  EXPECT_EQ(decided(rewriting::refang, before), before.find('\n') + 1);
  EXPECT_EQ(refanged(before + ".] com"), refanged(before.substr(0, 14)) + "example.com");
}

TEST(defanged_dot, is_a_bracketed_dot_inside_a_name) {
  for (const std::string_view text : {"(dot)a", "[dot]a", "{.}a", "[.]a", "(DOT)1"})
    EXPECT_TRUE(defanged_dot(text, 0)) << text;
  for (const std::string_view text : {"(dot)", "(dots)a", "(at)a", "[.a", ".]a", "dot a", "(see)a", ".a", "",
                                      "(", " (dot)a", "(dot) a", "( . )a"})
    EXPECT_FALSE(defanged_dot(text, 0)) << text;
}

}  // namespace refang_test
}  // namespace urlsieve
