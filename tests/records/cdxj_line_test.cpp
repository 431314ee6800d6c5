#include "src/records/cdxj_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace urlsieve {
namespace {

capture_description described(std::string_view date_field) {
  const std::string header = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\n" +
                             std::string(date_field) + "Content-Length: 1\r\n\r\n";
  return cdxj_describer().describe({header, "x"});
}

TEST(cdxj_line, has_the_time_in_utc) {
  for (const auto& [written, timestamp] :
       {std::pair<std::string_view, std::string_view>{"2024-02-29T12:00:01Z", "20240229120001"},
        {"2024-02-29T12:00:01.123456Z", "20240229120001"},
        {"2024-02-29T12:00:01+02:00", "20240229100001"},
        {"2023-12-31T23:30:00-01:00", "20240101003000"},
        {"2024-02-29T12:00Z", "20240229120000"},
        {"2024-02-29", "20240229000000"},
        {"2024-02", "20240201000000"},
        {"2024", "20240101000000"},
        {"20240229120001", "20240229120001"}}) {
    const capture_description read = described("WARC-Date: " + std::string(written) + "\r\n");
    EXPECT_EQ(read.fault, "") << written;
    EXPECT_EQ(read.line.substr(0, read.line.find('{')), "example,a)/ " + std::string(timestamp) + ' ')
        << written;
  }
}

TEST(cdxj_line, reports_a_date_that_is_no_time) {
  for (const std::string_view written :
       {"garbage", "2024-13-01T00:00:00Z", "2023-02-29", "24", "2024-02-29T12:00:01", "2024-02-29T25:00:00Z",
        "12 May 2024", "20240230120001"}) {
    const capture_description read = described("WARC-Date: " + std::string(written) + "\r\n");
    EXPECT_EQ(read.line, "") << written;
    EXPECT_EQ(read.fault, "the date is no time") << written;
  }
  EXPECT_EQ(described("").fault, "the record has no date");
}

TEST(cdxj_line, has_no_fault_of_records_that_are_no_captures) {
  const std::string_view info = "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 1\r\n\r\n";
  const std::string_view request =
      "WARC/1.0\r\nWARC-Type: request\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: 1\r\n\r\n";
  for (const std::string_view header : {info, request}) {
    const capture_description read = cdxj_describer().describe({header, "x"});
    EXPECT_EQ(read.line + std::string(read.fault), "") << header;
  }
  EXPECT_EQ(cdxj_describer(capture_scope::all).describe({request, "x"}).fault, "the record has no date");
}

}  // namespace
}  // namespace urlsieve
