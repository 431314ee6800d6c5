// normalizer: single calls and batches equal the functions for single URLs, without allocations in steady
// state.
#include "urlsieve/normalizer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/url.hpp"

namespace urlsieve {
namespace normalizer_test {

const std::vector<std::string_view>& references() {
  static const std::string too_long = "http://a.example/" + std::string(9000, 'x');
  static const std::vector<std::string_view> all{"http://a.example/",
                                                 "HTTP://Example.COM:80/%7Euser/../a",
                                                 "../g?y#z",
                                                 "",
                                                 "http://[::1/",
                                                 "mailto:a@B.example",
                                                 "javascript:x()",
                                                 too_long,
                                                 " http://b.example/a b",
                                                 "//c.example"};
  return all;
}

TEST(normalizer, agrees_with_single_calls) {
  for (const rung ladder : {rung::string, rung::syntax, rung::scheme}) {
    url_options options;
    options.ladder = ladder;
    normalizer urls(options);
    for (const std::string_view base : {"", "http://base.example/d/e", "mailto:x@y.example"}) {
      ASSERT_TRUE(urls.set_base(base));
      for (const std::string_view reference : references()) {
        const auto expected =
            base.empty() ? normalize(reference, options) : canonicalize(reference, base, options);
        const normalizer::outcome got = urls.normalize(reference);
        EXPECT_EQ(got.rejected, expected ? rejection::none : expected.error()) << reference;
        EXPECT_EQ(got.url, expected ? *expected : "") << reference;
        const normalizer::outcome again = urls.normalize(reference, base);
        EXPECT_EQ(again.url, expected ? *expected : "") << reference;
      }
    }
  }
}

TEST(normalizer, reports_an_invalid_base) {
  normalizer urls;
  EXPECT_FALSE(urls.set_base("x/y"));
  EXPECT_EQ(urls.normalize("g").url, "g");
  EXPECT_EQ(urls.normalize("g", "x/y").rejected, rejection::no_base);
  EXPECT_EQ(urls.normalize("g", "http://a.example/b").url, "http://a.example/g");
  EXPECT_EQ(urls.normalize("g").url, "http://a.example/g");
  EXPECT_EQ(urls.normalize("g", "").url, "g");
}

TEST(normalizer, batches_equal_single_calls) {
  normalizer urls;
  urls.set_base("http://base.example/d/e");
  normalized_urls many;
  std::string lines;
  for (int round = 0; round < 3; ++round) {
    many.clear();
    urls.normalize_many(references(), many);
    ASSERT_EQ(many.size(), references().size());
    ASSERT_EQ(many.offsets().size(), many.size() + 1);
    for (std::size_t i = 0; i < many.size(); ++i) {
      const normalizer::outcome outcome = urls.normalize(references()[i]);
      EXPECT_EQ(many[i], outcome.url);
      EXPECT_EQ(many.rejected(i), outcome.rejected);
    }
  }
  for (std::size_t i = 0; i < references().size(); ++i)
    lines.append(references()[i]).append(i % 2 == 0 ? "\n" : "\r\n");
  const std::string expected(many.bytes());
  many.clear();
  urls.normalize_lines(lines, many);
  EXPECT_EQ(many.size(), references().size());
  EXPECT_EQ(many.bytes(), expected);
  many.clear();
  urls.normalize_lines("http://x.example\n\nhttp://y.example", many);
  EXPECT_EQ(many.size(), 3U);
  EXPECT_EQ(many[2], "http://y.example/");
}

// Later URLs reuse the buffers.
TEST(normalizer, memory_is_kept_from_url_to_url) {
  normalizer urls;
  urls.set_base("http://base.example/d/e");
  normalized_urls many;
  urls.normalize_many(references(), many);
  const char* const of_many = many.bytes().data();
  const std::string longest = "http://a.example/" + std::string(4000, 'x');
  const char* const of_one = urls.normalize(longest).url.data();
  for (const std::string_view reference : references()) {
    const normalizer::outcome output = urls.normalize(reference);
    if (output.rejected == rejection::none) {
      EXPECT_EQ(output.url.data(), of_one) << reference;
    }
  }
  many.clear();
  urls.normalize_many(references(), many);
  EXPECT_EQ(many.bytes().data(), of_many);
}

TEST(normalizer, follows_redirects_at_the_rung_protocol) {
  const std::string file = (std::filesystem::temp_directory_path() / "urlsieve-moved.tsv").string();
  std::ofstream(file) << "http://a.example/old\thttp://b.example/a-longer-name-than-the-old-one-had\n";
  url_options options;
  options.ladder = rung::protocol;
  redirect_options redirects;
  redirects.read_from = {file};
  const result<known_redirects> known = known_redirects::load(options, redirects);
  ASSERT_TRUE(known.has_value());
  normalizer urls(options, *known);
  EXPECT_EQ(urls.normalize("HTTP://a.example/old").url,
            "http://b.example/a-longer-name-than-the-old-one-had");
  normalized_urls many;
  urls.normalize_lines("http://a.example/old\nhttp://a.example/x", many);
  EXPECT_EQ(many[0], "http://b.example/a-longer-name-than-the-old-one-had");
  EXPECT_EQ(many[1], "http://a.example/x");
  EXPECT_TRUE(urls.state().has_value());
  std::filesystem::remove(file);
}

}  // namespace normalizer_test
}  // namespace urlsieve
