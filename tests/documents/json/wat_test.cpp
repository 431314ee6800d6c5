// WAT: the quick parser equals the exact parser on valid and mutated records.
#include "src/documents/json/wat.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace wat_test {

const std::string envelope =
    R"({"Container":{"Filename":"x.warc.gz","Compressed":true,"Offset":"453"},"Envelope":{"Format":"WARC",)"
    R"("Sizes":[0,-1,2.5e+3,null,false],"WARC-Header-Metadata":{"WARC-Type":"response",)"
    R"("WARC-Target-URI":"http://t/dir/page"},"Payload-Metadata":{"Trailing-Slop-Length":"4",)"
    R"("HTTP-Response-Metadata":{"Headers":{"ETag":"\"5e1\"","Location":"/moved","Link":["<l1>; rel=next","<l2>"],)"
    R"("Refresh":5},"HTML-Metadata":{"Links":[{"path":"A@/href","url":"/wiki/K%C3%B6ln","text":"say \"no\""},)"
    R"({"path":"A@/href","url":")"
    "\xC3\xBC"
    R"(.html"},{"path":"IMG@/src","url":" i.png ","alt":"C:\\"},{"url":"a\u0026b\/c"},7],)"
    R"("Head":{"Title":"t","Base":"../base/","Link":[{"path":"LINK@/href","url":"/style.css"}], "Scripts" : [ ],)"
    R"("Metas":[{"http-equiv":"Refresh","content":"1; url=r.html"},{"content":"https://og/"}]}}}}}})";

struct noted {
  bool is_read = false;
  std::string found;
  friend bool operator==(const noted&, const noted&) = default;
};

noted read(wat_reader& reader, std::string text) {
  const std::size_t size = text.size();
  text.append(64, '}');  // padding that read() requires
  noted result;
  wat_links about;
  std::vector<reference> header, page;
  arena names;
  result.is_read = reader.read(std::string_view(text).substr(0, size), about, header, page, names);
  if (result.is_read) result.found.append(about.target).append("\n").append(about.embedded_base);
  for (const auto* all : {&header, &page})
    for (const reference& link : *all)
      result.found.append("\n").append(link.where).append(" ").append(link.raw);
  return result;
}

TEST(wat, both_parsers_find_its_links) {
  for (const auto way : {wat_reader::way::quick, wat_reader::way::exact}) {
    wat_reader reader(way);
    const noted result = read(reader, envelope);
    EXPECT_TRUE(result.is_read);
    EXPECT_EQ(result.found,
              "http://t/dir/page\n../base/\nhttp:Location /moved\nhttp:Link l1\nhttp:Link l2\n"
              "a@href /wiki/K%C3%B6ln\na@href \xC3\xBC.html\nimg@src i.png\n a&b/c\nlink@href /style.css\n"
              "meta@content r.html\nmeta@content https://og/");
  }
}

// White space of HTML around a record, such as a form feed, is not white space of JSON.
TEST(wat, both_parsers_skip_white_space_around_a_record) {
  for (const auto way : {wat_reader::way::quick, wat_reader::way::exact}) {
    wat_reader reader(way);
    EXPECT_EQ(read(reader, "\f\n" + envelope + " \f"), read(reader, envelope));
  }
}

TEST(wat, quick_and_exact_parsers_agree) {
  wat_reader quick;
  wat_reader exact(wat_reader::way::exact);
  const std::vector<std::string> pieces{
      "\"",      "\\",    "{",    "}",   "[",    "]",    ":",     ",",    " ",     "\n",   "0",    "01",
      "-",       "1.",    "true", "tru", "\\\"", "\\\\", "\\n",   "\\x",  "\\u",   "\xC3", "\x01", "\\ud8",
      "\\u0041", "null,", "7,",   "\t",  "{}",   "[]",   "\"\":", "\xFF", "\"a\"", "e",    "1e5",  "."};
  std::mt19937 random(28500);
  int readable = 0;
  for (int i = 0; i < 30000; ++i) {
    std::string text = envelope;
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      const std::string& piece = pieces[random() % pieces.size()];
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 3);
          break;
        case 1:
          text.replace(at, std::min(piece.size(), text.size() - at), piece);
          break;
        case 2:
          text.insert(at, piece);
          break;
        default: {
          // A duplicated substring: repeated keys, misplaced values.
          const std::string copied = text.substr(random() % text.size(), 1 + random() % 60);
          text.insert(at, copied);
        }
      }
    }
    const noted expected = read(exact, text);
    ASSERT_EQ(read(quick, text), expected) << text;
    readable += expected.is_read ? 1 : 0;
  }
  EXPECT_GT(readable, 2000);
}

}  // namespace wat_test
}  // namespace urlsieve
