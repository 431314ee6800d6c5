#include "src/input/lists/listed_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace urlsieve {
namespace listed_line_test {

const std::string commit = "0123456789abcdef0123456789abcdef01234567";

TEST(listed_line, is_read_as_it_is_written) {
  listed_line line;
  line.path = "s3://b/k\"\\";
  line.size = 5;
  line.modified = 7;
  line.etag = "\"one\"";
  line.last_modified = "Tue, 24 Nov 2026 10:00:00 GMT";
  line.commit = commit;
  line.part = input_part{2, 4, "text"};
  line.walked = true;
  EXPECT_EQ(read_listed_line(to_json(line)), line);
}

// An invalid version makes the line a plain name, so no part of it reaches a request or git.
TEST(listed_line, is_a_name_where_a_version_in_it_is_none) {
  for (const std::string& line : {
           std::string("a.warc"),
           std::string("{"),
           std::string(R"({"size": 5})"),
           std::string(R"({"path": ""})"),
           std::string(R"({"path": "https://h.example/", "etag": "x\r\nCookie: y"})"),
           std::string(R"({"path": "https://h.example/", "etag": "\u007f"})"),
           std::string(R"({"path": "https://h.example/", "last_modified": "\u0000"})"),
           std::string(R"({"path": "m.git", "commit": "--upload-pack=touch x"})"),
           R"({"path": "m.git", "commit": ")" + commit + "0\"}",
           R"({"path": "m.git", "commit": "A)" + commit.substr(1) + "\"}",
       }) {
    listed_line name;
    name.path = line;
    EXPECT_EQ(read_listed_line(line), name) << line;
  }
}

}  // namespace listed_line_test
}  // namespace urlsieve
