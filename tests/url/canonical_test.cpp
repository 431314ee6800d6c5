#include "src/url/normalize/canonical.hpp"

#include <gtest/gtest.h>

#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {
namespace canonical_test {

using testing::canonicalized;

TEST(canonical, a_reference_to_the_document_itself_is_counted) {
  const std::string base = "http://a/b?q#f";
  url_options options;
  for (const char* const reference : {"", "  ", "#", "#s", " #s\n"})
    EXPECT_EQ(canonicalized(reference, base, options), "!same-document") << reference;
  options.keep_same_document = true;
  EXPECT_EQ(canonicalized("", base, options), base.substr(0, 12));
  EXPECT_EQ(canonicalized("#s", base, options), base.substr(0, 12));
  options.keep_fragment = true;
  EXPECT_EQ(canonicalized("#s", base, options), "http://a/b?q#s");
}

TEST(canonical, an_empty_reference_may_mean_the_base) {
  const url_options options;
  const canonicalizer canonical(options);
  base_url base;
  ASSERT_TRUE(base.assign("http://a/b?q#f", options));
  const auto with = [&](std::string_view reference) {
    return testing::one_url(reference.size(), &base,
                            [&](char* out) { return canonical.canonicalize(reference, &base, out, true); });
  };
  EXPECT_EQ(with(""), "http://a/b?q");
  EXPECT_EQ(with(" \n"), "http://a/b?q");
  EXPECT_EQ(with("#s"), "!same-document");
}

TEST(canonical, without_a_base_only_absolute_references_are_kept) {
  const canonicalizer canonical{url_options{}};
  const auto alone = [&](std::string_view reference) {
    return testing::one_url(reference.size(), nullptr,
                            [&](char* out) { return canonical.canonicalize(reference, nullptr, out); });
  };
  EXPECT_EQ(alone("http://A"), "http://a/");
  EXPECT_EQ(alone("/x"), "!no-base");
  EXPECT_EQ(alone("//x/"), "!no-base");
  EXPECT_EQ(alone("?x"), "!no-base");
  EXPECT_EQ(alone("#x"), "!same-document");
}

TEST(canonical, schemes_are_kept_or_dropped) {
  url_options options;
  for (const char* const dropped :
       {"javascript:x", "JavaScript:x", "data:,x", "about:blank", "blob:http://a/b", "view-source:http://a/"})
    EXPECT_EQ(canonicalized(dropped, "http://a/", options), "!scheme-not-kept") << dropped;
  options.schemes = {"ftp"};
  EXPECT_EQ(canonicalized("x", "http://a/", options), "!scheme-not-kept");
  EXPECT_EQ(canonicalized("FTP://a/", "http://a/", options), "ftp://a/");
}

TEST(canonical, lengths_are_bounded_as_written_and_as_made) {
  url_options options;
  options.max_url = 20;
  EXPECT_EQ(canonicalized("http://a/" + std::string(11, 'x'), "http://b/", options).size(), 20U);
  EXPECT_EQ(canonicalized("http://a/" + std::string(12, 'x'), "http://b/", options), "!too-long");
  EXPECT_EQ(canonicalized(std::string(12, 'x'), "http://a/", options), "!too-long");
  EXPECT_EQ(canonicalized(std::string(4, ' ') + "x", "http://a/b", options), "http://a/x");
  EXPECT_EQ(canonicalized("\xC3\xA9\xC3\xA9\xC3\xA9", "http://a/", options), "!too-long");
}

TEST(canonical, strict_rejects_instead_of_repairing) {
  url_options options;
  options.strict = true;
  EXPECT_EQ(canonicalized(" x", "http://a/", options), "!excluded-character");
  EXPECT_EQ(canonicalized("a b", "http://a/", options), "!excluded-character");
  EXPECT_EQ(canonicalized("a\\b", "http://a/", options), "!excluded-character");
  EXPECT_EQ(canonicalized("a%b", "http://a/", options), "!invalid-escape");
  EXPECT_EQ(canonicalized("http://\xC3\xA9/", "http://a/", options), "!excluded-character");
  EXPECT_EQ(canonicalized("http://%41/%41", "http://a/", options), "http://a/A");
}

TEST(canonical, repairs_are_reported_by_kind) {
  const auto repairs = [](std::string_view reference) {
    canonical_url output;
    canonicalized(reference, "http://a/", url_options{}, &output);
    EXPECT_EQ((output.flags & flag::repaired) != 0, output.repairs != 0);
    return output.repairs;
  };
  const auto bit = [](repair_kind kind) { return 1U << static_cast<unsigned>(kind); };
  EXPECT_EQ(repairs("http://a/b"), 0U);
  EXPECT_EQ(repairs(" b\t"), bit(repair_kind::trimmed));
  EXPECT_EQ(repairs("b\nc"), bit(repair_kind::line_break));
  EXPECT_EQ(repairs("b\\c"), bit(repair_kind::backslash));
  EXPECT_EQ(repairs("http://a@b@c/"), bit(repair_kind::userinfo_at));
  EXPECT_EQ(repairs("b c"), bit(repair_kind::escaped));
  EXPECT_EQ(repairs("b%c"), bit(repair_kind::lone_percent));
  EXPECT_EQ(repairs("http://%62/"), bit(repair_kind::host_decoded));
  EXPECT_EQ(repairs("http://\xC3\xA9/"), bit(repair_kind::host_idna));
}

TEST(canonical, backslashes_follow_the_scheme_of_the_base) {
  const url_options options;
  EXPECT_EQ(canonicalized("..\\x", "http://a/b/c", options), "http://a/x");
  EXPECT_EQ(canonicalized("\\\\h\\x", "http://a/b/c", options), "http://h/x");
  EXPECT_EQ(canonicalized("d\\x", "svn://a/b/c", options), "svn://a/b/d%5Cx");
}

}  // namespace canonical_test
}  // namespace urlsieve
