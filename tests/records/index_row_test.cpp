#include "src/records/index_row.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace {

TEST(index_row, times_are_milliseconds_from_1970) {
  EXPECT_EQ(milliseconds_of("19700101000000"), 0);
  EXPECT_EQ(milliseconds_of("20240229235959"), 1709251199000);
  EXPECT_EQ(milliseconds_of("20000101000000"), 946684800000);
  EXPECT_EQ(milliseconds_of("19691231235959"), -1000);
  EXPECT_EQ(milliseconds_of("19000301000000"), -2203891200000);
  EXPECT_EQ(milliseconds_of("99991231235959"), 253402300799000);
  for (const std::string_view bad : {"", "2024", "20240230000000", "20241301000000", "20240101240000",
                                     "20240101006000", "20240101000061", "20240101000000x"})
    EXPECT_EQ(milliseconds_of(bad), std::nullopt) << bad;
}

struct url_row {
  std::string_view url, host, protocol, port, path, query, reversed, domain;
};

TEST(index_row, urls_are_split_as_by_cc_index_table) {
  url_columns_of_index columns;
  for (const url_row& row : std::vector<url_row>{
           {"http://www.Example.com/A?b#c", "www.example.com", "http", "", "/A", "b", "com.example.www",
            "example.com"},
           {"https://u:p@bbc.co.uk:8443", "bbc.co.uk", "https", "8443", "", "", "uk.co.bbc", "bbc.co.uk"},
           {"HTTP://a.com:80/x/../y?", "a.com", "http", "80", "/x/../y", "", "com.a", "a.com"},
           {"http://a.com?q=/r?s", "a.com", "http", "", "", "q=/r?s", "com.a", "a.com"},
           {"http://192.0.2.7/", "192.0.2.7", "http", "", "/", "", "", ""},
           {"http://127.1/", "127.0.0.1", "http", "", "/", "", "", ""},
           {"http://[::1]:80/", "[::1]", "http", "80", "/", "", "", ""},
           {"http://b\xC3\xBC"
            "cher.de./",
            "xn--bcher-kva.de", "http", "", "/", "", "de.xn--bcher-kva", "xn--bcher-kva.de"},
           {"http:///a.com/b", "a.com", "http", "", "/b", "", "com.a", "a.com"},
           {"http://localhost/", "localhost", "http", "", "/", "", "localhost", ""},
           {"http://a.com:x/", "a.com", "http", "", "/", "", "com.a", "a.com"},
           {"dns:www.a.com", "www.a.com", "dns", "", "", "", "com.a.www", "a.com"},
           {"urn:x:y?z", "", "urn", "", "x:y", "z", "", ""},
           {"http:", "", "http", "", "", "", "", ""},
           {"x", "", "x", "", "", "", "", ""}}) {
    columns.split(row.url);
    EXPECT_EQ(columns.host().name, row.host) << row.url;
    EXPECT_EQ(columns.protocol(), row.protocol) << row.url;
    EXPECT_EQ(columns.port() ? std::to_string(*columns.port()) : "", row.port) << row.url;
    EXPECT_EQ(columns.path(), row.path) << row.url;
    EXPECT_EQ(columns.query(), row.query) << row.url;
    EXPECT_EQ(columns.host().reversed, row.reversed) << row.url;
    EXPECT_EQ(columns.host().registered_domain, row.domain) << row.url;
  }
}

TEST(index_row, has_a_value_for_each_column) {
  index_row_maker rows;
  const auto row = rows.row_of(
      R"(com,a)/ 20240229120000 {"url":"http://a.com/","mime":"text/html","digest":"ABC","length":"3","offset":"7",)"
      R"("filename":"crawl-data/X/segments/12.3/warc/f\u00e9.gz"})");
  const parquet::description table = index_table();
  ASSERT_EQ(row.size(), table.columns.size());
  const auto value = [&](std::string_view name) {
    for (std::size_t i = 0; i < row.size(); ++i)
      if (table.columns[i].name == name) return row[i];
    ADD_FAILURE() << name;
    return row_value();
  };
  EXPECT_EQ(value("url_surtkey").text(), "com,a)/");
  EXPECT_EQ(value("fetch_time").number(), 1709208000000U);
  EXPECT_EQ(static_cast<std::int64_t>(value("fetch_status").number()), -1);
  EXPECT_EQ(value("content_digest").text(), "ABC");
  EXPECT_EQ(value("fetch_redirect").text(), "");
  EXPECT_EQ(value("warc_filename").text(), "crawl-data/X/segments/12.3/warc/f\xC3\xA9.gz");
  EXPECT_EQ(value("warc_segment").text(), "12.3");
  EXPECT_EQ(value("warc_record_offset").number(), 7U);
  EXPECT_EQ(value("warc_record_length").number(), 3U);
}

}  // namespace
}  // namespace urlsieve
