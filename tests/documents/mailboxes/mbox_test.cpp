#include "src/documents/mailboxes/mbox.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "src/documents/mailboxes/mbox_separator.hpp"
#include "tests/documents/feed.hpp"
#include "tests/documents/split_in_every_way.hpp"
#include "tests/oracle/mbox_messages.hpp"
#include "tests/processor_time.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace mbox_test {

using testing::fed;
using testing::kept_slice;

const std::string from = "From joe@example.com Thu Aug 22 12:36:23 2002\n";
const std::string header = "From: Joe <joe@example.com>\nSubject: x\n";

fed split(const std::string& archive, const input_options& options = {}) {
  return testing::split_in_every_way<mbox_splitter>(archive, options);
}

std::string message(const std::string& body, const std::string& fields = "") {
  return from + header + fields + "\n" + body + "\n";
}

TEST(mbox, gives_each_message_without_its_separator) {
  const std::string archive = message("one\n") + message("two\n") + message("three\n");
  const fed result = split(archive);
  ASSERT_EQ(result.slices.size(), 3U);
  for (const kept_slice& part : result.slices) {
    EXPECT_EQ(part.kind, slice_kind::message);
    EXPECT_EQ(archive.substr(part.offset, from.size()), from);
    EXPECT_EQ(part.body_offset, from.size());
    EXPECT_EQ(archive.substr(part.offset + part.body_offset, part.bytes.size()), part.bytes);
    EXPECT_EQ(part.stuffing, line_stuffing::mboxo);
    EXPECT_FALSE(part.continues);
  }
  EXPECT_EQ(result.slices[1].bytes, header + "\ntwo\n\n");
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(mbox, loses_no_byte_but_the_separators) {
  const std::string archive = message("one\n") + message("From here on\n\nFrom the sea\n") + message("x");
  std::string together;
  for (const kept_slice& part : split(archive).slices)
    together += archive.substr(part.offset, part.body_offset) + part.bytes;
  EXPECT_EQ(together, archive);
}

struct separator_row {
  const char* line;
  const char* next;
  bool separates;
};

const separator_row separators[] = {
    {"From joe@example.com Thu Aug 22 12:36:23 2002", "Subject: x", true},
    {"From joe@example.com  Thu Aug  2 12:36:23 2002", "Subject: x", true},
    {"From joe Thu Aug 22 12:36 2002", "Subject: x", true},
    {"From joe Thu Aug 22 12:36:23 PDT 2002", "Subject: x", true},
    {"From joe Thu Aug 22 12:36:23 +0000 2002", "Subject: x", true},
    {"From joe Thu Aug 22 12:36:23 2002 +0200", "Subject: x", true},
    {"From joe Thu Aug 22 12:36:23 02", "Subject: x", true},
    {"From joe Thu, 22 Aug 2002 12:36:23 +0100", "Subject: x", true},
    {"From joe thu aug 22 9:36:23 2002 remote from there", "Subject: x", true},
    {"From Joe Public <joe@example.com> Thu Aug 22 12:36:23 2002", "Subject: x", true},
    {"From - Thu Aug 22 12:36:23 2002", "X-Mozilla-Status: 0001", true},
    {"From ???@??? Thu Aug 22 12:36:23 2002", "Received: x", true},
    {"From MAILER-DAEMON Thu Aug 22 12:36:23 2002", "Subject : x", true},
    {"From joe Thu Aug 22 12:36:23 2002", ">From jim Thu Aug 22 12:36:23 2002", true},
    {"From joe Thu Aug 22 12:36:23 2002\r", "Subject: x\r", true},
    // After an empty line, a date is enough, or an address before two header lines or alone before one.
    {"From joe@example.com I heard", "Subject: x", true},
    {"From joe@example.com 2002-08-22 12:36:23", "Received: from a", true},
    {"From joe@example.com I heard", "and so on", false},
    {"From joe@example.com", "and so on", false},
    {"From joe@example.com", "Note: x", true},
    {"From https://medium.example/@ann/post", "", false},
    {"From https://medium.example/@ann/post", "Subject: x", false},
    {"From medium.example/@ann/post", "Subject: x", false},
    {"From the docs, http://ok.example/a (mail x@y.example):", "Subject: x", false},
    {"From http://a.example/ Thu Aug 22 12:36:23 2002", "Subject: x", false},
    {"From joe Thu Aug 22 12:36:23 2002", "and so on", true},
    {"From joe Thu Aug 22 12:36:23 2002", "", true},
    {"From joe Thu Aug 22 12:36:23 2002", "http://a/", true},
    // "From " alone.
    {"From ", "Subject: x", true},
    {"From -", "Subject: x", true},
    {"From - ", "Subject: x", true},
    {"From 1844347792267117879@xxx", "X-GM-THRID: 1", true},
    {"From joe@example.com", "Subject: x", true},
    {"From -8946248053963491671", "X-Google-Thread: f9c6a,1", true},
    // No separators.
    {"From the @ sign", "and so on", false},
    {"From 12 monkeys", "Subject: x", false},
    {"From ", "and so on", false},
    {"From joe", "Subject: x", false},
    {"From Russia with love", "Year: 1963", false},
    {"From joe Thu Aug 22 2002", "Subject: x", false},
    {"From joe Thu 12:36:23", "Subject: x", false},
    {"From joe Aug 22 12:36:23 2002", "Subject: x", false},
    {"From joe Thu Foo 22 12:36:23 2002", "Subject: x", false},
    {"From joe Thursday Aug 22 12:36:23 2002", "Subject: x", false},
    {"From joe Thu Aug 22 12:3:23 2002", "Subject: x", false},
    {"From joe Thu Aug 22 12:36:23 20021", "Subject: x", false},
    {"From: joe Thu Aug 22 12:36:23 2002", "Subject: x", false},
    {"from joe Thu Aug 22 12:36:23 2002", "Subject: x", false},
    {">From joe Thu Aug 22 12:36:23 2002", "Subject: x", false},
    {" From joe Thu Aug 22 12:36:23 2002", "Subject: x", false},
    // git writes this line before a patch.
    {"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001", "From: joe", false},
    {"From 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef Mon Sep 17 00:00:00 2001",
     "From: joe", false},
    {"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:01 2001", "From: joe", true},
    {"From 0123456789abcdef0123456789abcdef0123456 Mon Sep 17 00:00:00 2001", "From: joe", true},
    {"From joe@example.com Mon Sep 17 00:00:00 2001", "From: joe", true},
};

TEST(mbox, knows_separators) {
  for (const separator_row& row : separators) {
    const std::string archive = message("one\n") + row.line + "\n" + row.next + "\nTo: y\n\nbody\n";
    EXPECT_EQ(split(archive).slices.size(), row.separates ? 2U : 1U) << row.line << "\n" << row.next;
    EXPECT_EQ(oracle::mbox_messages(archive).read().size(), row.separates ? 2U : 1U) << row.line;
  }
}

// The quick check recognizes the usual end of a separator; a trailing space forces the full check.
TEST(mbox, sees_the_usual_date_as_any_other) {
  const std::vector<std::string> pieces{"Thu ",
                                        "Aug ",
                                        "22 ",
                                        " 2 ",
                                        "12:36:23 ",
                                        "2002",
                                        " ",
                                        "\t",
                                        "- ",
                                        "joe@a.b ",
                                        "9:36:23 ",
                                        "Mon Sep 17 00:00:00 2001",
                                        "x ",
                                        "Thu, ",
                                        "99",
                                        "(Aug) ",
                                        "Xhu ",
                                        "Thu Aug 22 12:36:23 2002",
                                        "y",
                                        "/2:36:23 ",
                                        "2 2 ",
                                        "Aug:22 ",
                                        "Fri Feb  1 00:00:00 1970",
                                        "0123456789abcdef0123456789abcdef01234567 "};
  std::mt19937 random(4155);
  int separating = 0;
  for (int i = 0; i < 50000; ++i) {
    std::string line = "From ";
    for (auto left = random() % (i % 8 == 0 ? 24 : 6); left > 0; --left)
      line += pieces[random() % pieces.size()];
    if (random() % 2 == 0) line += " Thu Aug 22 12:36:23 2002";
    const bool separates = separates_messages(line + "\nand so on\n", true);
    ASSERT_EQ(separates, separates_messages(line + " \nand so on\n", true)) << line;
    separating += separates ? 1 : 0;
  }
  EXPECT_GT(separating, 20000);
  EXPECT_LT(separating, 49000);
}

const char* const without_empty_line[] = {
    // Separators: a line, and the next two lines.
    "+From joe@example.com Thu Aug 22 12:36:23 2002|Received: from a|From: b",
    "+From joe Thu Aug 22 12:36 PDT 2002|Subject: x|To: y",
    "+From joe@example.com|Note: x|Content-Foo: y",
    "+From -|X-Mozilla-Status: 0001|X-Mozilla-Status2: 0",
    "+From |Path: a!b|Newsgroups: c",
    "+From -8946248053963491671|X-Google-Language: ENGLISH|X-Google-Thread: 1",
    "+From 1844347792267117879|From: a|Date: b",
    "+From joe Thu Aug 22 12:36:23 2002|Received: from a|\tby b",
    "+From joe Thu Aug 22 12:36:23 2002|>From jim Thu Aug 22 12:36:23 2002|From: x|To: y",
    "+From joe Thu Aug 22 12:36:23 2002\r|Subject: x\r|To: y\r",
    // No separators.
    "-From joe Thu, 22 Aug 2002 12:36:23 +0100|From: x|To: y",
    "-From joe@example.com I heard|From: x|To: y",
    "-From Russia with love|From: x|To: y",
    "-From joe Thu Aug 22 12:36:23 2002|From: x|",
    "-From joe Thu Aug 22 12:36:23 2002|From: x|and so on",
    "-From joe Thu Aug 22 12:36:23 2002|and so on|From: x",
    "-From joe Thu Aug 22 12:36:23 2002|Note: x|Year: y",
    "-From joe Thu Aug 22 12:36:23 2002|From: x|  ",
    "->From joe Thu Aug 22 12:36:23 2002|From: x|To: y",
    "-From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001|From: x|Date: y",
};

TEST(mbox, knows_separators_behind_no_empty_line) {
  for (const std::string row : without_empty_line) {
    std::string lines = row.substr(1);
    std::replace(lines.begin(), lines.end(), '|', '\n');
    const std::string archive = from + header + "\nbody\n" + lines + "\n\nbody\n";
    const std::size_t messages = row[0] == '+' ? 2 : 1;
    EXPECT_EQ(split(archive).slices.size(), messages) << row;
    EXPECT_EQ(oracle::mbox_messages(archive).read().size(), messages) << row;
  }
}

TEST(mbox, separates_by_an_address_alone_before_one_field_of_mail) {
  EXPECT_EQ(split(message("one\n") + "From joe@example.com\nSubject: x\n\ntwo\n").slices.size(), 2U);
  EXPECT_EQ(split(message("one\n") + "From joe@example.com\nNote: x\n\ntwo\n").slices.size(), 1U);
  EXPECT_EQ(split(message("one\n") + "From joe@example.com on\nSubject: x\n\ntwo\n").slices.size(), 1U);
}

TEST(mbox, may_have_separators_anywhere) {
  EXPECT_EQ(split(from + header + "\nbody\n" + from + header + "\nbody\n").slices.size(), 2U);
  EXPECT_EQ(split(from + header + "\n" + from + header + "\nbody\n").slices.size(), 2U);
  EXPECT_EQ(split(from + header + "\r\nbody\r\n\r\n" + from + header + "\r\nbody\r\n").slices.size(), 2U);
  EXPECT_EQ(split("\n\r\n" + message("one")).slices.at(0).offset, 3U);
}

// Bodies with patches of git format-patch, in mailboxes with other separators.
TEST(mbox, never_splits_a_patch_from_its_message) {
  const std::string patch =
      "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: A <a@example.org>\n"
      "Date: Thu, 1 Jan 2004 00:00:00 +0000\nSubject: [PATCH] x\n\n---\n";
  EXPECT_EQ(split(message(patch + patch) + message("\n" + patch)).slices.size(), 2U);
}

TEST(mbox, passes_over_a_byte_order_mark_and_more_separators) {
  const std::string archive = "\xEF\xBB\xBF" + from + ">From a Thu Aug 22 12:36:23 2002\n>From b\n" + header +
                              "\nbody\n\n" + message("two");
  const fed result = split(archive);
  ASSERT_EQ(result.slices.size(), 2U);
  EXPECT_EQ(result.slices[0].offset, 3U);
  EXPECT_EQ(result.slices[0].bytes, header + "\nbody\n\n");
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

std::string with_length(const std::string& body, std::size_t length) {
  return from + header + "Content-Length: " + std::to_string(length) + "\n\n" + body;
}

TEST(mbox, believes_a_content_length_that_leads_to_a_separator_or_the_end) {
  const std::string hidden = "see\n\n" + from + header + "\nquoted\n";
  const std::string archive =
      with_length(hidden, hidden.size()) + "\n" + message("two\n") + with_length(hidden, hidden.size());
  const fed result = split(archive);
  ASSERT_EQ(result.slices.size(), 3U);
  EXPECT_NE(result.slices[0].bytes.find("quoted"), std::string::npos);
  EXPECT_EQ(result.slices[0].stuffing, line_stuffing::none);
  EXPECT_EQ(result.slices[1].stuffing, line_stuffing::mboxo);
  EXPECT_NE(result.slices[2].bytes.find("quoted"), std::string::npos);
  // Content-Length without the final line feed, and a separator without an empty line before it.
  EXPECT_EQ(split(with_length(hidden, hidden.size() - 1) + "\n" + message("two\n")).slices.size(), 2U);
  EXPECT_EQ(split(with_length("one\n", 4) + message("two\n")).slices.size(), 2U);
}

TEST(mbox, believes_no_other_content_length) {
  const std::string hidden = "see\n\n" + from + header + "\nquoted\n";
  for (const std::size_t wrong : {std::size_t{0}, std::size_t{1}, hidden.size() - 3, hidden.size() + 3,
                                  hidden.size() + 1000, std::size_t{1} << 40U, ~std::size_t{0}}) {
    const std::string archive = with_length(hidden, wrong) + "\n" + message("two\n");
    EXPECT_EQ(split(archive).slices.size(), 3U) << wrong;
  }
  EXPECT_EQ(split(from + header + "Content-Length: x12\n\none\n\n" + message("two")).slices.size(), 2U);
}

TEST(mbox, recognizes_the_dialect_of_public_inbox) {
  const std::string archive = "From mboxrd@z Thu Jan  1 00:00:00 1970\n" + header + "\n>From x\n";
  EXPECT_EQ(split(archive).slices.at(0).stuffing, line_stuffing::mboxrd);
}

TEST(mbox, passes_over_nuls_before_its_first_message) {
  const fed result = split(std::string(5000, '\0') + message("one\n"));
  ASSERT_EQ(result.slices.size(), 1U);
  EXPECT_EQ(result.slices[0].offset, 5000U);
}

TEST(mbox, gives_bytes_that_are_no_message_as_text) {
  const std::string junk = "tail of a message http://a/\n\n";
  const std::string archive = junk + message("two\n");
  const fed result = split(archive);
  ASSERT_EQ(result.slices.size(), 2U);
  EXPECT_EQ(result.slices[0].kind, slice_kind::whole);
  EXPECT_EQ(result.slices[0].type, media::text);
  EXPECT_EQ(result.slices[0].bytes, junk);
  EXPECT_EQ(result.slices[1].offset, junk.size());
  EXPECT_EQ(testing::damages(result.counted), "bad-message@0 ");
}

TEST(mbox, takes_a_first_message_without_a_separator) {
  const std::string first = header + "\nbody\n\n";
  const fed result = split(first + message("two\n"));
  ASSERT_EQ(result.slices.size(), 2U);
  EXPECT_EQ(result.slices[0].kind, slice_kind::message);
  EXPECT_EQ(result.slices[0].bytes, first);
  EXPECT_EQ(result.slices[0].body_offset, 0U);
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(mbox, delivers_oversized_messages_as_text) {
  input_options small;
  small.max_document = 4000;
  std::string body;
  for (int i = 0; body.size() < 20'000; ++i) body += "line http://a/" + std::to_string(i) + "\n";
  const std::string archive = message("one\n") + message(body) + message("three\n");
  const fed result = split(archive, small);
  EXPECT_EQ(testing::damages(result.counted), "too-large@" + std::to_string(message("one\n").size()) + " ");
  ASSERT_GT(result.slices.size(), 4U);
  mbox_splitter in_pieces(small);
  EXPECT_LT(testing::feed(in_pieces, archive, testing::way{63}).most_held, 8000U);
  std::string together;
  for (const kept_slice& part : result.slices) {
    together += archive.substr(part.offset, part.body_offset) + part.bytes;
    EXPECT_EQ(part.continues, part.kind == slice_kind::whole);
    EXPECT_EQ(archive.compare(part.offset + part.body_offset, part.bytes.size(), part.bytes), 0);
  }
  EXPECT_EQ(together, archive);
  EXPECT_EQ(result.slices.back().bytes, header + "\nthree\n\n");
  EXPECT_EQ(result.slices.back().kind, slice_kind::message);
}

// Near-separators at every offset around the size limit.
TEST(mbox, is_the_same_around_the_largest_document) {
  input_options small;
  small.max_document = 600;
  for (std::size_t size = 400; size < 700; size += 3)
    split(message(std::string(size, 'x') + "\n") + message("two\n") + message(std::string(900, 'y')), small);
}

const std::vector<std::string>& fragments() {
  static const std::vector<std::string> all{
      from,
      header,
      "\n",
      "\n",
      "\r\n",
      "body\n",
      "From ",
      "From -\n",
      ">From x\n",
      "http://a/\n",
      "x: y\n",
      "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n",
      "\r",
      "x",
      "F",
      "\n\n",
      "From joe Thu, 22 Aug 2002 12:36:23 +0100\n",
      "From -12345678\n",
      "From joe@x.example and so on\n",
      "\tgoes on\n",
      "Subject: x\nTo: y\n",
      "Content-Length: 30\n",
      "Content-Length: 120\n",
      "content-length: 7\r\n",
      "--b\n",
      "From joe@x\n",
      "From https://a.example/@joe/post\n",
      "From a.example/@joe\n",
      "Subject: x\n",
      std::string(1020, 'z'),
      std::string(130, 'n') + ": v\n"};
  return all;
}

TEST(mbox, equals_the_reference_for_any_delivery) {
  std::mt19937 random(11);
  input_options small;
  small.max_document = 300;
  for (int round = 0; round < 250; ++round) {
    std::string archive = from + header;
    for (auto parts = random() % 40; parts > 0; --parts)
      archive += fragments()[random() % fragments().size()];
    std::vector<oracle::mbox_message> given;
    for (const kept_slice& part : split(archive).slices)
      given.push_back({part.offset, part.offset + part.body_offset, part.bytes});
    ASSERT_EQ(given, oracle::mbox_messages(archive).read()) << archive;
    if (round % 4 == 0) split(archive, small);
  }
}

// Each offset of a small archive as the edge of a buffer.
TEST(mbox, does_not_see_the_edges_of_buffers) {
  const std::string archive = message("one\n") + message(">From x\n\nFrom the sea\n") + message("three\n");
  mbox_splitter at_once{input_options{}};
  const fed expected = testing::feed_whole(at_once, archive);
  for (std::size_t edge = 1; edge < archive.size(); ++edge) {
    mbox_splitter splitter{input_options{}};
    bool first = true;
    const fed result = testing::feed(
        splitter, archive, [&] { return std::exchange(first, false) ? edge : archive.size(); }, true);
    ASSERT_EQ(result.slices, expected.slices) << edge;
  }
}

TEST(mbox, takes_linear_time) {
  const auto seconds = [](const std::string& archive) {
    return testing::processor_seconds([&] {
      mbox_splitter splitter{input_options{}};
      testing::feed(splitter, archive, [] { return std::size_t{1} << 16U; });
    });
  };
  const auto repeated = [](const std::string& text, std::size_t size) {
    std::string all = from + header;
    while (all.size() < size) all += text;
    return all;
  };
  const std::size_t size = std::size_t{4} << 20U;
  EXPECT_LT(seconds(repeated("\nFrom \n", size)), 3);
  EXPECT_LT(seconds(repeated("\n" + from + header, size)), 3);
  EXPECT_LT(seconds(repeated("\nFrom " + std::string(1000, 'x') + "\n", size)), 3);
  EXPECT_LT(seconds(repeated("x: y\n", size)), 3);
  EXPECT_LT(seconds(repeated("Content-Length: 4000000\n", size)), 3);
  EXPECT_LT(seconds(repeated("\n" + from + "Content-Length: 9000\n", size)), 3);
  EXPECT_LT(seconds(from + header + std::string(size, '\n')), 3);
}

}  // namespace mbox_test
}  // namespace urlsieve
