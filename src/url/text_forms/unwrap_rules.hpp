// The table of link rewriters: mail gateways that check every link of a message, and redirectors of sites.
// Rules exist only for URLs that contain the whole target. Services that store targets on their servers have
// no rule (Mimecast's "/s/" tokens, whose "?domain=" is only the host; AppRiver's, INKY's).
//
// A comment names the source of each rule: the document of the vendor, or "seen" for links observed in public
// mail and pages without a document.
#ifndef URLSIEVE_URL_TEXT_FORMS_UNWRAP_RULES_HPP
#define URLSIEVE_URL_TEXT_FORMS_UNWRAP_RULES_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace urlsieve {

// The encoding of the target in the URL.
enum class wrapping : std::uint8_t {
  parameter,       // the value of a query parameter, percent-encoded
  last_parameter,  // as parameter; an unencoded value extends to the end of the URL
  base64,          // as parameter; the value is base64, percent-encoded
  marked_base64,   // base64 after two marker bytes
  bare_query,      // the query, not encoded
  dashed,          // the value of a parameter, "-" for "%" and "_" for "/"
  starred,         // the path up to "__;"; "*" replaces bytes that are stored after "__;"
  underlined,      // the path between "___" and "___."
  second_segment,  // all after the first segment of the path
  after_path,      // all after `path`
  path_segment,    // the segment of the path after `path`
  named_segment    // the segment of the path that begins with the parameter and "="
};

struct unwrap_rule {
  std::string_view host;  // ".x": also any host under x; "x.*": x under any suffix; "*": any host
  std::string_view path;  // prefix of the path
  std::string_view parameter;
  wrapping form = wrapping::parameter;
};

inline constexpr std::array unwrap_rules = {
    // Microsoft Defender for Office 365, Safe Links:
    // learn.microsoft.com/defender-office-365/safe-links-about; the clouds of governments and of China, Teams
    // and Outlook on the web: seen. Also behind the proxy of Defender for Cloud Apps.
    unwrap_rule{".safelinks.protection.outlook.com", "/", "url"},
    unwrap_rule{".safelinks.protection.outlook.com.mcas.ms", "/", "url"},
    unwrap_rule{".safelinks.protection.office365.us", "/", "url"},
    unwrap_rule{".safelinks.protection.partner.outlook.cn", "/", "url"},
    unwrap_rule{"safelinks.protection.apps.mil", "/", "url"},
    unwrap_rule{"statics.teams.cdn.office.net", "/evergreen-assets/safelinks/", "url"},
    unwrap_rule{"statics.teams.microsoft.com", "/evergreen-assets/safelinks/", "url"},
    unwrap_rule{"outlook.office.com", "/mail/safelink.html", "url"},
    unwrap_rule{"outlook.office365.com", "/mail/safelink.html", "url"},
    // Azure's mail: seen.
    unwrap_rule{".safelink.emails.azure.net", "/redirect/", "destination"},

    // Proofpoint URL Defense: help.proofpoint.com, "How do I decode a rewritten URL?" and its decoder.
    unwrap_rule{"urldefense.proofpoint.com", "/v1/url", "u"},
    unwrap_rule{"urldefense.proofpoint.com", "/v2/url", "u", wrapping::dashed},
    unwrap_rule{"urldefense.proofpoint.com", "/v3/__", "", wrapping::starred},
    unwrap_rule{"urldefense.com", "/v1/url", "u"},
    unwrap_rule{"urldefense.com", "/v2/url", "u", wrapping::dashed},
    unwrap_rule{"urldefense.com", "/v3/__", "", wrapping::starred},
    unwrap_rule{"urldefense.us", "/v2/url", "u", wrapping::dashed},
    unwrap_rule{"urldefense.us", "/v3/__", "", wrapping::starred},

    // Barracuda Email Gateway Defense: campus.barracuda.com, "Link Protection".
    unwrap_rule{"linkprotect.cudasvc.com", "/", "a"},
    // Cisco Secure Email: cisco.com, document 118775, "Configure URL Filtering".
    unwrap_rule{"secure-web.cisco.com", "/", "", wrapping::second_segment},
    // Symantec (Broadcom) Click-time URL Protection: knowledge.broadcom.com, article 163838.
    unwrap_rule{"clicktime.symantec.com", "/", "u", wrapping::last_parameter},
    unwrap_rule{"clicktime.cloud.postoffice.net", "/clicktime.php", "u"},
    // Trend Micro, time-of-click protection (IMSVA, Deep Discovery, Cloud App Security): seen.
    unwrap_rule{".trendmicro.com", "/wis/clicktime/", "url"},
    unwrap_rule{".check.trendmicro.com", "/", "url"},
    // Sophos Email, Time of Click URL protection: seen.
    unwrap_rule{".protection.sophos.com", "/", "u", wrapping::base64},
    // FireEye (Trellix) Email Security, Advanced URL Defense: seen.
    unwrap_rule{".fireeye.com", "/url", "u", wrapping::last_parameter},
    unwrap_rule{".fireeye.com", "/v1/url", "u", wrapping::last_parameter},
    // Check Point Harmony Email (Avanan): sc1.checkpoint.com, Admin Guide, "Rewritten Avanan URL".
    unwrap_rule{"url.avanan.click", "/v2/", "", wrapping::underlined},
    unwrap_rule{"protect.checkpoint.com", "/v2/", "", wrapping::underlined},
    unwrap_rule{"avanan.url-protection.com", "/v1/url", "o"},
    // Fortinet FortiMail, URL click protection, on the customer's own host: seen.
    unwrap_rule{"*", "/fmlurlsvc/", "url"},
    // Trustwave MailMarshal, Libraesva URLSand, Vade (Hornetsecurity), TitanHQ Link Lock, EdgePilot: seen.
    unwrap_rule{"scanmail.trustwave.com", "/", "u"},
    unwrap_rule{".esvalabs.com", "/", "u"},
    unwrap_rule{".vadesecure.com", "/", "u"},
    unwrap_rule{"linklock.titanhq.com", "/analyse", "url"},
    unwrap_rule{"link.edgepilot.com", "/", "u", wrapping::last_parameter},
    // Menlo Security, isolation of links: seen.
    unwrap_rule{"safe.menlosecurity.com", "/", "", wrapping::after_path},
    // Webmail of GMX, WEB.DE and mail.com: seen.
    unwrap_rule{"deref-gmx.net", "/mail/client/", "redirectUrl"},
    unwrap_rule{"deref-gmx.com", "/mail/client/", "redirectUrl"},
    unwrap_rule{"deref-web.de", "/mail/client/", "redirectUrl"},
    unwrap_rule{"deref-web-02.de", "/mail/client/", "redirectUrl"},
    unwrap_rule{"deref-mail.com", "/mail/client/", "redirectUrl"},
    // Amazon SES, click tracking: docs.aws.amazon.com/ses, "Email open and click metrics".
    unwrap_rule{".awstrack.me", "/L0/", "", wrapping::path_segment},

    // Redirectors of sites, seen. Google's exists under every suffix.
    unwrap_rule{"www.google.*", "/url", "q"},
    unwrap_rule{"www.google.*", "/url", "url"},
    unwrap_rule{"plus.url.google.com", "/url", "q"},
    unwrap_rule{"www.youtube.com", "/redirect", "q"},
    // Meta: engineering.fb.com, 2012-09-14, "Link Shim".
    unwrap_rule{"l.facebook.com", "/", "u"},
    unwrap_rule{"lm.facebook.com", "/", "u"},
    unwrap_rule{"www.facebook.com", "/l.php", "u"},
    unwrap_rule{"l.messenger.com", "/", "u"},
    unwrap_rule{"l.instagram.com", "/", "u"},
    unwrap_rule{"l.wl.co", "/l", "u"},
    unwrap_rule{"slack-redir.net", "/link", "url"},
    unwrap_rule{"r.search.yahoo.com", "/", "RU", wrapping::named_segment},
    unwrap_rule{"www.bing.com", "/ck/a", "u", wrapping::marked_base64},
    unwrap_rule{"duckduckgo.com", "/l/", "uddg"},
    unwrap_rule{"www.linkedin.com", "/redir/", "url"},
    unwrap_rule{"www.linkedin.com", "/safety/go", "url"},
    unwrap_rule{"out.reddit.com", "/", "url"},
    unwrap_rule{"t.umblr.com", "/redirect", "z"},
    unwrap_rule{"steamcommunity.com", "/linkfilter/", "url"},
    unwrap_rule{"steamcommunity.com", "/linkfilter/", "u"},
    unwrap_rule{"vk.com", "/away.php", "to"},
    unwrap_rule{"link.zhihu.com", "/", "target"},
    unwrap_rule{"gate.sc", "/", "url"},
    unwrap_rule{"exit.sc", "/", "url"},
    unwrap_rule{"href.li", "/", "", wrapping::bare_query},
    unwrap_rule{"www.deviantart.com", "/users/outgoing", "", wrapping::bare_query},
};

}  // namespace urlsieve

#endif
