#include "src/pipeline/container.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

std::optional<container> found(std::string_view head, input_format format = input_format::automatic,
                               std::string_view name = "x") {
  input_options options;
  options.format = format;
  return recognise_container(name, head, true, options).kind;
}

const std::string equals(73, '=');
constexpr std::string_view mail = "From: a\nSubject: b\n\nhttp://c/\n";
constexpr std::string_view mbox = "From a@b Thu Jan  1 00:00:00 1970\nFrom: a\n\nx\n";

TEST(container, is_told_by_content) {
  EXPECT_EQ(found("text\n"), container::text);
  EXPECT_EQ(found("http://a/\n"), container::urls);
  EXPECT_EQ(found("<html>"), container::html);
  EXPECT_EQ(found("<?xml version=\"1.0\"?><rss>"), container::xml);
  EXPECT_EQ(found("WARC/1.0\r\nWARC-Type: response\r\n\r\n"), container::warc);
  EXPECT_EQ(found("{\"url\": \"http://a/\"}\n"), container::json_lines);
  EXPECT_EQ(found("\x7F"
                  "ELF\0\0"sv),
            std::nullopt);
  EXPECT_EQ(found("a <b> c", input_format::automatic, "page.html"), container::html);
}

TEST(container, of_mail_is_told_by_content) {
  EXPECT_EQ(found(mbox), container::mbox);
  EXPECT_EQ(found(mail), container::message);
  EXPECT_EQ(found(mail, input_format::automatic, "page.html"), container::message);
  EXPECT_EQ(found(equals + "\nDate: x\n\ny\n"), container::listserv);
  EXPECT_EQ(found("#! rnews 12\nPath: a\n"), container::news_batch);
  EXPECT_EQ(found("#! gunbatch\n\x1F\x8B"), container::packed_news);
  EXPECT_EQ(found("From: a\nSubject: b\n\nbinary \0 body"sv), container::message);
  EXPECT_EQ(found("HTTP/1.1 200 OK\r\nDate: x\r\nMIME-Version: 1.0\r\n\r\n"), container::text);
}

TEST(container, is_what_the_format_says) {
  EXPECT_EQ(found(mbox, input_format::text), container::text);
  EXPECT_EQ(found("text\n", input_format::mbox), container::mbox);
  EXPECT_EQ(found(mbox, input_format::maildir), container::message);
  EXPECT_EQ(found("text\n", input_format::mail), container::message);
  EXPECT_EQ(found(mbox, input_format::mail), container::mbox);
  EXPECT_EQ(found("text\n", input_format::news), container::message);
  EXPECT_EQ(found("#! rnews 12\nPath: a\n", input_format::news), container::news_batch);
}

TEST(container, has_a_splitter_for_each_kind) {
  const extract_options options;
  for (const container kind :
       {container::text, container::urls, container::html, container::xml, container::warc, container::arc,
        container::cdx, container::json_lines, container::mbox, container::message, container::listserv,
        container::news_batch, container::packed_news})
    EXPECT_NE(make_splitter(kind, options), nullptr);
}

}  // namespace
}  // namespace urlsieve
