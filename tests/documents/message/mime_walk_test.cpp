// The MIME walker equals its reference implementation on random messages (mime_pieces.hpp).
#include "src/documents/message/mime_walk.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/documents/message/mime_pieces.hpp"
#include "tests/oracle/mime_twin.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace mime_walk_test {

class keeping_taker final : public mime_part_visitor {
 public:
  void visit(std::span<const mime_part> parts) override {
    for (const mime_part& part : parts)
      if (part.role == mime_part::kind::leaf || part.role == mime_part::kind::stray)
        kept.emplace_back(std::string(part.path), std::string(part.body));
  }
  std::vector<oracle::mime_twin::part> kept;
};

TEST(mime_walk, equals_the_reference) {
  std::mt19937 random(7);
  mail_bases bases{url_options()};
  mime_walker walker(header_choice::links, false, bases);
  std::size_t parts = 0;
  for (int round = 0; round < 30'000; ++round) {
    std::string message;
    if (random() % 4 != 0) message += testing::mime_pieces[random() % 6];
    for (std::size_t count = random() % 24; count > 0; --count)
      message += testing::mime_pieces[random() % testing::mime_pieces.size()];
    keeping_taker taker;
    walker.walk(message, taker);
    ASSERT_EQ(taker.kept, oracle::mime_twin::parts_of(message)) << "----\n" << message << "----";
    parts += taker.kept.size();
  }
  EXPECT_GT(parts, 25'000U);
}

TEST(mime_walk, reports_why_a_part_cannot_be_parsed) {
  class reasons final : public mime_part_visitor {
   public:
    void visit(std::span<const mime_part> parts) override {
      for (const mime_part& part : parts)
        if (part.role == mime_part::kind::stray) why.push_back(part.why);
    }
    std::vector<damage> why;
  };
  mail_bases bases{url_options()};
  mime_walker walker(header_choice::links, false, bases);
  for (const std::string message :
       {"Content-Type: multipart/mixed; boundary=x\n\ntext\n", "Content-Type: multipart/mixed\n\ntext\n",
        "Content-Type: multipart/mixed; boundary=x\n\ntext\n--x--\n"}) {
    reasons taker;
    walker.walk(message, taker);
    EXPECT_EQ(taker.why, std::vector<damage>{damage::bad_message}) << message;
  }
}

}  // namespace mime_walk_test
}  // namespace urlsieve
