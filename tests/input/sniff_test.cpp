#include "src/input/sniff.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

struct row {
  std::string_view head;
  sniffed expected;
};

const row rows[] = {
    {"", sniffed::empty},
    {" \r\n\t\n", sniffed::empty},
    {"\xEF\xBB\xBF", sniffed::empty},
    {"plain text with http://a.example/ in it\n", sniffed::text},
    {"WARC/1.0\r\nWARC-Type: warcinfo\r\n", sniffed::warc},
    {"\xEF\xBB\xBFWARC/1.1\r\n", sniffed::warc},
    {"\r\n\r\nWARC/0.18\r\n", sniffed::warc},
    {"WARC/1.0\r\nWARC-Type: x\r\n\r\n\0\0"sv, sniffed::warc},
    {"WARC/ is a format", sniffed::text},
    {"warc/1.0\r\nWARC-Type: response\r\n", sniffed::warc},
    {"WARC/1.0\r\nContent-Length: 4\r\na line that is no field\r\n", sniffed::warc},
    {"WARC/1.0", sniffed::warc},
    {"some junk\nWARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99\r\n\r\nx", sniffed::warc},
    {"some junk\nWARC/1.0\r\nContent-Length: 1\r\nWARC-Type: response\r\n\r\nx\r\n\r\n", sniffed::warc},
    {"junk\n\r\nWARC/1.0\nWARC-Type: a\n folded\n\nbody", sniffed::warc},
    {"a tail\0\x01\r\n\r\nWARC/1.0\r\nWARC-Type: x\r\n"sv, sniffed::warc},
    {"The line WARC/1.0\nbegins records.\n", sniffed::text},
    {"WARC/1.0 is the version,\nand WARC-Type: x a field.\n", sniffed::text},
    {"WARC/1.0\nis the version\n", sniffed::text},
    {"A line is\nWARC/1.0\nand so on\nWARC-Type: x\n", sniffed::text},
    {"A record in full:\n  WARC/1.0\n  WARC-Type: x\n", sniffed::text},
    {"A record in short:\nWARC/1.0\nWARC-Type: x\nContent-Length: 3\n\n[...] and more\n", sniffed::text},
    {"A record begins:\nWARC/1.0\nX-Type: x\n\n", sniffed::text},
    {"lower case in prose\nwarc/1.0\nWARC-Type: x\n", sniffed::text},
    {"filedesc://x.arc 0.0.0.0 20080101000000 text/plain 200\n", sniffed::arc},
    {"http://a.example/ 192.0.2.1 20080101000000 text/html 17\nHTTP/1.0 200 OK\n", sniffed::arc},
    {"http://a.example/ ::1 20080101000000 text/html 200 - - 33 x.arc 17\r\n", sniffed::arc},
    {"http://a.example/ 192.0.2.1 20080101 text/html 17\n", sniffed::text},
    {"http://a.example/ 192.0.2.1 20080101000000 text/html\n", sniffed::text},
    {"http://a.example/ said 20080101000000 text/html 17\n", sniffed::text},
    {" CDX N b a m s k r M S V g\n", sniffed::cdx},
    {"\tCDX\tN\tb\ta\n", sniffed::cdx},
    {" CDX is an index\n", sniffed::text},
    {"com,example)/ 20240101000000 {\"url\": \"http://example.com/\"}\n", sniffed::cdx},
    {"!OpenWayback-CDXJ 1.0\n@meta {}\ncom,example)/ 20240101000000 {}\n", sniffed::cdx},
    {"com,example)/ 20240101000000 http://example.com/ text/html 200 SUM - - 5 0 x.gz\n", sniffed::cdx},
    {"example.com/a 20240101000000 http://example.com/a text/html 200\n", sniffed::cdx},
    {"com,example)/ 2024 {\"url\": \"http://example.com/\"}\n", sniffed::text},
    {"at 20240101000000 {\"url\": \"http://example.com/\"}\n", sniffed::text},
    {"(see) 20240101000000 or http://example.com/ for more\n", sniffed::text},
    {"!important\n", sniffed::text},
    {"{\"url\": \"http://a/\", \"text\": \"}\\\"{\"}\n{\"url\"", sniffed::jsonl},
    {"  {\"a\":{\"b\":[1,2]}}", sniffed::jsonl},
    {"{}\n{}\n", sniffed::jsonl},
    {"{ this is no object }\n", sniffed::text},
    {"{\"a\": 1} and more\n", sniffed::text},
    {"{\n  \"a\": 1\n}\n", sniffed::text},
    {"[1, 2]\n", sniffed::text},
    {"<!DOCTYPE html>\n<html>", sniffed::html},
    {"<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", sniffed::html},
    {"\n  <HTML lang=en>", sniffed::html},
    {"\xEF\xBB\xBF<head>", sniffed::html},
    {"<!-- a comment --> <!-- and one --><body class=x>", sniffed::html},
    {"<a href=\"x\">", sniffed::html},
    {"<p>x", sniffed::html},
    {"<pre-historic>", sniffed::text},
    {"<http://a.example/> is a link\n", sniffed::text},
    {"<abbr", sniffed::text},
    {"<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">", sniffed::html},
    {"<?xml version=\"1.0\"?>\n<rss version=\"2.0\">", sniffed::xml},
    {"<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", sniffed::xml},
    {"http://a.example/\nhttps://b.example/x?y\r\n\nftp://c/\n", sniffed::urls},
    {"http://a.example/", sniffed::urls},
    {"\xEF\xBB\xBFhttp://a.example/\n", sniffed::urls},
    {"http://a.example/\nand text\n", sniffed::text},
    {"http://a.example/ http://b.example/\n", sniffed::text},
    {"see://\n", sniffed::text},
    {"mailto:a@b\n", sniffed::text},
    {"From here on we walk.\nThen we run.\n", sniffed::text},
    {"From the start: a story\nIt goes on: well\n", sniffed::text},
    {"\x7F"
     "ELF\x02\x01\x01\0\0"sv,
     sniffed::binary},
    {"text\0text"sv, sniffed::binary},
    {"\xFF\xFEh\0i\0"sv, sniffed::text},
    {"\xFF\xFE<\0h\0t\0m\0l\0>\0"sv, sniffed::html},
    {"\xFE\xFF\0<\0h\0t\0m\0l\0>"sv, sniffed::html},
    {"\xFE\xFF\0h\0t\0t\0p\0:\0/\0/\0a\0/\0\n"sv, sniffed::urls},
};

TEST(sniff, tells_each_row) {
  for (const row& each : rows) {
    EXPECT_EQ(name_of(sniff(each.head, true)), name_of(each.expected)) << each.head;
  }
}

TEST(sniff, needs_no_more_than_its_head) {
  const std::string filler(sniff_size, 'x');
  EXPECT_EQ(sniff("{\"text\": \"" + filler, false), sniffed::jsonl);
  EXPECT_EQ(sniff("http://a.example/" + filler, false), sniffed::text) << "no line is complete";
  EXPECT_EQ(sniff("http://a.example/\nhttp://b.example/" + filler, false), sniffed::urls);
  EXPECT_EQ(sniff("text" + filler + std::string(1, '\0'), true), sniffed::text);
  EXPECT_EQ(sniff("<!--" + filler, false), sniffed::html);
  // A page whose head is cut anywhere is still one of the two.
  const std::string page = "<!-- c -->\n<!DOCTYPE html><html><body>";
  for (std::size_t size = 26; size < page.size(); ++size)
    EXPECT_EQ(sniff(std::string_view(page).substr(0, size), false), sniffed::html) << size;
}

}  // namespace
}  // namespace urlsieve
