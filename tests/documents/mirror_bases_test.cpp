// URLs of the originals of files mirrored by wget and httrack.
#include "src/documents/mirror_bases.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace mirror_bases_test {

TEST(mirror_base, is_a_directory_and_a_url) {
  const auto read = read_mirror_base("a=b/c=http://h/d=e/");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->directory, "a=b/c");
  EXPECT_EQ(read->url, "http://h/d=e/");
  EXPECT_FALSE(read->host_in_path);
  EXPECT_TRUE(read_mirror_base("a=https://")->host_in_path);
  for (const std::string_view wrong :
       {"", "a", "a=", "=http://h/", "a=b", "a=/b", "a=http", "a=http://h/?q", "a=http://h/#f"})
    EXPECT_FALSE(read_mirror_base(wrong)) << wrong;
}

TEST(mirror_bases, give_a_file_the_url_of_its_path) {
  mirror_bases bases({"site=http://a.example/b", "site/inner=http://i.example/", "/abs/=ftp://f.example",
                      "all=https://", "site.zip=http://z.example/"});
  struct row {
    std::string_view input;
    std::string_view url;
  };
  for (const row& item : std::vector<row>{
           {"site/c/d.html", "http://a.example/b/c/d.html"},
           {"./site//c/../x.html", "http://a.example/b/x.html"},
           {"site/index.html", "http://a.example/b/"},
           {"site/c/index.html?p=1", "http://a.example/b/c/?p=1"},
           {"site/xindex.html", "http://a.example/b/xindex.html"},
           {"site/list.php?page=2&u=%2Fx?y", "http://a.example/b/list.php?page=2&u=%2Fx?y"},
           {"site/a?b/c", "http://a.example/b/a%3Fb/c"},
           {"site/a b%20c#d 100%.html", "http://a.example/b/a%20b%20c%23d%20100%25.html"},
           {"site/\xC3\xA9\n\\", "http://a.example/b/%C3%A9%0A%5C"},
           {"site/inner/x", "http://i.example/x"},
           {"site/innerx", "http://a.example/b/innerx"},
           {"/abs/x/y", "ftp://f.example/x/y"},
           {"all/a.example/x.html", "https://a.example/x.html"},
           {"all/a.example:8080/index.html", "https://a.example:8080/"},
           {"all/robots.txt", ""},
           {"site.zip!c/d.html", "http://z.example/c/d.html"},
           {"site.zip", ""},
           {"site.zipx!c", ""},
           {"site", ""},
           {"sites/x", ""},
           {"other/x", ""},
           {"-", ""},
           {"", ""},
       }) {
    EXPECT_EQ(bases.url_of(item.input), item.url) << item.input;
    EXPECT_EQ(bases.url_of(item.input), item.url) << "asked again";
  }
}

TEST(mirror_bases, may_be_a_url_that_inputs_are_below) {
  mirror_bases bases({"https://m.example/site=http://a.example/b", "s3://bucket/mirror/=https://",
                      "http://u:p@p.example/=http://c.example/"});
  EXPECT_EQ(bases.url_of("https://m.example/site/c/d.html"), "http://a.example/b/c/d.html");
  EXPECT_EQ(bases.url_of("https://m.example/site/index.html?p=1"), "http://a.example/b/?p=1");
  EXPECT_EQ(bases.url_of("https://m.example/site/z.zip!c.html"), "http://a.example/b/z.zip!c.html");
  EXPECT_EQ(bases.url_of("s3://bucket/mirror/h.example/x"), "https://h.example/x");
  EXPECT_EQ(bases.url_of("http://u:***@p.example/x"), "http://c.example/x");
  EXPECT_EQ(bases.url_of("https://m.example/sites/x"), "");
  EXPECT_EQ(bases.url_of("http://m.example/site/x"), "");
  EXPECT_EQ(bases.url_of("site/x"), "");
}

TEST(mirror_bases, may_be_the_directory_the_process_is_in) {
  mirror_bases bases({".=http://a.example/"});
  EXPECT_EQ(bases.url_of("x/y.html"), "http://a.example/x/y.html");
  EXPECT_EQ(bases.url_of("../x.html"), "");
  EXPECT_EQ(bases.url_of("https://b.example/x.html"), "") << "an input that is no file";
  EXPECT_TRUE(mirror_bases({}).empty());
}

}  // namespace mirror_bases_test
}  // namespace urlsieve
