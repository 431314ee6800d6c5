#include "src/url/hosts/host.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "src/url/hosts/idna.hpp"

namespace urlsieve {
namespace host_test {

TEST(host, ipv6_is_eight_groups_or_an_elision) {
  for (const char* const good :
       {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1::8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "2001:DB8::a",
        "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "::ffff:255.255.255.255", "1::2:1.2.3.4"})
    EXPECT_TRUE(is_ipv6(good)) << good;
  for (const char* const bad : {"",
                                ":",
                                ":::",
                                "1",
                                "1:",
                                ":1",
                                "1:2:3:4:5:6:7",
                                "1:2:3:4:5:6:7:8:9",
                                "1::2::3",
                                "12345::",
                                "g::",
                                "1:2:3:4:5:6:7::8",
                                "::1.2.3",
                                "::1.2.3.256",
                                "::01.2.3.4",
                                "1:2:3:4:5:6:7:1.2.3.4",
                                "1.2.3.4",
                                "::1.2.3.4:5",
                                "1:2:3:4:5:6:7:8::",
                                "::1%eth0",
                                "fe80::1%25eth0",
                                "::1 "})
    EXPECT_FALSE(is_ipv6(bad)) << bad;
}

TEST(host, kinds) {
  EXPECT_EQ(classify_host(""), host_kind::empty);
  EXPECT_EQ(classify_host("1.2.3.4"), host_kind::ipv4);
  EXPECT_EQ(classify_host("[::1]"), host_kind::ipv6);
  EXPECT_EQ(classify_host("[v1.a:b]"), host_kind::ipvfuture);
  EXPECT_EQ(classify_host("a-b.c"), host_kind::hostname);
  EXPECT_EQ(classify_host("a."), host_kind::hostname);
  EXPECT_EQ(classify_host(std::string(63, 'a')), host_kind::hostname);
  EXPECT_EQ(classify_host("1.2.3.4.5"), host_kind::hostname);
  for (const char* const name : {"-a", "a-", "a..b", "a_b", "a..", ".", "a%41", "256.1.1.1$"})
    EXPECT_EQ(classify_host(name), host_kind::reg_name) << name;
  EXPECT_EQ(classify_host(std::string(64, 'a')), host_kind::reg_name);
  for (const char* const none : {"[::1", "[]", "[v1.]", "[va]", "a b", "a%4", "a[b]", "a:b"})
    EXPECT_EQ(classify_host(none), host_kind::invalid) << none;
}

TEST(host, rare_notations_of_an_address_have_one_value) {
  for (const char* const same : {"127.0.0.1", "127.1", "127.0.1", "0x7f.1", "0x7F000001", "2130706433",
                                 "017700000001", "0177.0.0.01", "127.0.0.1."})
    EXPECT_EQ(any_ipv4(same), 0x7F000001U) << same;
  for (const char* const none : {"", "a", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "08.1.1.1", "4294967296",
                                 "1..2", "0xg", "-1", "1.2.65536"})
    EXPECT_FALSE(any_ipv4(none)) << none;
  EXPECT_EQ(any_ipv4("0x"), 0U);
  std::array<char, 16> text{};
  EXPECT_EQ(std::string(text.data(), write_ipv4(0xFF000A63U, text.data())), "255.0.10.99");
}

TEST(host, letters_beyond_ascii_become_a_labels) {
  std::array<char, longest_idna_host> out{};
  const auto converted = [&out](std::string_view host) {
    const auto size = to_a_labels(host, out.data());
    return size ? std::string(out.data(), *size) : "!";
  };
  EXPECT_EQ(converted("b\xC3\xBC"
                      "cher.DE"),
            "xn--bcher-kva.de");
  EXPECT_EQ(converted("fa\xC3\x9F.de"), "xn--fa-hia.de");  // non-transitional
  EXPECT_EQ(converted("\xE3\x80\x82"
                      "a"),
            ".a");                                         // empty labels are allowed
  EXPECT_EQ(converted("-\xC3\xBC-.de"), "xn-----xka.de");  // hyphens are not checked
  EXPECT_EQ(converted("\xEF\xBC\x91\xEF\xBC\x8E"
                      "2"),
            "1.2");  // fullwidth digits
  EXPECT_EQ(converted("a\xEF\xBC\x8F"
                      "b"),
            "!");                     // a fullwidth slash
  EXPECT_EQ(converted("\xFF"), "!");  // invalid UTF-8
  EXPECT_EQ(converted("xn--\xC3\xBC"), "!");
  EXPECT_EQ(converted(std::string(600, 'a') + "\xC3\xBC"), "!");
}

}  // namespace host_test
}  // namespace urlsieve
