#include "src/documents/message_signs.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace urlsieve {
namespace {

struct row {
  std::string head;
  std::optional<mail_sign> sign;
};

const std::string equals(73, '=');

const row rows[] = {
    {"From: a\nTo: b\n\nx", mail_sign::message},
    {"From: a\r\nSubject: b\r\n\r\nx", mail_sign::message},
    {"Subject: a\nDate: b\n", mail_sign::message},
    {"X-Any: x\nReceived: from a\n\tby b\nMessage-ID: <a@b>\n\n", mail_sign::message},
    {"Path: a!b\nNewsgroups: x.y\n\n", mail_sign::message},
    {"\n\nFrom: a\nTo: b\n\n", mail_sign::message},
    {"\xEF\xBB\xBF"
     "From: a\nTo: b\n\n",
     mail_sign::message},
    {"From nobody\nFrom: a\nTo: b\n\n", mail_sign::message},
    {"From : a\nSubject\t: b\n\n", mail_sign::message},
    {"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n", mail_sign::message},
    {"Content-Type: multipart/mixed;\n\tboundary=\"x\"\n\n--x\n", mail_sign::message},
    {"From: a\nbroken\nTo: b\nSubject: c\nDate: d\n\n", mail_sign::message},
    {"220 1 <a@b> article\r\nPath: a\r\nFrom: b\r\n\r\n", mail_sign::message},
    {"1234   \nFrom: a\nTo: b\n\n", mail_sign::message},
    {"From a@b Thu Jan  1 00:00:00 1970\nReturn-Path: <a@b>\n", mail_sign::mbox},
    {"\r\nFrom a@b Thu Jan  1 00:00:00 1970\r\n>From x\r\n", mail_sign::mbox},
    {equals + "\nDate: x\n", mail_sign::listserv},
    {"#! rnews 123\nPath: x\n", mail_sign::news_batch},
    {"#! cunbatch\n\x1F\x9D", mail_sign::packed_batch},
    {"#! gunbatch\n\x1F\x8B", mail_sign::packed_batch},
    // Anything else.
    {"", std::nullopt},
    {"\n", std::nullopt},
    {"Note: this is text\nand more\n", std::nullopt},
    {"Subject: maths\nthe rest is prose\nand more of it\n", std::nullopt},
    {"Subject: maths\nNote: x\n\n", std::nullopt},
    {"From here on we walk.\nThen we run.\n", std::nullopt},
    {"From the start: a story\nIt goes on: well\n", std::nullopt},
    {"From: a\nThen prose follows here.\nTo: b\n\n", std::nullopt},
    {"HTTP/1.1 200 OK\r\nDate: x\r\nContent-Type: text/html\r\n\r\n", std::nullopt},
    {"Date: x\r\nServer: y\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n", std::nullopt},
    {"MIME-Version: 1.0\r\nServer: y\r\nContent-Type: text/html\r\n\r\n", std::nullopt},
    {"GET / HTTP/1.1\r\nHost: a\r\nFrom: b\r\n\r\n", std::nullopt},
    {"http://a/\nhttps://b/\n", std::nullopt},
    {"to://a\nfrom://b\n\n", std::nullopt},
    {"Package: x\nVersion: 1\nDepends: y\n\n", std::nullopt},
    {"  From: a\n  To: b\n", std::nullopt},
    {"#!/bin/sh\necho x\n", std::nullopt},
    {"#! /usr/bin/perl\n", std::nullopt},
    {equals + "\nA title\n" + equals + "\n", std::nullopt},
    {"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: a\nDate: b\nSubject: "
     "c\n\n",
     std::nullopt},
    {"{\"From\": \"a\",\n\"To\": \"b\"}\n", std::nullopt},
    {"12\n13\n", std::nullopt},
};

TEST(message_signs, tell_each_row) {
  for (const row& one : rows) EXPECT_EQ(sign_of_mail(one.head), one.sign) << one.head;
}

TEST(message_signs, know_header_lines) {
  for (const char* const field : {"a:", "a: b", "a :b", "A-b_c.1:\n", "x:/"})
    EXPECT_TRUE(begins_field(field)) << field;
  for (const char* const other : {"", ":", "a", "a b: c", "\xC3\xA4: x", " a: b", "http://x", "\n"})
    EXPECT_FALSE(begins_field(other)) << other;
  EXPECT_TRUE(begins_field(std::string(126, 'n') + ":"));
  EXPECT_FALSE(begins_field(std::string(127, 'n') + ":"));
  EXPECT_TRUE(begins_mail_field("SUBJECT: x"));
  EXPECT_TRUE(begins_mail_field("X-Any: x"));
  EXPECT_FALSE(begins_mail_field("Note: x"));
}

}  // namespace
}  // namespace urlsieve
