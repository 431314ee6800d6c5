#include "src/url/text_forms/unwrap.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "src/url/text_forms/unwrap_rules.hpp"

namespace urlsieve {
namespace unwrap_test {

using rows = std::initializer_list<std::pair<std::string_view, std::string_view>>;

void expect_unwrapped(const rows& cases) {
  std::string buffer;
  for (const auto& [url, inner] : cases) EXPECT_EQ(unwrapped(url, buffer), inner) << url;
}

TEST(unwrap, undoes_mail_gateways) {
  expect_unwrapped({
      {"https://nam02.safelinks.protection.outlook.com/"
       "?url=https%3A%2F%2Fwww.example.com%2Fa%3Fb%3D1&data=05%7C01",
       "https://www.example.com/a?b=1"},
      {"https://safelinks.protection.outlook.com/?url=http%3A%2F%2Fexample.com", "http://example.com"},
      {"HTTPS://EUR01.SafeLinks.Protection.Outlook.COM/?URL=http%3A%2F%2Fexample.com%2FA&data=x",
       "http://example.com/A"},
      {"https://nam10.safelinks.protection.outlook.com/ap/w-59584e83/"
       "?url=https%3A%2F%2Fexample.com%2Fx.docx&data=1",
       "https://example.com/x.docx"},
      {"https://usg02.safelinks.protection.office365.us/?url=https%3A%2F%2Fexample.gov%2F",
       "https://example.gov/"},
      {"https://can01.safelinks.protection.partner.outlook.cn/?url=https%3A%2F%2Fexample.cn%2F",
       "https://example.cn/"},
      // Copied from HTML with "&amp;" undecoded.
      {"https://nam02.safelinks.protection.outlook.com/?data=1&amp;url=https%3A%2F%2Fexample.com%2F&amp;x=y",
       "https://example.com/"},
      {"https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/"
       "atp-safelinks.html?url=https%3A%2F%2Fe.org",
       "https://e.org"},
      {"https://outlook.office.com/mail/safelink.html?corid=1&url=https:%2F%2Fexample.org%2F",
       "https://example.org/"},
      {"https://us1.safelink.emails.azure.net/redirect/?destination=https%3A%2F%2Fexample.com%2F&p=1",
       "https://example.com/"},
      {"https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fexample.com%2fa%3fb&c=E,1,x&typo=1",
       "https://example.com/a?b"},
      {"http://secure-web.cisco.com/1S1h_Cy8Q-x/http%3A%2F%2Fwww.example.com%2Fa%3Fb%3D1%26c%23d",
       "http://www.example.com/a?b=1&c#d"},
      {"https://secure-web.cisco.com/1S1h_Cy8Q-x/https://www.example.com/a%20b?c=%2F#d",
       "https://www.example.com/a%20b?c=%2F#d"},
      {"https://secure-web.cisco.com/1S1h_Cy8Q-x/http:/www.example.com/", "http://www.example.com/"},
      {"https://eur02.safelinks.protection.outlook.com.mcas.ms/"
       "?url=https%3A%2F%2Fexample.com%2Fa&data=05&McasTsid=20892",
       "https://example.com/a"},
      {"https://safe.menlosecurity.com/https://example.com/a?b=c#d", "https://example.com/a?b=c#d"},
      {"https://safe.menlosecurity.com/https%3A%2F%2Fexample.com%2Fa", "https://example.com/a"},
      {"https://deref-gmx.net/mail/client/ulc_0Gq1TD4/dereferrer/?redirectUrl=https%3A%2F%2Fexample.com%2Fa",
       "https://example.com/a"},
      {"https://deref-gmx.com/mail/client/x/dereferrer/?redirectUrl=http%3A%2F%2Fexample.com",
       "http://example.com"},
      {"https://deref-web.de/mail/client/x/dereferrer/?redirectUrl=http%3A%2F%2Fexample.com",
       "http://example.com"},
      {"https://deref-web-02.de/mail/client/x/dereferrer/?redirectUrl=http%3A%2F%2Fexample.com",
       "http://example.com"},
      {"https://deref-mail.com/mail/client/x/dereferrer/?redirectUrl=http%3A%2F%2Fexample.com",
       "http://example.com"},
      {"https://clicktime.symantec.com/38YrYPLxxSqYh?u=http%3A%2F%2Fexample.com%2Fx.tgz",
       "http://example.com/x.tgz"},
      {"https://clicktime.symantec.com/15xVSd?h=6gcezW=&u=https://example.com/a?b=c&d=e",
       "https://example.com/a?b=c&d=e"},
      {"https://clicktime.cloud.postoffice.net/clicktime.php?U=http%3A%2F%2Fexample.com&E=me",
       "http://example.com"},
      {"https://imsva91-ctp.trendmicro.com:443/wis/clicktime/v1/"
       "query?url=https%3a%2f%2fexample%2ecom%2f&umid=1",
       "https://example.com/"},
      {"https://ca-1234.check.trendmicro.com/?url=https%3A%2F%2Fexample.com%2F", "https://example.com/"},
      {"https://us-west-2.protection.sophos.com/"
       "?d=example.com&u=aHR0cHM6Ly9leGFtcGxlLmNvbS9hP2I9Yw==&i=1&h=2",
       "https://example.com/a?b=c"},
      {"https://us-west-2.protection.sophos.com?d=example.com&u=aHR0cHM6Ly9leGFtcGxlLmNvbS9hP2I9Yw%3D%3D",
       "https://example.com/a?b=c"},
      {"https://protect2.fireeye.com/v1/url?k=6f7d&q=1&e=776d&u=https%3A%2F%2Fexample.com%2F",
       "https://example.com/"},
      {"https://protect2.fireeye.com/url?k=d37b-8f3b&u=http://example.com/a?b=1&c=2",
       "http://example.com/a?b=1&c=2"},
      {"https://url.avanan.click/v2/___https://example.com/a___.YXAzOm", "https://example.com/a"},
      {"https://protect.checkpoint.com/v2/r01/___https%3A//example.com/a/___.YzJ1", "https://example.com/a/"},
      {"https://protect.checkpoint.com/v2/___https:/example.com/a?b___.YzJ1", "https://example.com/a?b"},
      {"https://avanan.url-protection.com/v1/url?o=https%3A//example.com/&g=M", "https://example.com/"},
      {"https://mail.example.net/fmlurlsvc/?fewReq=:B:JVE3&url=https%3a%2f%2fexample.com%2f",
       "https://example.com/"},
      {"https://scanmail.trustwave.com/?c=20988&d=i-GP5&s=5&u=https%3a%2f%2fexample%2ecom%2f",
       "https://example.com/"},
      {"https://urlsand.esvalabs.com/?u=https%3A%2F%2Fexample.com%2F&e=4935d002&f=n&p=y",
       "https://example.com/"},
      {"https://m365.eu.vadesecure.com/safeproxy/v4?f=E&i=a&k=7&r=Y&s=c&u=https%3A%2F%2Fexample.com",
       "https://example.com"},
      {"https://linklock.titanhq.com/analyse?url=https%3A%2F%2Fexample.com%2F&data=eJx",
       "https://example.com/"},
      {"https://link.edgepilot.com/s/4239f747/ca21cb?u=https://example.com/a?id=1%26k=2",
       "https://example.com/a?id=1&k=2"},
      {"https://abc.r.us-east-1.awstrack.me/L0/https:%2F%2Fexample.com%2Fa%3Fb=c/1/0100/x=300",
       "https://example.com/a?b=c"},
  });
}

TEST(unwrap, undoes_url_defense) {
  expect_unwrapped({
      {"https://urldefense.proofpoint.com/v1/url?u=http://www.example.com/a%3Fb&k=x",
       "http://www.example.com/a?b"},
      {"https://urldefense.proofpoint.com/v2/url?u=https-3A__example.com_a-2Db-5Fc-3Fd-3D1-26e&d=DwIBaQ&c=x",
       "https://example.com/a-b_c?d=1&e"},
      {"https://urldefense.proofpoint.com/v2/url?d=DwIBaQ&u=http-3A__example.com_a-252Fb",
       "http://example.com/a%2Fb"},
      {"https://urldefense.com/v3/__https://example.com/a__;!!AbCd$", "https://example.com/a"},
      {"https://urldefense.com/v3/__https://example.com/a*b__;Iw!!AbCd!x$", "https://example.com/a#b"},
      {"https://urldefense.us/v3/__https://example.com/a*20b*2Fc__;JSU!!AbCd$",
       "https://example.com/a%20b%2Fc"},
      {"https://urldefense.com/v3/__https:/example.com/a__;!!AbCd$", "https://example.com/a"},
      // A run of three hidden characters, one of two bytes among them: "e" with an accent.
      {"https://urldefense.com/v3/__https://example.com/**B/x__;I8OpIw!!AbCd$",
       "https://example.com/#\xC3\xA9#/x"},
      {"https://urldefense.com/v3/__https://example.com/__a__;!!AbCd$", "https://example.com/__a"},
      {"https://urldefense.proofpoint.com/v3/__mailto:me@example.com__;!!AbCd$", "mailto:me@example.com"},
  });
}

TEST(unwrap, undoes_redirectors) {
  expect_unwrapped({
      {"https://www.google.com/url?q=https://example.com/a%2520b&sa=D&usg=AO", "https://example.com/a%20b"},
      {"https://www.google.co.uk/url?sa=t&source=web&url=https%3A%2F%2Fexample.com%2F",
       "https://example.com/"},
      {"http://www.google.de/url?q=words&url=http%3A%2F%2Fexample.com%2F", "http://example.com/"},
      {"https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Fexample.com%2F", "https://example.com/"},
      {"https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Ffbclid%3D1&h=AT0",
       "https://example.com/?fbclid=1"},
      {"https://l.instagram.com/?u=https%3A%2F%2Fexample.com%2F&e=AT", "https://example.com/"},
      {"https://slack-redir.net/link?url=https%3A%2F%2Fexample.com", "https://example.com"},
      {"https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2fexample.com%2fa/RK=2/RS=x-",
       "https://example.com/a"},
      {"https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9leGFtcGxlLmNvbS8&ntb=1", "https://example.com/"},
      {"https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2F&rut=1", "https://example.com/"},
      {"https://vk.com/away.php?to=http%3A%2F%2Fexample.com", "http://example.com"},
      {"https://gate.sc/?url=http%3A%2F%2Fexample.com&token=1", "http://example.com"},
      {"https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fexample.com", "https://example.com"},
      {"https://href.li/?https://example.com/a?b#c", "https://example.com/a?b#c"},
      {"https://t.umblr.com/redirect?z=https%3A%2F%2Fexample.com%2F&t=x", "https://example.com/"},
  });
}

TEST(unwrap, unwraps_nested_urls) {
  expect_unwrapped({
      {"https://nam02.safelinks.protection.outlook.com/"
       "?url=https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2F%2F"
       "example.com%2Fa__%3B!!AbCd%24&data=1",
       "https://example.com/a"},
      {"https://urldefense.com/v3/__https://urldefense.proofpoint.com/v2/"
       "url?u=http-3A__example.com&d=x__;!!AbCd$",
       "http://example.com"},
  });
  // Nested deeper than the limit: the rest is still an absolute URL.
  std::string url = "http://example.com/";
  for (int i = 0; i < 12; ++i) {
    std::string escaped;
    for (const char c : url)
      escaped += c == '%' ? std::string("%25") : c == '&' ? std::string("%26") : std::string(1, c);
    url = "https://slack-redir.net/link?url=" + escaped;
  }
  std::string buffer;
  const std::string_view inner = unwrapped(url, buffer);
  EXPECT_TRUE(inner.starts_with("https://slack-redir.net/link?url="));
  EXPECT_LT(inner.size(), url.size());
}

TEST(unwrap, keeps_other_urls) {
  std::string buffer;
  for (const std::string_view url :
       {"", "http:", "http://", "https://example.com/", "https://example.com/?url=https%3A%2F%2Fe.com",
        "ftp://urldefense.com/v3/__https://example.com/a__;!!AbCd$",
        // Hosts that only resemble gateways.
        "https://safelinks.protection.outlook.com.evil.example/?url=https%3A%2F%2Fe.com",
        "https://evilsafelinks.protection.outlook.com/?url=https%3A%2F%2Fe.com",
        "https://urldefense.com@evil.example/v3/__https://example.com/a__;!!AbCd$",
        "https://user:urldefense.com@evil.example/v3/__https://example.com/a__;!!AbCd$",
        "https://www.google.evil.example/url?q=https://e.com/",
        "https://www.google.com.evil/url?q=https://e.com/",
        // Hosts of gateways, but other pages.
        "https://www.google.com/search?q=https://e.com/",
        "https://www.facebook.com/sharer.php?u=https%3A%2F%2Fe.com",
        "https://vk.com/share.php?url=https%3A%2F%2Fe.com", "https://urldefense.com/v3/",
        "https://urldefense.com/v2/url", "https://www.youtube.com/watch?v=x&q=https://e.com/",
        // No target URL.
        "https://nam02.safelinks.protection.outlook.com/?url=%2Fpath&data=1",
        "https://nam02.safelinks.protection.outlook.com/?url=javascript%3Aalert(1)&data=1",
        "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2F",
        "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fe.com%0D%0AX%3A1",
        "https://nam02.safelinks.protection.outlook.com/?data=1",
        "https://nam02.safelinks.protection.outlook.com/",
        "https://us-west-2.protection.sophos.com/?d=rb.gy&b=99&i=NjE2",
        "https://us-west-2.protection.sophos.com/?d=e.com&u=!!!!", "https://www.google.com/url?q=words+only",
        // Truncated, or not in the format of the gateway.
        "https://urldefense.com/v3/__https://example.com/a",
        "https://urldefense.com/v3/__https://example.com/a*b__;!!x$",
        "https://urldefense.com/v3/__https://example.com/a__;\x80!x$",
        "https://protect.checkpoint.com/v2/___https://example.com/a",
        "https://secure-web.cisco.com/1S1h_Cy8Q", "https://safe.menlosecurity.com/account/login",
        "https://abc.r.us-east-1.awstrack.me/L0/", "https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/x=",
        // The target is on the gateway's servers.
        "https://protect-us.mimecast.com/s/0wSdCVON0gczLDq1tGaO_q?domain=example.com",
        "https://url.us.m.mimecastprotect.com/s/nGRQCmZXZ3?domain=example.com",
        "https://url.emailprotection.link/?b-n5E-p5cAj6bbH7tVdyl"}) {
    const std::string_view same = unwrapped(url, buffer);
    EXPECT_EQ(same.data(), url.data()) << url;
    EXPECT_EQ(same.size(), url.size()) << url;
  }
}

// The argument may be a view into the buffer of the previous result.
TEST(unwrap, may_read_from_its_buffer) {
  std::string buffer = "https://slack-redir.net/link?url=https%3A%2F%2Fexample.com%2F";
  EXPECT_EQ(unwrapped(buffer, buffer), "https://example.com/");
}

// The quick rejection by the end of the host must accept the host of each rule.
TEST(unwrap, knows_the_host_of_every_rule) {
  std::string buffer;
  for (const unwrap_rule& rule : unwrap_rules) {
    if (rule.form != wrapping::parameter && rule.form != wrapping::last_parameter) continue;
    std::string host(rule.host);
    if (host.front() == '.') host = "x" + host;
    if (host.back() == '*') host.replace(host.size() - 1, 1, host.size() == 1 ? "mail.example.net" : "fr");
    const std::string url = "https://" + host + std::string(rule.path) + "?" + std::string(rule.parameter) +
                            "=https%3A%2F%2Fexample.com%2Ftarget";
    EXPECT_EQ(unwrapped(url, buffer), "https://example.com/target") << url;
  }
}

}  // namespace unwrap_test
}  // namespace urlsieve
