// Documents that take quadratic time in naive readers: a prefix and a repeated piece. Each family sets
// options.
#ifndef URLSIEVE_TESTS_ADVERSARIAL_SHAPES_HPP
#define URLSIEVE_TESTS_ADVERSARIAL_SHAPES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/document.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::testing {

struct adversarial_family {
  std::string_view name;
  media type;
  void (*choose)(extract_options&);  // sets the options of the family
  std::string_view front;
  std::vector<std::string_view> pieces;
};

// Returns the document of about `size` bytes that repeats `piece`.
inline std::string adversarial_document(const adversarial_family& family, std::string_view piece,
                                        std::size_t size) {
  std::string output(family.front);
  while (output.size() < size) output += piece;
  return output;
}

inline std::vector<adversarial_family> adversarial_families() {
  const auto plain = [](extract_options&) {};
  const auto refang = [](extract_options& all) { all.text.refang = true; };
  const auto hosts = [](extract_options& all) { all.text.abbreviated = abbreviated_choice::host; };
  const auto joined = [](extract_options& all) { all.text.join_quoted = all.text.join_bare = true; };
  const auto everything = [](extract_options& all) {
    all.links.links = link_choice::everything;
    all.links.text_links = all.links.scripts = all.links.note_context = true;
  };
  const auto folded = [](extract_options& all) {
    all.url.conventions = {true, true, true, true, true, true, true, true, true, true, true, true};
    all.url.drop_params = {"b*"};
    all.url.max_url = 1U << 24U;
    all.text.abbreviated = abbreviated_choice::off;
  };
  return {
      {"text",
       media::text,
       plain,
       "",
       {"http://",
        "http://a",
        "http://a,",
        "http://a/(",
        "http://a/[",
        "http://a/[1]",
        "[1]",
        "[a",
        "<http://a/\n",
        "<http://a/\n> ",
        "<URL:a:",
        "\"http://a/ ",
        "www.",
        "www.a-",
        "a.www.",
        "mailto:a,",
        "sip:a:",
        "data:,",
        "tag:a,",
        "'s",
        "a@",
        ":",
        "://",
        "http://a\xF0\x9F\x91\x8D",
        "\xF0\x9F\x91\x8D",
        "\xF0\x9F\x91\x8D.",
        "\xE0\xA5\xA4",
        "http://a/\xE0\xA5\xA4",
        "\xE2\x80\x94",
        "&lt"}},
      {"one URL",
       media::text,
       folded,
       "http://a.example/",
       {"[1]", "[",  "[/b]", "?",     "?a=b", "?a;b", "&b=1",     ";b=1", "\xE0\xA5\xA4", "\xE2\x80\x94", "'",
        "'s",  "~~", "../",  "a/../", "%41",  "%",    "\xC3\xA9", "(",    "()",           "\xE3\x80\x8A", ".",
        ",;",  "#"}},
      {"one host",
       media::text,
       folded,
       "http://",
       {"a.", "a-", "\xC3\xA9", "\xC3\xA9.", "\xF0\x9F\x91\x8D", "\xF0\x9F\x91\x8D.", "a@", "a:", "%41",
        "[.]", "1.", "{"}},
      {"harmless URLs",
       media::text,
       refang,
       "",
       {"a[.]",    "evil[.evil[.",  "a(dot)",    "a (dot) ", " (dot) ", "(dot)",        "[.]",
        "[at]",    "a\\.",          "a\\(.)",    "\\(",      "\\",      "hxxp:\\\\a\\", "hxxp:\\\\",
        "hxxp://", "hxxp[:]//a[.]", "hxxp",      "http[:",   "a.b[/",   "[/",           "a.]",
        "a,b",     "http://a,bc",   "a[.]www.b", "[[[[",     "]]]]",    "hxxp://a .",   "a[.]b@"}},
      {"any host",
       media::text,
       hosts,
       "",
       {"a.", "a.b ", "a.com", "\xD0\x90.", "::1.", "1.2.3.4:", "\xE3\x81\x82.", "a-b_"}},
      {"JSON escapes",
       media::text,
       [](extract_options& all) { all.text.unescape = unescape_choice::json; },
       "",
       {"\\", "\\/", "\\u0041", "\\ud83d", "http:\\/\\/a"}},
      {"quoted-printable",
       media::text,
       [](extract_options& all) { all.text.unescape = unescape_choice::qp; },
       "",
       {"=", "=3D", "= \n", "= ", "http=3A=2F=2F"}},
      {"character references",
       media::text,
       [](extract_options& all) { all.text.unescape = unescape_choice::html; },
       "",
       {"&", "&#", "&amp;", "&#x2F;"}},
      {"LaTeX",
       media::text,
       [](extract_options& all) { all.text.unescape = unescape_choice::latex; },
       "",
       {"\\_", "\\~{}", "$\\sim$", "\\url{http://a/\\_"}},
      {"percent-encoded URLs",
       media::text,
       [](extract_options& all) { all.text.unescape = unescape_choice::percent; },
       "",
       {"%", "%3A%2F%2F", "http%3A%2F%2Fa", "%25", "http%253A//"}},
      {"wrapped lines",
       media::text,
       joined,
       "",
       {"\"http://a.example/x\n", "http://a.example/x\n",
        "http://a.example/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", "\n> "}},
      {"HTML",
       media::html,
       plain,
       "<!doctype html>",
       {"<", "<a href=", "<a href=\"", "<!--", "</", "<base href=", "<a href=b>", "<img srcset='a 1x,",
        "<p a=", "<template>", "<svg><style>", "<iframe srcdoc='"}},
      {"HTML with all asked for",
       media::html,
       everything,
       "<!doctype html>",
       {"<a>", "<a rel=a>", "<b>http://a/", "<script>'/a'", "<script>", "<script type=application/json>[",
        "<div style='url("}},
      {"XML",
       media::xml,
       plain,
       "<?xml version=\"1.0\"?><a>",
       {"<a>", "<![CDATA[", "<!--", "&lt;a href=b", "<a b='http://c'"}},
      {"CSS", media::css, plain, "", {"url(", "@import ", "/*", "\\", "'", "url(a)"}},
      {"JSON", media::json, plain, "{\"a\":[", {"[", "{\"a\":", "\"http://a/\",", "\"\\u0041\","}},
  };
}

}  // namespace urlsieve::testing

#endif
