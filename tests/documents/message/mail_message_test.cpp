// Documents of mail messages, part by part, in time linear in the message.
#include "src/documents/message/mail_message.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/processor_time.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace mail_message_test {

struct opened_part {
  std::string path;
  media type;
  std::string body;
  std::string base;
  std::string where;
  std::string where_prefix;
  std::string charset;
};

struct opened_message {
  std::vector<opened_part> parts;
  std::vector<std::string> references;  // "path where raw"
  std::vector<std::string> ids;
  stats counted;

  [[nodiscard]] std::vector<std::string> paths() const {
    std::vector<std::string> all;
    for (const opened_part& part : parts) all.push_back(part.path);
    return all;
  }
  [[nodiscard]] std::uint64_t damaged(damage why) const {
    return counted.damaged[static_cast<std::size_t>(why)];
  }
};

opened_message open(const std::string& message, const mail_options& options = {},
                    line_stuffing stuffing = line_stuffing::none) {
  mail_reader reader(options, url_options());
  slice part;
  part.kind = slice_kind::message;
  part.bytes = message;
  part.offset = 4711;
  part.stuffing = stuffing;
  opened_message result;
  reader.read(
      part, "input", result.counted,
      [&](const document& opened) {
        EXPECT_EQ(opened.source, "input");
        EXPECT_EQ(opened.offset, 4711U);
        result.ids.emplace_back(opened.message_id);
        result.parts.push_back({std::string(opened.part), opened.type, std::string(opened.body),
                                std::string(opened.base), std::string(opened.where),
                                std::string(opened.where_prefix), std::string(opened.charset)});
      },
      [&](const document& context, std::span<const reference> found) {
        for (const reference& each : found)
          result.references.push_back(std::string(context.part) + " " + std::string(each.where) + " " +
                                      std::string(each.raw));
      });
  return result;
}

using texts = std::vector<std::string>;

TEST(mail_message, numbers_parts_as_imap_does) {
  // The example of RFC 3501 section 6.4.5, with texts instead of images.
  const std::string message =
      "Content-Type: multipart/mixed; boundary=A\n\n"
      "--A\n\none\n"
      "--A\nContent-Type: application/octet-stream\n\ntwo\n"
      "--A\nContent-Type: message/rfc822\n\n"
      "Content-Type: multipart/mixed; boundary=B\n\n--B\n\n3.1\n--B\nContent-Type: "
      "application/octet-stream\n\n3.2\n--B--\n"
      "--A\nContent-Type: multipart/mixed; boundary=C\n\n"
      "--C\n\n4.1\n"
      "--C\nContent-Type: message/rfc822\n\n"
      "Content-Type: multipart/mixed; boundary=D\n\n"
      "--D\n\n4.2.1\n"
      "--D\nContent-Type: multipart/alternative; boundary=E\n\n--E\n\n4.2.2.1\n--E\nContent-Type: "
      "text/richtext\n\n4.2.2.2\n--E--\n"
      "--D--\n--C--\n--A--\n";
  EXPECT_EQ(open(message).paths(), (texts{"1", "3.1", "4.1", "4.2.1", "4.2.2.1", "4.2.2.2"}));
}

TEST(mail_message, numbers_messages_in_messages) {
  EXPECT_EQ(open("Subject: one part\n\ntext\n").paths(), texts{"1"});
  EXPECT_EQ(open("Content-Type: message/rfc822\n\nSubject: inner\n\ntext\n").paths(), texts{"1.1"});
  EXPECT_EQ(
      open(
          "Content-Type: message/rfc822\n\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\n\ny\n")
          .paths(),
      (texts{"1.1", "1.2"}));
}

TEST(mail_message, knows_the_message_id_of_the_whole) {
  const opened_message opened = open(
      "Message-Id:\n <outer@example.org>\nContent-Type: message/rfc822\n\nMessage-ID: <inner@x>\n\ntext\n");
  EXPECT_EQ(opened.ids, texts{"outer@example.org"});
  EXPECT_EQ(open("Message-ID: bare@x\n\ntext").ids, texts{"bare@x"});
}

TEST(mail_message, ends_bodies_before_the_line_end_of_the_delimiter) {
  const opened_message opened = open(
      "Content-Type: multipart/mixed; "
      "boundary=b\r\n\r\n--b\r\n\r\none\r\n\r\n--b\r\n\r\n--b\r\n\r\n\r\n--b--");
  ASSERT_EQ(opened.parts.size(), 3U);
  EXPECT_EQ(opened.parts[0].body, "one\r\n");
  EXPECT_EQ(opened.parts[1].body, "");
  EXPECT_EQ(opened.parts[2].body, "");
}

TEST(mail_message, passes_over_the_lines_that_mailboxes_put_before_a_header) {
  for (const std::string front :
       {"From a@b Thu Jan  1 00:00:00 1970\n", ">From a@b\n", "From x\n>From y\n", "\n"})
    EXPECT_EQ(open(front + "Content-Type: text/html\n\nx").parts.at(0).type, media::html) << front;
}

TEST(mail_message, reports_each_part_with_its_path) {
  const opened_message opened = open(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nt\n--b\nContent-Type: text/html; "
      "charset=KOI8-R\n\nh\n"
      "--b\nContent-Type: text/css\n\nc\n");
  ASSERT_EQ(opened.parts.size(), 3U);
  EXPECT_EQ(opened.parts[0].where, "text");
  EXPECT_EQ(opened.parts[1].where_prefix, "html:");
  EXPECT_EQ(opened.parts[1].charset, "KOI8-R");
  EXPECT_EQ(opened.parts[2].where, "");
}

TEST(mail_message, undoes_the_stuffing_of_containers_where_it_matters) {
  const std::string quoted =
      "Content-Transfer-Encoding: quoted-printable\n\nhttp://x/=\n..html\n>From =\n>>From =\nend";
  EXPECT_EQ(open(quoted, {}, line_stuffing::nntp).parts.at(0).body, "http://x/.html\n>From >>From end");
  EXPECT_EQ(open(quoted, {}, line_stuffing::mboxo).parts.at(0).body, "http://x/..html\nFrom >>From end");
  EXPECT_EQ(open(quoted, {}, line_stuffing::mboxrd).parts.at(0).body, "http://x/..html\nFrom >From end");
  EXPECT_EQ(open(quoted).parts.at(0).body, "http://x/..html\n>From >>From end");
  EXPECT_EQ(open("A: b\n\n..\n...x\n", {}, line_stuffing::nntp).parts.at(0).body, ".\n..x\n");
  EXPECT_EQ(open("A: b\n\n>From x\n", {}, line_stuffing::mboxo).parts.at(0).body, ">From x\n");
}

TEST(mail_message, counts_encoded_files_in_text) {
  using skips = decltype(stats::skipped);
  const std::string message =
      "Subject: files\n\none\nbegin 644 page.html\n7/&$@:')E9CUH='1P.B\\O82\\^>#PO83X \n`\nend\ntwo\n"
      "begin 644 picture.png\n#86)C\n`\nend\nthree\n"
      "=ybegin line=128 size=3 name=x.bin\nabc\n=yend size=3\nfour\n";
  const opened_message opened = open(message);
  EXPECT_EQ(opened.parts.size(), 4U);
  EXPECT_EQ(opened.counted.skipped, (skips{{"part:uuencode", 2}, {"part:yenc", 1}}));
  mail_options options;
  options.attachments = true;
  const opened_message attached = open(message, options);
  ASSERT_EQ(attached.parts.size(), 5U);
  EXPECT_EQ(attached.parts[1].type, media::html);
  EXPECT_EQ(attached.counted.skipped, (skips{{"part:uuencode", 1}, {"part:yenc", 1}}));
}

// RFC 2045 section 5.2: the default is plain text; mail programs send and store pages without a type.
TEST(mail_message, recognizes_pages_without_a_declared_type) {
  const auto type_of = [](const std::string& fields, const std::string& body) {
    const opened_message opened = open("Subject: x\n" + fields + "\n" + body);
    EXPECT_EQ(opened.parts.size(), 1U);
    if (opened.parts[0].type == media::html) {
      EXPECT_EQ(opened.parts[0].where_prefix, "html:");
    }
    return opened.parts[0].type;
  };
  const std::string page = " \r\n<HTML><a href=x>\n";
  EXPECT_EQ(type_of("", page), media::html);
  EXPECT_EQ(type_of("", "<!DOCTYPE html>\n"), media::html);
  EXPECT_EQ(type_of("Content-Transfer-Encoding: base64\n", "PGh0bWw+PGEgaHJlZj14Pg==\n"), media::html);
  EXPECT_EQ(type_of("", "<htmlx>\n"), media::text);
  EXPECT_EQ(type_of("", "see <html>\n"), media::text);
  for (const std::string type : {"watch-html", "x-html", "x-aol", "html2; charset=utf-8"}) {
    EXPECT_EQ(type_of("Content-Type: text/" + type + "\n", page), media::html) << type;
    EXPECT_EQ(type_of("Content-Type: text/" + type + "\n", "x\n"), media::text) << type;
  }
  for (const std::string type : {"plain", "x-patch", "calendar", "csv"})
    EXPECT_EQ(type_of("Content-Type: text/" + type + "\n", page), media::text) << type;
  EXPECT_EQ(type_of("Content-Type: multipart/mixed; boundary=b\n", page), media::html);
}

TEST(mail_message, reads_pages_that_eudora_marks) {
  const std::string message =
      "Content-Type: multipart/mixed; boundary=b\n\none\n"
      "<x-html><a href=x></x-html>\ntwo\n<x-html><a href=y>";
  const opened_message opened = open(message);
  ASSERT_EQ(opened.parts.size(), 4U);
  EXPECT_EQ(opened.parts[0].body, "one\n");
  EXPECT_EQ(opened.parts[0].where, "text");
  EXPECT_EQ(opened.parts[1].body, "<x-html><a href=x></x-html>");
  EXPECT_EQ(opened.parts[1].type, media::html);
  EXPECT_EQ(opened.parts[1].where, "");
  EXPECT_EQ(opened.parts[2].body, "\ntwo\n");
  EXPECT_EQ(opened.parts[2].where_prefix, "");
  EXPECT_EQ(opened.parts[3].body, "<x-html><a href=y>");
  const opened_message alone = open("Subject: x\n\n<x-html>\n<a href=x>\n</x-html>\nhttp://a.example/\n");
  ASSERT_EQ(alone.parts.size(), 2U);
  EXPECT_EQ(alone.parts[0].type, media::html);
  EXPECT_EQ(alone.parts[1].type, media::text);
}

TEST(mail_message, reads_deeply_nested_parts_as_text_and_counts_them) {
  std::string message;
  for (std::size_t i = 0; i < mime_walker::max_depth + 8; ++i)
    message += "Content-Type: multipart/mixed; boundary=b" + std::to_string(i) + "\n\n--b" +
               std::to_string(i) + "\n";
  message += "\nhttp://example.com/deep\n";
  const opened_message opened = open(message);
  EXPECT_EQ(opened.damaged(damage::too_deep), 1U);
  ASSERT_EQ(opened.parts.size(), 1U);
  EXPECT_NE(opened.parts[0].body.find("http://example.com/deep"), std::string::npos);
}

TEST(mail_message, gives_as_many_parts_as_there_are) {
  std::string message = "Content-Type: multipart/mixed; boundary=b\n\n";
  const std::size_t count = 3 * mime_walker::max_parts + 5;
  for (std::size_t i = 0; i < count; ++i) message += "--b\n\npart " + std::to_string(i) + "\n";
  const opened_message opened = open(message);
  ASSERT_EQ(opened.parts.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(opened.parts[i].body, "part " + std::to_string(i) + (i + 1 == count ? "\n" : ""));
    EXPECT_EQ(opened.parts[i].path, std::to_string(i + 1));
  }
}

TEST(mail_message, reports_header_links_with_their_message) {
  mail_options options;
  const opened_message opened = open(
      "LIST-archive: <http://a/>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\nContent-Type: "
      "message/rfc822\n\nArchived-At: <http://c/ d>\n\ny\n--b--\n",
      options);
  EXPECT_EQ(opened.references, (texts{" header:List-Archive http://a/", "2 header:Archived-At http://c/d"}));
  options.headers = header_choice::none;
  EXPECT_TRUE(open("List-Archive: <http://a/>\n\nx\n", options).references.empty());
}

// RFC 2369 section 2 forbids encoded words in these fields; real mail has them.
TEST(mail_message, decodes_encoded_words_in_fields_of_links) {
  for (const std::string_view field :
       {"List-Unsubscribe: =?us-ascii?Q?=3Chttps=3A=2F=2Fe.example=2Fu=3Fa=5Fb=3D1=3E?=",
        "List-Unsubscribe: <=?utf-8?B?aHR0cHM6Ly9lLmV4YW1wbGUvdT9hX2I9MQ==?=>",
        "List-Unsubscribe: =?us-ascii?Q?=3Chttps=3A=2F=2Fe=2Eexample=2F?=\r\n "
        "=?us-ascii?Q?u=3Fa=5Fb=3D1=3E?=",
        "list-unsubscribe:\r\n =?UTF-8?q?<https://e.example/u=3Fa=5Fb=3D1>?="})
    EXPECT_EQ(open(std::string(field) + "\r\n\r\nx\r\n").references,
              texts{" header:List-Unsubscribe https://e.example/u?a_b=1"})
        << field;
  EXPECT_EQ(open("Archived-At: =?utf-8?q?https=3A//e.example/1?=\n\nx\n").references,
            texts{" header:Archived-At https://e.example/1"});
  EXPECT_EQ(open("List-Help: <http://e.example/?a=?b>\n\nx\n").references,
            texts{" header:List-Help http://e.example/?a=?b"});
}

TEST(mail_message, is_the_same_for_every_reader_of_many_messages) {
  // The reader is reused: state of one message must not leak into the next.
  const texts messages{"Content-Type: text/html; charset=utf-7\nContent-ID: <a@b>\n\n+ADw-a+AD4-",
                       "Content-Type: multipart/mixed; boundary=b\nContent-Location: http://a/b\n\n--b\n\nx",
                       "List-Help: <http://a/>\n\ntext", "plain"};
  mail_reader shared({}, url_options());
  for (int round = 0; round < 3; ++round)
    for (const std::string& message : messages) {
      const opened_message alone = open(message);
      slice part;
      part.bytes = message;
      stats counted;
      std::size_t next = 0;
      shared.read(
          part, "input", counted,
          [&](const document& opened) {
            ASSERT_LT(next, alone.parts.size());
            EXPECT_EQ(opened.body, alone.parts[next].body);
            EXPECT_EQ(opened.base, alone.parts[next].base);
            EXPECT_EQ(opened.part, alone.parts[next++].path);
          },
          [](const document&, std::span<const reference>) {});
      EXPECT_EQ(next, alone.parts.size());
    }
}

// Each of these messages took quadratic time in some mail reader.
double seconds_for(const std::string& message, header_choice headers = header_choice::links) {
  mail_options options;
  options.headers = headers;
  mail_reader reader(options, url_options());
  slice part;
  part.bytes = message;
  stats counted;
  std::size_t bytes = 0;
  return testing::processor_seconds([&] {
    reader.read(
        part, "input", counted, [&](const document& opened) { bytes += opened.body.size(); },
        [&](const document&, std::span<const reference> found) { bytes += found.size(); });
  });
}

std::string repeated(const std::string& text, std::size_t size) {
  std::string all;
  all.reserve(size + text.size());
  while (all.size() < size) all += text;
  return all;
}

TEST(mail_message, takes_linear_time_for_any_message) {
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  const std::string multipart = "Content-Type: multipart/mixed; boundary=b\n\n";
  std::string nested;
  for (std::size_t i = 0; nested.size() < megabyte; ++i) {
    const std::string boundary = std::to_string(i);
    nested.append("Content-Type: multipart/mixed; boundary=").append(boundary).append("\n\n--");
    nested.append(boundary).append("\n");
  }
  const std::vector<std::pair<std::string, std::string>> hostile{
      {"nested multiparts", nested},
      {"nested messages", repeated("Content-Type: message/rfc822\n\n", megabyte)},
      {"many headers", repeated("Content-X: y\n", 4 * megabyte)},
      {"many link headers", repeated("List-Archive: <http://a/>\n", megabyte)},
      {"one long header line", "Content-Type: text/plain; x=" + std::string(8 * megabyte, 'y') + "\n\n"},
      {"one long folded header", "Content-Type: text/plain;\n" + repeated(" a=b;\n", 4 * megabyte)},
      {"comments without end", "Content-Type: " + std::string(megabyte, '(')},
      {"many pieces of a parameter", "Content-Type: multipart/mixed; " + repeated("boundary*1=x;", megabyte)},
      {"parts without empty lines", multipart + repeated("--b\nContent-X: y\n", megabyte)},
      {"parts of nothing", multipart + repeated("--b\n", megabyte)},
      {"lines that are almost delimiters", multipart + repeated("--bb\n", 4 * megabyte)},
      {"long lines that are almost delimiters",
       "Content-Type: multipart/mixed; boundary=" + std::string(1000, 'b') + "\n\n" +
           repeated("--" + std::string(999, 'b') + "\n", 4 * megabyte)},
      {"nested multiparts that are left open",
       multipart + repeated("--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\n", megabyte)},
      {"closed again and again", multipart + repeated("--b--\n", megabyte)},
      {"words that are never closed", "Subject: " + repeated("=?utf-8?q?", megabyte) + "\n\n"},
      {"angle brackets", "List-Archive: " + repeated("<", megabyte) + "\n\n"},
      {"parts that never tell their boundaries",
       multipart + repeated("--b\nContent-Type: multipart/mixed\n\nx\n", 2 * megabyte)},
      {"parts that tell boundaries of nothing",
       multipart + repeated("--b\nContent-Type: multipart/mixed; boundary=x\n\nx\n", 2 * megabyte)},
      {"boundaries never told", "Content-Type: multipart/mixed\n\n" + repeated("--b\n", megabyte)},
  };
  for (const auto& [what, message] : hostile) {
    // Quadratic time would take minutes.
    const double seconds = seconds_for(message);
    EXPECT_LT(seconds, 2.0 * static_cast<double>(message.size()) / static_cast<double>(megabyte)) << what;
  }
  EXPECT_LT(seconds_for("Subject: " + repeated("=?utf-8?q?", megabyte) + "\n\n", header_choice::all), 2.0);
  EXPECT_LT(seconds_for("References: " + repeated("<", megabyte) + "\n\n", header_choice::all), 2.0);
}

// Part names and references are matched in O(n log n).
TEST(mail_message, finds_internal_references_among_many_parts) {
  std::string message = "Content-Type: multipart/related; boundary=b\n\n";
  for (int i = 0; i < 900; ++i)
    message += "--b\nContent-ID: <" + std::to_string(i) + "@x>\nContent-Location: http://e/" +
               std::to_string(i) + "\n\n\n";
  mail_reader reader({}, url_options());
  slice part;
  part.bytes = message;
  stats counted;
  std::size_t internal = 0;
  std::size_t seen = 0;
  reader.read(
      part, "input", counted,
      [&](const document&) {
        for (int i = 0; i < 20; ++i) {
          const internal_target target =
              reader.find_internal("cid:" + std::to_string(i) + "@x", nullptr, true);
          internal += target.is_part && target.location == "http://e/" + std::to_string(i) ? 1U : 0U;
        }
        EXPECT_TRUE(reader.find_internal("http://E:80/77#x", nullptr, false).is_part || seen == 77);
        EXPECT_FALSE(reader.find_internal("http://E:80/77#x", nullptr, true).is_part);
        ++seen;
        EXPECT_FALSE(reader.find_internal("http://e/1000", nullptr, false).is_part);
        EXPECT_TRUE(reader.find_internal("cid:nobody", nullptr, false).is_part);
      },
      [](const document&, std::span<const reference>) {});
  EXPECT_EQ(internal, 900U * 20U);
}

}  // namespace mail_message_test
}  // namespace urlsieve
