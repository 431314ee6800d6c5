#include "src/documents/json/json_lines.hpp"
#include "urlsieve/input_options.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
namespace json_lines_test {

struct read_result {
  std::string documents;  // "base type body|..."
  stats counted;
};

input_options forced_options() {
  input_options options;
  options.format = input_format::jsonl;
  return options;
}

read_result read(std::string text, const input_options& options = forced_options()) {
  slice lines;
  const std::size_t size = text.size();
  text.append(64, '\0');  // padding that read() requires
  lines.bytes = std::string_view(text).substr(0, size);
  lines.offset = 1000;
  read_result result;
  json_lines_reader reader(options);
  reader.read(lines, "input", result.counted, [&](const document& found) {
    if (!result.documents.empty()) result.documents += '|';
    result.documents.append(found.base)
        .append(found.type == media::html   ? " html "
                : found.type == media::json ? " json "
                                            : " text ");
    result.documents.append(found.body);
    EXPECT_EQ(found.source, found.base.empty() ? "input" : found.base);
    EXPECT_EQ(found.charset, "utf-8");
  });
  return result;
}

std::uint64_t bad(const read_result& result) {
  return result.counted.damaged[static_cast<std::size_t>(damage::bad_line)];
}

TEST(json_lines, gives_text_and_html_with_their_url_in_any_order) {
  EXPECT_EQ(read(R"({"url":"http://a/","text":"t1","html":"<p>"})").documents,
            "http://a/ text t1|http://a/ html <p>");
  EXPECT_EQ(read("{\"html\":\"h\",\"n\":[1,{\"url\":\"no\"}],\"url\":\"u\"}\n{\"text\":\"t\"}\r\n").documents,
            "u html h| text t");
}

TEST(json_lines, gives_lines_of_wat_as_metadata) {
  const std::string wat = R"({"Container":{"Filename":"x"},"Envelope":{"Payload-Metadata":{}}})";
  const std::string text = "{\"text\":\"t\"}\n" + wat + "\r\n{\"Envelope\":1,\"text\":\"u\"}\n{\"a\":1}\n";
  slice lines;
  const std::string padded = text + std::string(64, '\0');
  lines.bytes = std::string_view(padded).substr(0, text.size());
  lines.offset = 1000;
  stats counted;
  json_lines_reader reader(forced_options());
  std::string given;
  reader.read(
      lines, "input", counted, [&](const document& found) { given += std::string(found.body) + "|"; },
      [&](const slice& found) {
        EXPECT_EQ(found.kind, slice_kind::metadata);
        EXPECT_EQ(found.media_type, "application/json");
        EXPECT_EQ(found.bytes, wat + "\r");
        EXPECT_EQ(found.offset, 1000 + text.find(wat));
        EXPECT_EQ(found.target, "");
        given += "wat|";
      });
  EXPECT_EQ(given, "t|wat|u|");
  EXPECT_EQ(counted.total_damage(), 0U);
}

TEST(json_lines, gives_other_members_of_lines_without_url_or_content_as_json) {
  constexpr std::string_view lines =
      R"({"html":"<p>","a":"http://a/","text":["t\"u",{"b":"c"}],"text":"v"}
{"url":"http://b/"}
{"url":"http://c/","text":"w","a":"http://lost/"}
{"text":"x","n":1}
)";
  read_result result = read(std::string(lines), input_options{});
  EXPECT_EQ(
      result.documents,
      R"( html <p>| text t"u| text v| json {"html":"","a":"http://a/","text":["",{"b":"c"}],"text":""}|)"
      R"( json {"url":"http://b/"}|http://c/ text w| text x)");
  EXPECT_EQ(result.counted.skipped["line:no-fields"], 0U);
  read_result forced = read(std::string(lines));
  EXPECT_EQ(forced.documents, R"( html <p>| text t"u| text v|http://c/ text w| text x)");
  EXPECT_EQ(forced.counted.skipped["line:no-fields"], 1U);
}

// Other members without a "/" may hold names and opaque URLs; numbers, times and plain words are not read.
TEST(json_lines, gives_other_members_that_may_hold_a_url) {
  for (const std::string member : {"\"a\":\"www.e.org\"", "\"a\":\"mailto:b@e.org\"", "\"a\":\"x\\/y\""})
    EXPECT_EQ(read("{\"text\":\"t\"," + member + "}", input_options{}).documents,
              " text t| json {\"text\":\"\"," + member + "}");
  for (const std::string member : {"\"a\":1.5", "\"a\":\"Two. Words\"", "\"a\": true,\"b\":null"})
    EXPECT_EQ(read("{\"text\":\"t\"," + member + "}", input_options{}).documents, " text t") << member;
}

// As a string of any other JSON. The text of a page with its URL, as in data sets, has no tags of its own.
TEST(json_lines, gives_a_default_text_with_links_in_tags_as_json) {
  constexpr std::string_view line = R"({"text":"<a href=\"/x\">\n"})";
  EXPECT_EQ(read(std::string(line), input_options{}).documents, R"( json {"text":"<a href=\"/x\">\n"})");
  EXPECT_EQ(read(std::string(line)).documents, " text <a href=\"/x\">\n");
  EXPECT_EQ(read(R"({"text":"<a href='/x'>","url":"u"}
{"text":"a <b>c</b>"})",
                 input_options{})
                .documents,
            "u text <a href='/x'>| text a <b>c</b>");
}

TEST(json_lines, undoes_escapes) {
  EXPECT_EQ(read(R"({"text":"a\/b\u00e9\n\"\ud83d\ude00"})").documents,
            " text a/b\xC3\xA9\n\"\xF0\x9F\x98\x80");
}

TEST(json_lines, keeps_a_text_with_half_a_surrogate_pair) {
  EXPECT_EQ(read(R"({"text":"a\ud83d b\\\"\/\b\u00e9\u20ac\ud83d\ude00\ude00\ud83d\ud83d\ude00","html":"h"})")
                .documents,
            " text a\xEF\xBF\xBD "
            "b\\\"/\b\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xEF\xBF\xBD\xEF\xBF\xBD\xF0\x9F\x98\x80| html h");
  for (const std::string bad_text : {"\\ud83d\\x", "\\ud83d\\u12", "\\ud83d\\u-123", "\\ud83d\\u12 4"}) {
    const read_result result = read("{\"text\":\"" + bad_text + "\"}");
    EXPECT_EQ(bad(result), 1U) << bad_text;
    EXPECT_EQ(result.documents, "");
  }
}

TEST(json_lines, follows_dotted_paths_and_looks_through_arrays) {
  input_options options;
  options.json_url = "meta.uri";
  options.json_text = "pages.text";
  options.json_html = "body";
  EXPECT_EQ(read(R"({"pages":[{"text":"one"},{"text":["two","three"]},{"other":{"text":"no"}},4],)"
                 R"("text":"no","meta":{"uri":"http://u/","text":"no"},"body":"b"})",
                 options)
                .documents,
            "http://u/ text one|http://u/ text two|http://u/ text three|http://u/ html b");
}

// Every length of the last base64 group, in both alphabets, with and without padding and line breaks.
TEST(json_lines, gives_messages_in_base64) {
  struct row {
    std::string_view field, message;
    std::uint64_t faults;
  };
  const row rows[] = {
      {"", "", 0},
      {"QTogYg", "A: b", 0},
      {"QTogYg==", "A: b", 0},
      {"QTogYg\\u003d\\u003d", "A: b", 0},
      {"QTogYmM", "A: bc", 0},
      {"QTogYmM=", "A: bc", 0},
      {"QTog\\r\\nYmM\\n", "A: bc", 0},
      {"QTogYmNk", "A: bcd", 0},
      {"QTogfj9-Pw==", "A: ~?~?", 0},
      {"QTogfj9+Pw", "A: ~?~?", 0},
      {"QTog_z8_", "A: \xFF??", 0},
      {"QTogYg=", "A: b", 1},
      {"QTogY", "A: ", 1},
      {"QTog!Ymc=", "A: bg", 1},
  };
  input_options options;
  options.json_mail = "m.raw";
  for (const row& item : rows) {
    std::string field(item.field);
    for (std::size_t at = field.find("\\\\"); at != std::string::npos; at = field.find("\\\\"))
      field.erase(at, 1);
    const std::string text =
        "{\"raw\":\"bm8=\"}\n{\"url\":\"u\",\"m\":[{\"raw\":\"" + field + "\"}],\"text\":\"t\"}\n";
    const std::string padded = text + std::string(64, '\0');
    slice lines;
    lines.bytes = std::string_view(padded).substr(0, text.size());
    lines.offset = 1000;
    stats counted;
    json_lines_reader reader(options);
    std::string given;
    reader.read(
        lines, "input", counted, [&](const document& found) { given.append(found.body).append(1, '|'); },
        [](const slice&) { ADD_FAILURE(); },
        [&](const slice& found) {
          EXPECT_EQ(found.kind, slice_kind::message);
          EXPECT_EQ(found.bytes, item.message) << item.field;
          EXPECT_EQ(found.offset, 1000 + text.find('\n') + 1);
          given += "message|";
        });
    EXPECT_EQ(given, "t|message|");
    EXPECT_EQ(counted.total_damage(), item.faults) << item.field;
    EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::bad_transfer_encoding)], item.faults);
    EXPECT_EQ(counted.skipped["line:no-fields"], 1U);
  }
}

TEST(json_lines, a_field_may_have_two_roles) {
  input_options options;
  options.json_text = "body";
  options.json_html = "body";
  EXPECT_EQ(read(R"({"body":"b"})", options).documents, " text b| html b");
}

TEST(json_lines, takes_the_first_url_and_no_other_types) {
  EXPECT_EQ(read(R"({"url":["a","b"],"text":"t"})").documents, "a text t");
  EXPECT_EQ(read(R"({"url":5,"text":null,"html":true})").documents, "");
  EXPECT_EQ(bad(read(R"({"url":5,"text":null,"html":true})")), 0U);
}

TEST(json_lines, a_bad_line_costs_no_other_and_gives_nothing) {
  for (const std::string bad_line :
       {"{", "{\"text\":\"x\"", "{\"text\":\"x", "{\"text\":\"x\"} extra", "[\"text\"]", "\"text\"", "text",
        "}", "{\"text\":\"x\",}", "{\"text\" \"x\"}", "{\"text\":\"\xFF\"}", "{\"text\":\"\\x\"}",
        "{\"text\":\"a\x01\"}", "{\"text\":\"x\"}}", "{\"text\":\"x\"}{\"text\":\"y\"}", "{\"a\":[1,2}"}) {
    const read_result result = read("{\"text\":\"before\"}\n" + bad_line + "\n{\"text\":\"after\"}\n");
    EXPECT_EQ(result.documents, " text before| text after") << bad_line;
    EXPECT_EQ(bad(result), 1U) << bad_line;
    ASSERT_EQ(result.counted.examples.size(), 1U);
    EXPECT_EQ(result.counted.examples[0].place.plain, 1018U);
  }
}

TEST(json_lines, passes_over_blank_lines_and_a_byte_order_mark) {
  const read_result result = read("\xEF\xBB\xBF{\"text\":\"a\"}\n\n  \r\n{\"text\":\"b\"}");
  EXPECT_EQ(result.documents, " text a| text b");
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(json_lines, reads_lines_deeper_and_longer_than_usual) {
  const std::string deep = std::string(500, '[') + std::string(500, ']');
  const std::string big(3'000'000, 'x');
  const read_result result = read("{\"a\":" + deep + ",\"text\":\"t\"}\n{\"text\":\"" + big + "\"}\n");
  EXPECT_EQ(result.documents, " text t| text " + big);
  const std::string too_deep = std::string(5000, '[') + std::string(5000, ']');
  EXPECT_EQ(read("{\"text\":" + too_deep + "}\n{\"text\":\"t\"}").documents, " text t");
}

TEST(json_lines, offsets_point_to_lines) {
  std::string text = "{\"text\":\"a\"}\n\n{\"text\":\"b\",\"html\":\"c\"}\n";
  slice lines;
  const std::size_t size = text.size();
  text.append(64, ' ');
  lines.bytes = std::string_view(text).substr(0, size);
  lines.offset = 7;
  stats counted;
  std::vector<std::uint64_t> offsets;
  json_lines_reader reader(input_options{});
  reader.read(lines, "input", counted, [&](const document& found) { offsets.push_back(found.offset); });
  EXPECT_EQ(offsets, (std::vector<std::uint64_t>{7, 21, 21}));
}

struct both_given {
  std::string found;
  std::uint64_t faults = 0;
  friend bool operator==(const both_given&, const both_given&) = default;
};

both_given read_by(json_lines_reader& reader, std::string text) {
  const std::size_t size = text.size();
  text.append(64, '"');
  slice lines;
  lines.bytes = std::string_view(text).substr(0, size);
  stats counted;
  both_given result;
  reader.read(
      lines, "input", counted,
      [&](const document& found) {
        result.found.append(found.base).append(1, found.type == media::html ? '\1' : '\2').append(found.body);
        result.found.append(std::to_string(found.offset)).append(1, '|');
      },
      [&](const slice& found) { result.found.append("wat").append(found.bytes).append(1, '|'); },
      [&](const slice& found) { result.found.append("mail").append(found.bytes).append(1, '|'); });
  result.faults = counted.total_damage() + 1000 * counted.skipped["line:no-fields"];
  return result;
}

// Valid lines, and lines with a changed, removed or duplicated byte.
TEST(json_lines, quick_and_exact_parsers_agree) {
  input_options options;
  options.json_text = "a.text";
  options.json_mail = "m";
  json_lines_reader quick(options);
  json_lines_reader exact(options, json_lines_reader::way::exact);
  const std::string lines[] = {
      R"({"url":"http://u/","a":[{"text":"t \"q\" \u00e9 \ud83d\ude00"},{"text":["x",1,null]}],"html":"<p>\n<\/p>"})",
      R"( { "url" : "u" , "n" : [ -1.5e+3, 0, true, {"a":{}}, [] ] , "m" : "QTogYg==" } )",
      "{\"html\":\"\xC3\xBC\\\\\",\"a\":{\"text\":\"\",\"more\":[[[\"text\"]]]}}\r",
      R"({"\u0075rl":"u","a":{"te\u0078t":"t","text":"half \ud83d"}})",
      R"({"Container":{},"Envelope":{"Payload-Metadata":{"b":"a\\\"b"}}})",
      "{\"html\":\"" + std::string(200, 'h') + "\\n" + std::string(100, '\\') + "\",\"url\":\"x\"}"};
  constexpr std::string_view bytes = "\"\\{}[]:,0-x \t\r\xC3u";
  std::mt19937 random(7159);
  for (const std::string& line : lines) {
    EXPECT_EQ(read_by(quick, line), read_by(exact, line)) << line;
    for (unsigned round = 0; round < 4000; ++round) {
      std::string changed = line;
      for (unsigned changes = 1 + random() % 2; changes > 0; --changes) {
        const std::size_t at = random() % changed.size();
        const char byte = bytes[random() % bytes.size()];
        if (random() % 3 == 0)
          changed[at] = byte;
        else if (random() % 2 == 0)
          changed.erase(at, 1);
        else
          changed.insert(at, 1, byte);
      }
      ASSERT_EQ(read_by(quick, changed), read_by(exact, changed)) << changed;
    }
  }
}

}  // namespace json_lines_test
}  // namespace urlsieve
