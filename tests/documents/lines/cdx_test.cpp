#include "src/documents/lines/cdx.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace urlsieve {
namespace cdx_test {

struct read_result {
  std::string urls;  // joined by "|"
  stats counted;
};

read_result read(std::string_view lines) {
  document index;
  index.body = lines;
  index.source = "input";
  index.offset = 1000;
  std::vector<reference> out;
  arena buffer;
  read_result result;
  read_cdx_lines(index, out, buffer, result.counted);
  for (const reference& link : out) {
    EXPECT_TRUE(link.position == 0 || lines[link.position - 1] == '\n');
    result.urls += (result.urls.empty() ? "" : "|") + std::string(link.raw);
  }
  return result;
}

std::uint64_t no_url(const read_result& result) {
  const auto found = result.counted.skipped.find("capture:no-url");
  return found == result.counted.skipped.end() ? 0 : found->second;
}

TEST(cdx, finds_the_original_url_in_any_fields) {
  const read_result result = read(
      " CDX N b a m s k r M S V g\n"
      "com,example)/a?b=1 20240101000000 http://example.com/a?b=1 text/html 200 SUM - - 5 0 x.gz\n"
      "com,example)/r 20240101000000 https://www.example.com:8080/r - 301 SUM http://other/ - 5 0 x.gz\r\n"
      "dns:example.com 20240101000000 dns:example.com text/dns 200 SUM - - 5 0 x.gz\n"
      "urn:key 20240101000000 ftp://example.com/x text/plain 226\n"
      "http://example.com:80/ 20010101000000 192.0.2.1 http://example.com/old text/html 200 SUM\n"
      "\n   \n"
      "com,example)/last 20240101000000 http://example.com/last text/html 200");
  EXPECT_EQ(result.urls,
            "http://example.com/a?b=1|https://www.example.com:8080/r|dns:example.com|ftp://example.com/x|"
            "http://example.com/old|http://example.com/last");
  EXPECT_EQ(result.counted.skipped.size(), 0U);
}

TEST(cdx, does_not_take_another_url_of_the_line) {
  const read_result result = read(
      "com,example)/a 20240101000000 - text/html 301 SUM http://redirect/ - 5 0 x.gz\n"
      "com,example)/b 20240101000000 example.com text/html 301 SUM http://redirect/\n"
      "just words\n");
  EXPECT_EQ(result.urls, "http://example.com/a|http://example.com/b");
  EXPECT_EQ(no_url(result), 1U);
}

TEST(cdx, derives_the_url_from_the_key_if_there_is_no_other) {
  struct row {
    std::string_view key, url;
  };
  for (const row& each : {row{"com,example)/a?b=1", "http://example.com/a?b=1"},
                          {"com,example:8080)/", "http://example.com:8080/"},
                          {"com,example)", "http://example.com/"},
                          {"com,example)?q", "http://example.com?q"},
                          {"192.0.2.1)/x", "http://192.0.2.1/x"},
                          {"[2001:db8::1]:81)/x", "http://[2001:db8::1]:81/x"},
                          {"[2001:db8::1])/x", "http://[2001:db8::1]/x"},
                          {"https://(com,example,)/x", "https://example.com/x"},
                          {"com,example)/a(b)/c)", "http://example.com/a(b)/c)"},
                          {"localhost)/", "http://localhost/"},
                          {"com,*)/", ""},
                          {")/", ""},
                          {"com,,example)/", ""},
                          {"com,example)x", ""},
                          {"dns:example.com", ""},
                          {"com,example", ""},
                          {"a/b)/", ""}}) {
    const std::string line = std::string(each.key) + " 20240101000000 {\"mime\": \"text/html\"}\n";
    const read_result result = read(line);
    EXPECT_EQ(result.urls, each.url) << line;
    EXPECT_EQ(no_url(result), each.url.empty() ? 1U : 0U) << line;
  }
}

TEST(cdx, reads_original_urls_without_a_scheme) {
  const read_result result = read(
      " CDX A b e a m s c k r V v D d g M n\n"
      "0-0-0checkmate.com/Bugs/I.html 20010424210551 209.52.183.152 0-0-0checkmate.com:80/Bugs/I.html "
      "text/html "
      "200 58670 a725 - 17130110 59129865 1927657 6501523 DE_crawl6.20010424210458 - 5750\n"
      "a b text/html x.y d\n");
  EXPECT_EQ(result.urls, "http://0-0-0checkmate.com:80/Bugs/I.html");
  EXPECT_EQ(no_url(result), 1U);
}

TEST(cdx, a_host_with_a_port_is_no_scheme) {
  struct row {
    std::string_view written, url;
  };
  for (const row& each : {row{"example.com:80/x", "http://example.com:80/x"},
                          {"www.example.com:8080/y?z", "http://www.example.com:8080/y?z"},
                          {"example.com/x:1", "http://example.com/x:1"},
                          {"example.com:/x", "http://example.com:/x"},
                          {"localhost:8080/x", "http://localhost:8080/x"},
                          {"dns:example.com", "dns:example.com"},
                          {"mailto:a@b.example", "mailto:a@b.example"},
                          {"filedesc:a.example-1.arc", "filedesc:a.example-1.arc"},
                          {"metadata://example.com/x", "metadata://example.com/x"},
                          {"soap.beep://example.com/x", "soap.beep://example.com/x"},
                          {"urn:pageinfo:http://example.com/x", "urn:pageinfo:http://example.com/x"}}) {
    const std::string url(each.written);
    EXPECT_EQ(read("key 20010101000000 " + url + " text/html 200 http://redirect/\n").urls, each.url);
    EXPECT_EQ(read("key 20010101000000 {\"url\": \"" + url + "\"}\n").urls, each.url);
  }
}

TEST(cdx, reads_members_of_several_writers) {
  EXPECT_EQ(
      read("com,example)/a 2024 {\"original_uri\": \"https://www.example.com/A\", \"locator\": "
           "\"urn:ipfs/a/b\"}\n"
           "com,example)/b 2024 {\"original\": \"http://example.com/B\", \"redirect\": \"http://x/\"}\n"
           "com,example)/c 2024 {\"original_uri\": \"http://no/\", \"uri\": \"http://example.com/C\"}\n")
          .urls,
      "https://www.example.com/A|http://example.com/B|http://example.com/C");
}

TEST(cdx, reads_other_delimiters) {
  EXPECT_EQ(read("\tCDX\tN\tb\ta\ncom,example)/\t20240101000000\thttp://example.com/\ttext/html\n").urls,
            "http://example.com/");
}

TEST(cdx, gives_the_url_of_a_cdxj_object) {
  const read_result result = read(
      "!OpenWayback-CDXJ 1.0\n@meta {\"url\": \"http://not-this/\"}\n"
      "com,example)/ 20240101000000 {\"url\": \"http://example.com/\", \"mime\": \"text/html\"}\n"
      "com,example)/b 20240101000000 "
      "{\"mime\":{\"url\":\"http://inner/\"},\"x\":[\"url\"],\"url\":\"http://b/\"}\n"
      "com,example)/c 2024 {\"t\":\"\\\"url\\\":\\\"x\\\"}\",\"uri\":\"http://c/\"}\r\n"
      "com,example)/d 20240101000000 {\"url\":\"http:\\/\\/d\\/?a=1\\u0026b=2\"}\n"
      "com,example)/e 20240101000000 {\"uri\":\"http://no/\",\"url\":\"http://e/\"}");
  EXPECT_EQ(result.urls, "http://example.com/|http://b/|http://c/|http://d/?a=1&b=2|http://e/");
  EXPECT_EQ(result.counted.skipped.size(), 0U);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(cdx, counts_malformed_lines) {
  const std::string_view lines =
      "no-key 20240101000000 {\"url\": 5}\n"
      "no-key 20240101000000 {\"mime\": \"url\"}\n"
      "no-key 20240101000000 {}\n"
      "com,example)/ 20240101000000 {\"url\": \"http://cut/\n"
      "com,example)/ 20240101000000 {\"url\": \"http://cut/\",\n"
      "com,example)/ 20240101000000 {\"url\": \"http://a/\"}\n";
  const read_result result = read(lines);
  EXPECT_EQ(result.urls, "http://a/");
  EXPECT_EQ(no_url(result), 3U);
  EXPECT_EQ(result.counted.damaged[static_cast<std::size_t>(damage::bad_line)], 2U);
  ASSERT_EQ(result.counted.examples.size(), 2U);
  EXPECT_EQ(result.counted.examples[0].place.plain, 1000 + lines.rfind('\n', lines.find("cut")) + 1);
}

// Each line of any content yields one URL or one count, or is a header or blank.
TEST(cdx, each_line_yields_a_url_or_a_count) {
  std::mt19937 random(11);
  constexpr std::string_view alphabet = "{}[]\"\\:,ur li @!\t0a";
  for (int round = 0; round < 20000; ++round) {
    std::string line = "k 1 {\"url\":\"a:b\"}";
    for (int edit = 0; edit < 4; ++edit) line[random() % line.size()] = alphabet[random() % alphabet.size()];
    const read_result result = read(line);
    const std::size_t urls = result.urls.empty() ? 0 : 1;
    const std::size_t answers = urls + no_url(result) + result.counted.total_damage();
    EXPECT_LE(answers, 1U) << line;
    EXPECT_TRUE(answers == 1 || line[0] == '@' || line[0] == '!') << line;
  }
}

}  // namespace cdx_test
}  // namespace urlsieve
