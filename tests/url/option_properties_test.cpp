// Properties of any reference and base under any combination of options: idempotence, monotone rungs,
// components that recombine, comparison that agrees with normalization, keys that agree with conventions.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/conventions/conventions.hpp"
#include "src/url/explain/ladder_trace.hpp"
#include "src/url/normalize/surt.hpp"
#include "src/url/parse/typed_reference.hpp"
#include "tests/sanitized.hpp"
#include "tests/url/all_conventions.hpp"
#include "tests/url/one_url.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {
namespace option_properties_test {

const std::vector<std::string_view> fronts{
    "http://", "https://",  "HTTP://", "https:",      "http:",   "ftp://", "FILE:",   "file:/", "file://",
    "gopher:", "gopher://", "telnet:", "telnet://",   "wais://", "news:",  "mailto:", "urn:",   "foo:",
    "foo:/",   "foo://",    "mid:",    "prospero://", "ws://",   "//",     "/",       "",       "",
    "",        "tn3270://", "doi:",    "ssh://",      "ldap://", "nntp://"};
const std::vector<std::string_view> hosts{"a",
                                          "h.example",
                                          "WWW.a.b",
                                          "www.www.h",
                                          "www.www.a.b",
                                          "www.com",
                                          "www.1.2.3.4",
                                          "0x7f.1",
                                          "[::1]",
                                          "[1::2:0:0:0:3]",
                                          "[::ffff:102:304]",
                                          "[V1.a:b]",
                                          "localhost",
                                          "a%2fb.org",
                                          "%41.%2e",
                                          "\xC3\xA9.com",
                                          "u:p@h",
                                          "@h",
                                          "a.b@c@d",
                                          "",
                                          "h.",
                                          "www.%77ww.h",
                                          "%",
                                          "b-_~c"};
const std::vector<std::string_view> ports{"",     "",      "",       "",    "",      ":",     ":80",
                                          ":443", ":0080", ":00443", ":70", ":8443", ":99999"};
const std::vector<std::string_view> pieces{"/",
                                           "/",
                                           "/",
                                           "/.",
                                           "/..",
                                           "/../",
                                           ".",
                                           "..",
                                           "./",
                                           "../",
                                           "a",
                                           "B",
                                           "%7E",
                                           "%7e",
                                           "%2F",
                                           "%2e",
                                           "%2E%2e",
                                           "%",
                                           "%00",
                                           "%%34%31",
                                           ";sid=1",
                                           ";SID=2",
                                           ";x",
                                           ";jsessionid=1;sid=2",
                                           "/index.html",
                                           "/Default.asp",
                                           "/home.html",
                                           "//",
                                           "/://",
                                           "&amp;",
                                           "amp;",
                                           "a=",
                                           "&b=",
                                           "?",
                                           "&",
                                           ";",
                                           "&&",
                                           "=",
                                           "?utm_source=x",
                                           "&gclid=1",
                                           "sid=3",
                                           "&PHPSESSID=4",
                                           "?&x=1",
                                           "?&&b=22",
                                           "#",
                                           "#f",
                                           ":",
                                           "@",
                                           "@B.c",
                                           ";type=A",
                                           ";TYPE=i",
                                           " ",
                                           "\t",
                                           "\\",
                                           "|",
                                           "\xC3\xA9",
                                           "\xFF",
                                           "[",
                                           "]",
                                           "%5B",
                                           "http://h/",
                                           "a:b",
                                           ",",
                                           "+",
                                           "*",
                                           "%09",
                                           "1",
                                           "isbn:",
                                           "%3B",
                                           "%26"};

class generator {
 public:
  explicit generator(unsigned seed) : random_(seed) {}

  bool one_in(unsigned n) { return random_() % n == 0; }
  template <class Choices>
  auto any(const Choices& choices) {
    return choices[random_() % choices.size()];
  }

  std::string reference(bool absolute) {
    std::string text;
    do text = any(fronts);
    while (absolute && text.find(':') == std::string::npos);
    if (text.ends_with("//")) text.append(any(hosts)).append(any(ports));
    if (!one_in(4) && text.ends_with(':')) text += any(pieces);
    if (!one_in(8)) text += '/';
    for (auto i = random_() % 7; i > 0; --i) text += any(pieces);
    return text;
  }

  url_options options() {
    url_options options;
    options.drop_schemes.clear();
    options.resolution = static_cast<resolution_choice>(random_() % 3);
    options.above_root = static_cast<above_root_choice>(random_() % 4);
    options.same_scheme = static_cast<same_scheme_choice>(random_() % 2);
    options.slashes = static_cast<slashes_choice>(random_() % 4 == 0);
    options.unreserved = static_cast<unreserved_set>(random_() % 2);
    options.keep_fragment = one_in(2);
    options.keep_same_document = one_in(2);
    options.strict = one_in(8);
    options.userinfo = static_cast<userinfo_policy>(one_in(2) ? 0 : random_() % 3);
    if (one_in(8)) options.drop_flags = static_cast<std::uint16_t>(random_());
    if (one_in(16)) options.schemes = {"http", "gopher"};
    if (one_in(16)) options.max_url = static_cast<std::uint32_t>(random_() % 60);
    if (!one_in(3)) options.conventions = testing::some_conventions([this] { return one_in(2); });
    if (one_in(8)) options.index_names = {"a", "home.html"};
    if (one_in(8)) options.drop_params = {"b*", "sid"};
    return options;
  }

 private:
  std::mt19937 random_;
};

std::string recombined(const std::string& text) {
  const url_view url = url_view::of(text);
  std::string whole;
  if (url.has_scheme()) whole.append(url.scheme()).append(":");
  if (url.has_authority()) {
    whole.append("//");
    if (url.has_userinfo()) whole.append(url.userinfo()).append("@");
    whole.append(url.host());
    if (url.has_port()) whole.append(":").append(url.port());
  }
  whole.append(url.path());
  if (url.has_query()) whole.append("?").append(url.query());
  if (url.has_fragment()) whole.append("#").append(url.fragment());
  return whole;
}

std::string key_of(const std::string& url) {
  std::string key(surt_capacity(url.size()), '\0');
  key.resize(write_surt(url, key.data()));
  return key;
}

constexpr std::array rungs{rung::string, rung::syntax, rung::scheme};

// Checks the forms of a reference at all rungs. `way` normalizes a URL without a base.
template <class Way>
void check_forms(const std::array<std::string, 3>& forms, url_options options, Way way) {
  for (std::size_t high = 0; high < rungs.size(); ++high) {
    options.ladder = rungs[high];
    for (std::size_t low = 0; low <= high; ++low) {
      if (forms[low].starts_with("!")) continue;
      ASSERT_EQ(way(forms[low], options), forms[high]) << "rung " << high << " of " << low;
    }
    if (forms[high].starts_with("!")) continue;
    ASSERT_EQ(recombined(forms[high]), forms[high]);
    ASSERT_EQ(typed_reference(forms[high]), forms[high]);
  }
}

void check_comparison(const std::string& reference, const base_url* base, url_options options) {
  options.conventions = convention_options{};  // conventions are outside the ladder
  options.index_names.clear();
  options.drop_params.clear();
  const auto trace = trace_ladder(reference, base, options);
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    options.ladder = rungs[i];
    const canonicalizer canonical(options);
    const std::string form = testing::one_url(reference.size(), base, [&](char* out) {
      return base != nullptr ? canonical.canonicalize(reference, base, out)
                             : canonical.normalize(reference, out);
    });
    ASSERT_EQ(trace[i].rejected != rejection::none, form.starts_with("!")) << form;
    if (form.starts_with("!")) return;
    ASSERT_EQ(trace[i].form, form);
    ASSERT_TRUE(trace[i].is_explained) << "rung " << i << " of " << form;
  }
}

// A SURT supports only "&" as separator of parameters.
void check_key(const std::string& url) {
  if (url.find(';') != std::string::npos) return;
  std::string bare = url;
  bare.resize(drop_session_ids(bare.data(), bare.size()));
  bare.resize(sort_query(bare.data(), bare.size()));
  ASSERT_EQ(key_of(bare), key_of(url)) << url;
}

// Returns whether the reference yields a URL.
bool check_case(generator& any) {
  const url_options options = any.options();
  const std::string base = any.reference(true);
  const std::string reference = any.reference(false);
  SCOPED_TRACE("reference " + reference + " base " + base);
  EXPECT_EQ(recombined(reference), reference);
  const auto at = [&options](rung ladder) {
    url_options here = options;
    here.ladder = ladder;
    return here;
  };
  const auto alone = [](const std::string& text, const url_options& how) {
    return testing::normalized(text, how);
  };
  std::array<std::string, 3> forms;
  for (std::size_t i = 0; i < rungs.size(); ++i) forms[i] = alone(reference, at(rungs[i]));
  check_forms(forms, options, alone);
  base_url from;
  const bool has_base = from.assign(base, options);
  if (has_base) {
    for (std::size_t i = 0; i < rungs.size(); ++i)
      forms[i] = testing::canonicalized(reference, base, at(rungs[i]));
    // slashes_choice::browser repairs "http:a" only without a base of the same scheme.
    check_forms(forms, options, [](const std::string& text, url_options how) {
      how.slashes = slashes_choice::strict;
      return testing::normalized(text, how);
    });
    // A relative "http:a" would be another reference in the second pass.
    if (options.same_scheme == same_scheme_choice::strict && options.slashes == slashes_choice::strict)
      check_forms(forms, options, [&base](const std::string& text, const url_options& how) {
        return testing::canonicalized(text, base, how);
      });
    if (forms[2].starts_with("http://")) check_key(forms[2]);
  }
  if (::testing::Test::HasFailure()) return false;
  check_comparison(reference, has_base ? &from : nullptr, options);
  if (has_base) check_comparison(reference, nullptr, options);
  return !forms[2].starts_with("!");
}

// URLSIEVE_PROPERTY_CASES sets the number of cases, URLSIEVE_PROPERTY_SEED the seed.
unsigned from_environment(const char* name, unsigned otherwise) {
  const char* const text = std::getenv(name);
  return text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

TEST(option_properties, hold_under_any_combination) {
  const unsigned cases = from_environment("URLSIEVE_PROPERTY_CASES", testing::random_cases(100000U));
  generator any(from_environment("URLSIEVE_PROPERTY_SEED", 1994));
  unsigned formed = 0;
  for (unsigned i = 0; i < cases; ++i) {
    formed += check_case(any) ? 1U : 0U;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "case " << i;
  }
  EXPECT_GT(formed, cases / 3);
}

}  // namespace option_properties_test
}  // namespace urlsieve
