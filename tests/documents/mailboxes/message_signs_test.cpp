#include "src/documents/mailboxes/message_signs.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "src/documents/formats.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace message_signs_test {

struct row {
  std::string head;
  std::string_view word;  // empty: not mail
};

const std::string equals(73, '=');

std::string broken(int lines) {
  std::string all;
  for (int i = 0; i < lines; ++i) all += "broken\n";
  return all;
}

const row rows[] = {
    {"From: a\nTo: b\n\nx", "message"},
    {"From: a\r\nSubject: b\r\n\r\nx", "message"},
    {"Subject: a\nDate: b\n", "message"},
    {"X-Any: x\nReceived: from a\n\tby b\nMessage-ID: <a@b>\n\n", "message"},
    {"Path: a!b\nNewsgroups: x.y\n\n", "message"},
    {"\n\nFrom: a\nTo: b\n\n", "message"},
    {"\xEF\xBB\xBF"
     "From: a\nTo: b\n\n",
     "message"},
    {"From nobody\nFrom: a\nTo: b\n\n", "message"},
    {"From : a\nSubject\t: b\n\n", "message"},
    {"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n", "message"},
    {"Content-Type: multipart/mixed;\n\tboundary=\"x\"\n\n--x\n", "message"},
    {"From: a\nbroken\nTo: b\nSubject: c\nDate: d\n\n", "message"},
    // Up to eight malformed header lines are accepted; nine are not, even after certain signs of mail.
    {"From: a\nTo: b\nSubject: c\nDate: d\n" + broken(8) + "Cc: e\n\n", "message"},
    {"From: a\nTo: b\nSubject: c\nDate: d\nCc: e\n" + broken(9) + "\n", ""},
    {"From: a\nFrom: b\nDate: c\nDate: d\nFrom: e\n" + broken(1) + "\n", ""},
    {"Date: a\nMIME-Version: b\nContent-Type: c\nContent-Length: d\n" + broken(1) + "To: b\nCc: c\n\n",
     "message"},
    {"220 1 <a@b> article\r\nPath: a\r\nFrom: b\r\n\r\n", "message"},
    {"1234   \nFrom: a\nTo: b\n\n", "message"},
    {"From a@b Thu Jan  1 00:00:00 1970\nReturn-Path: <a@b>\n", "mbox"},
    {"\r\nFrom a@b Thu Jan  1 00:00:00 1970\r\n>From x\r\n", "mbox"},
    {equals + "\nDate: x\n", "listserv"},
    {"#! rnews 123\nPath: x\n", "rnews"},
    {"#! cunbatch\n\x1F\x9D", "packed-rnews"},
    {"#! gunbatch\n\x1F\x8B", "packed-rnews"},
    // Other text.
    {"", ""},
    {"\n", ""},
    {"Note: this is text\nand more\n", ""},
    {"Subject: maths\nthe rest is prose\nand more of it\n", ""},
    {"Subject: maths\nNote: x\n\n", ""},
    {"From here on we walk.\nThen we run.\n", ""},
    {"From the start: a story\nIt goes on: well\n", ""},
    {"From: a\nThen prose follows here.\nTo: b\n\n", ""},
    {"HTTP/1.1 200 OK\r\nDate: x\r\nContent-Type: text/html\r\n\r\n", ""},
    {"Date: x\r\nServer: y\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n", ""},
    {"MIME-Version: 1.0\r\nServer: y\r\nContent-Type: text/html\r\n\r\n", ""},
    {"GET / HTTP/1.1\r\nHost: a\r\nFrom: b\r\n\r\n", ""},
    {"http://a/\nhttps://b/\n", ""},
    {"to://a\nfrom://b\n\n", ""},
    {"Package: x\nVersion: 1\nDepends: y\n\n", ""},
    {"  From: a\n  To: b\n", ""},
    {"#!/bin/sh\necho x\n", ""},
    {"#! /usr/bin/perl\n", ""},
    {equals + "\nA title\n" + equals + "\n", ""},
    {"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: a\nDate: b\nSubject: "
     "c\n\n",
     ""},
    {"{\"From\": \"a\",\n\"To\": \"b\"}\n", ""},
    // Fields of other texts with the names of fields of mail.
    {"Title: x\nDate: 2024-01-01\nReferences: https://a.example/x\nVendor: https://b.example/\n", ""},
    {"Date: 2024-01-01 12:00\nReferences: https://a.example/x\n", ""},
    {"from: https://a.example/old\nto: https://b.example/new\n", ""},
    {"to: https://a.example/@b\nfrom:\n  https://b.example/?a@b\n", ""},
    {"Subject: x\nDate: 2024-01-01\nUrl: https://a.example/\n", ""},
    {"Date: 2024-01-01 12:00\nFrom: a\n", "message"},
    {"Date: Mon, 1 Jan 2024 12.00.00 +0100\nFrom: a\n", "message"},
    {"From: https://a.example/ <b@a.example>\nTo: \"http://c\"\n c@d\n", "message"},
    {"References:\n <a@b>\nFrom: a\n", "message"},
    {"From: a\nTo: b\nDate: 2024-01-01\n", "message"},
    {"12\n13\n", ""},
};

std::string_view mail_word(std::string_view head) {
  const format* const found = match_format(input_head({}, head, true), {}).as;
  return found != nullptr && found->family == format_family::mail ? found->word : std::string_view{};
}

TEST(message_signs, tell_each_row) {
  for (const row& item : rows) EXPECT_EQ(mail_word(item.head), item.word) << item.head;
}

// Malformed lines are counted in headers of any composition.
TEST(message_signs, count_strange_lines_in_long_headers) {
  struct kind {
    std::string front;
    bool strange;
  };
  const kind kinds[] = {{"X-Field: ", false},
                        {"x:", false},
                        {"a/b:/", false},
                        {"Blank  : ", false},
                        {" folded ", false},
                        {"\t\t: ", false},
                        {std::string(60, 'n') + ":", false},
                        {std::string(126, 'n') + ":", false},
                        {std::string(127, 'n') + ":", true},
                        {std::string(190, 'n') + ":", true},
                        {"http://a", true},
                        {"prose goes on: ", true},
                        {":", true},
                        {"\xC3\xA4: ", true},
                        {"prose", true}};
  std::mt19937 random(11);
  for (int round = 0; round < 4000; ++round) {
    std::string text = "From: a\nTo: b\nSubject: c\nDate: d\n";
    int strange = 0;
    for (auto lines = random() % 60; lines > 0; --lines) {
      const kind& sign = kinds[random() % 3 == 0 ? random() % std::size(kinds) : random() % 8];
      text.append(sign.front).append(random() % 90, 'v').append(random() % 3 == 0 ? "\r\n" : "\n");
      if (sign.strange) ++strange;
    }
    // Malformed lines after the header do not count.
    text.append(round % 2 == 0 ? "\n" : " \r\n").append(broken(9 + round % 30));
    ASSERT_EQ(begins_message(text), strange <= 8) << text;
  }
}

TEST(message_signs, know_header_lines) {
  for (const char* const field : {"a:", "a: b", "a :b", "A-b_c.1:\n", "x:/"})
    EXPECT_TRUE(begins_field(field)) << field;
  for (const char* const other : {"", ":", "a", "a b: c", "\xC3\xA4: x", " a: b", "http://x", "\n"})
    EXPECT_FALSE(begins_field(other)) << other;
  EXPECT_TRUE(begins_field(std::string(126, 'n') + ":"));
  EXPECT_FALSE(begins_field(std::string(127, 'n') + ":"));
  for (std::size_t size = 1; size < 20; ++size) {
    for (const char end : {'\0', '\n', ' ', '\x1F', '\x7F', '\x80', '\xFF'}) {
      const std::string name(size, size % 2 == 0 ? '!' : '~');
      EXPECT_TRUE(begins_field(name + ":" + std::string(size, end)));
      EXPECT_FALSE(begins_field(name + end + "~~~~~~~~~~:"));
    }
  }
  EXPECT_TRUE(begins_mail_field("SUBJECT: x"));
  EXPECT_TRUE(begins_mail_field("X-Any: x"));
  EXPECT_FALSE(begins_mail_field("Note: x"));
}

}  // namespace message_signs_test
}  // namespace urlsieve
