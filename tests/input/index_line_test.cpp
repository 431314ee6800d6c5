#include "src/input/lists/index_line.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace urlsieve {
namespace {

TEST(index_line, begins_an_index) {
  for (
      const std::string_view line :
      {"url\tinput\trecord-offset\trecord-length", "record-length,record-offset,input",
       "\"warc_filename\",\"warc_record_offset\",\"warc_record_length\"",
       "url_surtkey,warc_filename,warc_record_offset,warc_record_length",
       R"({"input":"a","record-offset":1,"record-length":2})",
       R"({"x": -1.5e3, "warc_filename" : "a", "warc_record_offset" : 1, "warc_record_length" : 2})",
       R"({"path": "x", "filename": "a", "offset": "1", "length": "2"})",
       R"(com,example)/ 20240229120000 {"url": "http://example.com/", "filename": "a", "offset": "1", "length": "2"})",
       R"(a 2024 {"length":"2","offset":"1","filename":"a"})"})
    EXPECT_TRUE(begins_index(line)) << line;
}

TEST(index_line, takes_names_for_names) {
  for (const std::string_view line :
       {"", "a.warc.gz", "input", "input,record-offset", "input record-offset record-length", "{", "}", "{}",
        " {}", "input\trecord-offset,record-length", R"({"path":"a.warc","from":0,"to":5,"format":"warc"})",
        R"({"filename":"a","offset":"1"})", R"({"url":"filename offset length"})",
        R"(com,example)/ {"filename": "a", "offset": "1", "length": "2"})",
        R"(com,example)/ 2024x {"filename": "a", "offset": "1", "length": "2"})",
        R"( 2024 {"filename": "a", "offset": "1", "length": "2"})",
        R"(com,example)/ 20240229120000 {"filename": "a", "offset": "1"})",
        R"(com,example)/ 20240229120000 {"filename": "a", "offset": "1", "length": "2"} x)"})
    EXPECT_FALSE(begins_index(line)) << line;
}

TEST(index_line, recognizes_classic_cdx) {
  for (const std::string_view line :
       {" CDX N b a m s k r M S V g", " CDX A b e a m s c k r V v D d g M n", "\tCDX\tN\tb\ta", ",CDX,a"})
    EXPECT_TRUE(begins_classic_cdx(line)) << line;
  for (const std::string_view line : {"", " CDX", " CDX ", "CDX N b a", " CDX N b a.warc", " CDXJ 1.0",
                                      " CDX N  b", " CDX,N", "-CDX-a", "./CDX.a"})
    EXPECT_FALSE(begins_classic_cdx(line)) << line;
}

}  // namespace
}  // namespace urlsieve
