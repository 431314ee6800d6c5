#include "src/url/url_columns.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/hosts/host_names.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace url_columns_test {

constexpr std::array<field, 12> all{field::scheme,    field::userinfo, field::host,     field::subdomain,
                                    field::domain,    field::suffix,   field::port,     field::path,
                                    field::extension, field::query,    field::fragment, field::surt};

// Returns "host=example.com domain=example.com ..." without missing columns, "path" and "surt".
std::string columns_of(std::string_view url) {
  url_columns split(url);
  std::string text;
  std::string buffer;
  for (const field name : all) {
    const std::string_view value = split.value(name, buffer);
    if (value.data() == nullptr || name == field::surt || name == field::path) continue;
    text.append(text.empty() ? "" : " ").append(name_of(name)).append(1, '=').append(value);
  }
  return text;
}

std::string value_of(std::string_view url, field name) {
  std::string buffer;
  const std::string_view value = url_columns(url).value(name, buffer);
  return value.data() == nullptr ? "(none)" : std::string(value);
}

struct split_case {
  std::string_view url;
  std::string_view columns;
};

TEST(url_columns, equal_the_parts_of_the_url) {
  for (const split_case& row : std::vector<split_case>{
           // no host
           {"mailto:a.b@example.com", "scheme=mailto"},
           {"urn:isbn:0451450523", "scheme=urn"},
           {"mailto:a@example.com?subject=x.pdf", "scheme=mailto query=subject=x.pdf"},
           {"file:///etc/passwd.TXT", "scheme=file host= extension=txt"},
           {"tel:+1-201-555-0123", "scheme=tel"},
           // hosts that are addresses
           {"http://192.0.2.1/a.html", "scheme=http host=192.0.2.1 extension=html"},
           {"http://192.0.2.1./", "scheme=http host=192.0.2.1."},
           {"http://192.0.2.1:81/", "scheme=http host=192.0.2.1 port=81"},
           {"http://[2001:db8::1]/", "scheme=http host=[2001:db8::1]"},
           {"http://[::ffff:1.2.3.4]:8080/x", "scheme=http host=[::ffff:1.2.3.4] port=8080"},
           {"http://u@[2001:db8::1]:8080/x", "scheme=http userinfo=u host=[2001:db8::1] port=8080"},
           {"http://localhost/", "scheme=http host=localhost"},
           // domains and suffixes
           {"https://example.com/", "scheme=https host=example.com domain=example.com suffix=com"},
           {"https://example.com./", "scheme=https host=example.com. domain=example.com. suffix=com."},
           {"https://www.example.com.au/",
            "scheme=https host=www.example.com.au subdomain=www domain=example.com.au suffix=com.au"},
           {"https://a.b.example.com.au:444/",
            "scheme=https host=a.b.example.com.au subdomain=a.b domain=example.com.au suffix=com.au "
            "port=444"},
           {"https://com.au/", "scheme=https host=com.au suffix=com.au"},
           {"https://x.user.github.io/",
            "scheme=https host=x.user.github.io subdomain=x domain=user.github.io suffix=github.io"},
           {"https://github.io/", "scheme=https host=github.io suffix=github.io"},
           {"https://www.xn--bcher-kva.example/",
            "scheme=https host=www.xn--bcher-kva.example subdomain=www domain=xn--bcher-kva.example "
            "suffix=example"},
           {"https://a.xn--j1amh/", "scheme=https host=a.xn--j1amh domain=a.xn--j1amh suffix=xn--j1amh"},
           {"HTTP://WWW.Example.CO.UK/",
            "scheme=HTTP host=WWW.Example.CO.UK subdomain=WWW domain=Example.CO.UK suffix=CO.UK"},
           // ports and userinfo
           {"http://example.com:80/", "scheme=http host=example.com domain=example.com suffix=com port=80"},
           {"http://example.com:/", "scheme=http host=example.com domain=example.com suffix=com port="},
           {"http://example.com:99999/",
            "scheme=http host=example.com domain=example.com suffix=com port=99999"},
           {"ftp://me:pw@example.com/",
            "scheme=ftp userinfo=me:pw host=example.com domain=example.com suffix=com"},
           {"http://@example.com/", "scheme=http userinfo= host=example.com domain=example.com suffix=com"},
           {"http://a@b@example.com/",
            "scheme=http userinfo=a@b host=example.com domain=example.com suffix=com"},
           // query and fragment: empty differs from missing
           {"http://h/?", "scheme=http host=h query="},
           {"http://h/#", "scheme=http host=h fragment="},
           {"http://h?#", "scheme=http host=h query= fragment="},
           {"http://h?a#b?c#d", "scheme=http host=h query=a fragment=b?c#d"},
           {"http://h#b?c", "scheme=http host=h fragment=b?c"},
           {"http://h", "scheme=http host=h"},
           // relative references
           {"", ""},
           {"//example.com/a.b", "host=example.com domain=example.com suffix=com extension=b"},
           {"a/b.html?x", "extension=html query=x"},
           {"?x", "query=x"}})
    EXPECT_EQ(columns_of(row.url), row.columns) << row.url;
}

TEST(url_columns, extension_is_the_last_word_of_the_name) {
  for (const auto& [path, extension] :
       std::vector<std::pair<std::string, std::string>>{{"/a.tar.gz", "gz"},
                                                        {"/A.JPEG", "jpeg"},
                                                        {"/dir.d/", "(none)"},
                                                        {"/dir.d/name", "(none)"},
                                                        {"/.profile", "(none)"},
                                                        {"/a/.profile", "(none)"},
                                                        {"/..a", "(none)"},
                                                        {"/.profile.bak", "bak"},
                                                        {"/a.", "(none)"},
                                                        {"/a..b", "b"},
                                                        {"/a.b-c", "(none)"},
                                                        {"/Dr._No", "(none)"},
                                                        {"/a.%41", "(none)"},
                                                        {"/a.php;sid=x.y", "php"},
                                                        {"/a;v=1.2", "(none)"},
                                                        {"/a.mp3?b.c", "mp3"},
                                                        {"/a#b.c", "(none)"},
                                                        {"/v1.2", "2"},
                                                        {"", "(none)"},
                                                        {"/", "(none)"},
                                                        {"?x.y", "(none)"},
                                                        {"/\xC3\xBC.txt", "txt"},
                                                        {"/a.t\xC3\xBC", "(none)"}})
    EXPECT_EQ(value_of("http://example.com" + path, field::extension), extension) << path;
}

TEST(url_columns, path_and_surt_are_always_there) {
  EXPECT_EQ(value_of("http://h", field::path), "");
  EXPECT_EQ(value_of("mailto:a@b", field::path), "a@b");
  EXPECT_EQ(value_of("", field::path), "");
  EXPECT_EQ(value_of("https://www.example.org/x", field::surt), "org,example)/x");
  EXPECT_EQ(value_of("mailto:A@b", field::surt), "mailto:a@b");
}

// The vector window that splits most URLs equals parse() for delimiters at every offset.
TEST(url_columns, equal_parse) {
  const std::string_view bytes = "a/?#:@[].%A;-";
  const auto same = [](const std::string& url) {
    url_columns fast(url);
    url_columns slow{url_view::of(url)};
    std::string buffer;
    std::string other;
    for (const field name : all) {
      const std::string_view from_text = fast.value(name, buffer);
      const std::string_view from_parts = slow.value(name, other);
      EXPECT_EQ(from_text, from_parts) << name_of(name) << " of " << url;
      EXPECT_EQ(from_text.data() == nullptr, from_parts.data() == nullptr) << name_of(name) << " of " << url;
    }
  };
  for (const std::string front : {"http://", "https://", "http:/", "https:///", "ftp://"}) {
    for (const char byte : bytes)
      for (const char two : bytes)
        for (const char three : bytes) {
          same(front + byte + two + three);
          same(front + "h.example" + byte + two + 'x' + three);
        }
    for (const std::size_t host : {1U, 40U, 55U, 56U, 57U, 63U, 64U, 130U})
      for (std::size_t more = 0; more < 200; more += host % 2 + 1) {
        const std::string url = front + std::string(host, 'h') + ".example/" + std::string(more, 'p');
        for (const std::string end : {"", "?", "#", "?a#b", "#a?b", "?#", "##", "??"}) same(url + end);
      }
  }
}

// Public suffixes by urlsieve's table equal those of libpsl.
TEST(host_names, follow_the_public_suffix_list) {
  const public_suffix_list& list = public_suffix_list::system();
  const std::vector<std::string> ends{"com", "co.uk", "com.au", "github.io", "example", "ck", "a.ck", "jp"};
  for (int i = 0; i < 20000; ++i) {
    std::string host = (i % 3 == 0   ? "www."
                        : i % 3 == 1 ? ""
                                     : "a.b.") +
                       std::to_string(i * 7919 % 20011) + "x." +
                       ends[static_cast<std::size_t>(i) % ends.size()];
    if (i % 11 == 0) host += '.';
    if (i % 97 == 0) host.insert(0, std::string(70, 'y') + '.');
    const host_names found = names_of_host(host);
    ASSERT_EQ(found.suffix, list.public_suffix(host)) << host;
    if (found.suffix == host) {
      ASSERT_EQ(found.domain.data(), nullptr) << host;
      continue;
    }
    ASSERT_EQ(found.domain, list.registrable_domain(host)) << host;
    ASSERT_EQ(found.subdomain.empty() ? 0 : found.subdomain.size() + 1, host.size() - found.domain.size());
    ASSERT_EQ(found.domain.data() + found.domain.size(), host.data() + host.size());
  }
}

TEST(host_names, are_empty_for_addresses) {
  for (const std::string_view host :
       {"1.2.3.4", "1.2.3.4.", "[::1]", "[::ffff:1.2.3.4]", "[v1.a.b]", "", "a"}) {
    const host_names found = names_of_host(host);
    EXPECT_EQ(found.domain.data(), nullptr) << host;
    EXPECT_EQ(found.subdomain.data(), nullptr) << host;
    EXPECT_EQ(found.suffix.data(), nullptr) << host;
  }
}

}  // namespace url_columns_test
}  // namespace urlsieve
