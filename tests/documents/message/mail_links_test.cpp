#include "src/documents/message/mail_links.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace urlsieve {
namespace mail_links_test {

using texts = std::vector<std::string>;

texts links(std::string_view name, std::string_view value) {
  arena buffer;
  std::vector<reference> found;
  find_mail_links(name, value, buffer, found);
  texts raw;
  for (const reference& each : found) raw.emplace_back(each.raw);
  return raw;
}

texts ids(std::string_view name, std::string_view value, bool of_news = false) {
  arena buffer;
  std::vector<reference> found;
  find_message_ids(name, value, of_news, buffer, found);
  texts raw;
  for (const reference& each : found) raw.emplace_back(each.raw);
  return raw;
}

// The examples of RFC 2369 section 3.
TEST(mail_links, are_in_angle_brackets) {
  EXPECT_EQ(links("List-Help", "<ftp://ftp.host.com/list.txt> (FTP),\n <mailto:list@host.com?subject=help>"),
            (texts{"ftp://ftp.host.com/list.txt", "mailto:list@host.com?subject=help"}));
  EXPECT_EQ(links("List-Post", "NO (posting not allowed on this list)"), texts());
  EXPECT_EQ(links("List-Help", "<http://www.host.com/list/>, <mailto:\r\n\tlist-info@host.com>"),
            (texts{"http://www.host.com/list/", "mailto:list-info@host.com"}));
  EXPECT_EQ(links("List-Archive", "<links.example.com>"), texts());
  EXPECT_EQ(links("List-Archive", "<URL:http://a/>"), texts{"http://a/"});
  EXPECT_EQ(links("List-Archive", "<http://a/"), texts{});
}

TEST(mail_links, may_be_outside_of_brackets) {
  EXPECT_EQ(links("List-Unsubscribe", "https://d.example/u,<mailto:x@d.example>"),
            (texts{"https://d.example/u", "mailto:x@d.example"}));
  EXPECT_EQ(links("List-Unsubscribe", "<mailto:x@d.example>,https://d.example/u, (by mail)"),
            (texts{"mailto:x@d.example", "https://d.example/u"}));
  EXPECT_EQ(links("List-Archive", "https://a.example/ (see https://b.example/)"),
            (texts{"https://a.example/", "https://b.example/"}));
  EXPECT_EQ(links("List-Archive", "<https://a.example/> (see https://b.example/c_(d))"),
            (texts{"https://a.example/", "https://b.example/c_(d)"}));
  EXPECT_EQ(links("List-Help", "<<https://a.example/>>"), texts{"https://a.example/"});
  EXPECT_EQ(links("Link", "<https://a.example/>; rel=\"x https://rel.example/y\""),
            texts{"https://a.example/"});
}

TEST(mail_links, without_brackets_are_words) {
  EXPECT_EQ(links("X-URL", "http://a/, http://b/"), (texts{"http://a/", "http://b/"}));
  EXPECT_EQ(links("List-Owner", "mailto:x@y (the owner)"), texts{"mailto:x@y"});
  EXPECT_EQ(links("X-URL", "nothing:here"), texts());
  EXPECT_EQ(links("OpenPGP", "id=1;\n\turl=http://a/k.asc;\n\tpreference=sign"), texts{"http://a/k.asc"});
}

TEST(mail_links, fields_are_known_by_name) {
  for (const std::string_view name : {"List-Archive", "LIST-POST", "archived-at", "Link", "X-URL",
                                      "X-RSS-URL", "X-Mailing-List-Archive", "OpenPGP", "X-Archived-At"})
    EXPECT_TRUE(is_mail_link_field(name)) << name;
  for (const std::string_view name :
       {"List-Id", "List-Unsubscribe-Post", "Subject", "X-Mailer", "Received", "X-Spam-Status", "Lines"})
    EXPECT_FALSE(is_mail_link_field(name)) << name;
  arena buffer;
  EXPECT_EQ(header_where("LIST-archive", buffer), "header:List-Archive");
  EXPECT_EQ(header_where("X-My-URL", buffer), "header:X-My-URL");
}

TEST(mail_links, message_ids_are_urls) {
  EXPECT_EQ(ids("References", "<a@b>\n <c/d@e> junk <no-at> <f@[1.2.3.4]>"),
            (texts{"mid:a@b", "mid:c%2Fd@e", "mid:f@%5B1.2.3.4%5D"}));
  EXPECT_EQ(ids("In-Reply-To", "your message of Monday <a%b@c>"), texts{"mid:a%25b@c"});
  EXPECT_EQ(ids("Message-ID", "<a@b>", true), texts{"news:a@b"});
  EXPECT_EQ(ids("Newsgroups", "a.b, c.d", true), (texts{"news:a.b", "news:c.d"}));
  EXPECT_EQ(ids("Xref", "host a.b:1 c.d:22", true), (texts{"news:a.b", "news:c.d"}));
  EXPECT_EQ(ids("Subject", "<a@b>"), texts());
}

}  // namespace mail_links_test
}  // namespace urlsieve
