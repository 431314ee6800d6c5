// The suffix table equals libpsl on hosts from the rules of the installed list, and reads corrupt lists
// safely.
#include "src/url/hosts/suffix_rules.hpp"

#include <gtest/gtest.h>
#include <libpsl.h>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace urlsieve {
namespace suffix_rules_test {

using psl_list = std::unique_ptr<psl_ctx_t, void (*)(psl_ctx_t*)>;

std::string machine_list() {
  const char* const path = psl_dist_filename();
  std::ifstream file(path == nullptr ? "" : path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t suffix_by_libpsl(const psl_list& list, const std::string& host) {
  const char* const found = psl_unregistrable_domain(list.get(), host.c_str());
  return found == nullptr ? 0 : static_cast<std::size_t>(found - host.c_str());
}

// Labels in the bytes of the graph are suffixes of real names.
std::vector<std::string> pieces_of(const std::string& packed) {
  std::vector<std::string> pieces(1);
  for (const char c : packed) {
    const char letter = static_cast<char>(c & 0x7F);
    const bool fits = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-' ||
                      letter == '.';
    if (fits) pieces.back() += letter;
    if ((!fits || (c & 0x80) != 0) && !pieces.back().empty()) pieces.emplace_back();
  }
  return pieces;
}

TEST(suffix_rules, equals_libpsl) {
  const std::string packed = machine_list();
  const suffix_rules rules = suffix_rules::read(packed);
  if (rules.empty()) GTEST_SKIP() << "the machine has no packed list";
  const psl_list list(psl_load_file(psl_dist_filename()), psl_free);
  std::vector<std::string> names{"com",
                                 "co.uk",
                                 "uk",
                                 "ck",
                                 "www.ck",
                                 "x.ck",
                                 "city.kawasaki.jp",
                                 "kawasaki.jp",
                                 "x.kawasaki.jp",
                                 "github.io",
                                 "compute.amazonaws.com",
                                 "eu-west-1.compute.amazonaws.com",
                                 "amazonaws.com",
                                 "xn--p1ai",
                                 "xn--55qx5d.cn",
                                 "example",
                                 "gov.uk",
                                 "er",
                                 "bd",
                                 "nom.br",
                                 "s3.dualstack.us-east-1.amazonaws.com"};
  const std::vector<std::string> pieces = pieces_of(packed);
  std::mt19937_64 random(7);
  for (int i = 0; i < 200000; ++i) {
    std::string name = pieces[random() % pieces.size()];
    for (std::uint64_t more = random() % 3; more != 0; --more) name += '.' + pieces[random() % pieces.size()];
    if (random() % 2 == 0) name += '.' + names[random() % 21];
    if (name.empty() || name.ends_with('.') || name.find("..") != std::string::npos) continue;
    names.push_back(name);
  }
  for (const std::string& name : names)
    for (const std::string& front : {"", "a.", "www.", "b.c.d."}) {
      const std::string host = front + name;
      if (host.starts_with('.') || host.find("..") != std::string::npos) continue;
      ASSERT_EQ(rules.suffix_of(host), suffix_by_libpsl(list, host)) << host;
    }
}

TEST(suffix_rules, are_read_whole_or_not_at_all) {
  EXPECT_TRUE(suffix_rules::read("").empty());
  EXPECT_TRUE(suffix_rules::read("// a list in text\ncom\n").empty());
  const std::string head = ".DAFSA@PSL_0   \n";
  EXPECT_TRUE(suffix_rules::read(head).empty());
  //               at 1: "ck", wildcard
  const std::string section = head +
                              "\x81"
                              "ck"
                              "\x86";
  const suffix_rules rules = suffix_rules::read(section);
  ASSERT_FALSE(rules.empty());
  EXPECT_EQ(rules.suffix_of("a.b.ck"), 2U);
  EXPECT_EQ(rules.suffix_of("a.b.xx"), 4U);
  for (std::size_t size = 0; size < section.size(); ++size)
    EXPECT_TRUE(suffix_rules::read(section.substr(0, size)).empty()) << size;
  // A node that is its own child, and changed bytes, end the search without a crash.
  EXPECT_TRUE(suffix_rules::read(head + "\x80").empty());
  EXPECT_TRUE(suffix_rules::read(head + "\x01"
                                        "\x80"
                                        "a"
                                        "\x80")
                  .empty());
  const std::string packed = machine_list();
  std::mt19937_64 random(11);
  for (int i = 0; i < 300 && packed.size() > 32; ++i) {
    std::string broken = packed.substr(0, random() % 2 == 0 ? packed.size() : 16 + random() % packed.size());
    for (std::uint64_t changes = random() % 4; changes != 0 && broken.size() > 16; --changes)
      broken[16 + random() % (broken.size() - 16)] = static_cast<char>(random());
    const suffix_rules read = suffix_rules::read(broken);
    if (!read.empty()) {
      EXPECT_LE(read.suffix_of("www.example.co.uk"), 15U);
    }
  }
}

}  // namespace suffix_rules_test
}  // namespace urlsieve
