#include "src/references/values/embedded_json.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "src/markup/link_tag.hpp"
#include "src/references/values/url_template.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/absolute_url.hpp"

namespace urlsieve {
namespace {

// JSON-LD 1.1, and properties of schema.org whose values are always of type URL.
constexpr std::array url_members{
    std::string_view("@id"),
    std::string_view("acquireLicensePage"),
    std::string_view("additionalType"),
    std::string_view("archivedAt"),
    std::string_view("benefitsSummaryUrl"),
    std::string_view("codeRepository"),
    std::string_view("contentUrl"),
    std::string_view("discussionUrl"),
    std::string_view("downloadUrl"),
    std::string_view("embedUrl"),
    std::string_view("healthPlanMarketingUrl"),
    std::string_view("installUrl"),
    std::string_view("isBasedOnUrl"),
    std::string_view("mainEntityOfPage"),
    std::string_view("merchantReturnLink"),
    std::string_view("paymentUrl"),
    std::string_view("relatedLink"),
    std::string_view("replyToUrl"),
    std::string_view("sameAs"),
    std::string_view("serviceUrl"),
    std::string_view("shippingSettingsLink"),
    std::string_view("significantLink"),
    std::string_view("significantLinks"),
    std::string_view("targetUrl"),
    std::string_view("thumbnailUrl"),
    std::string_view("tourBookingPage"),
    std::string_view("trackingUrl"),
    std::string_view("url"),
};

// Properties whose values may also be text or the name of a thing.
constexpr std::array mixed_members{
    std::string_view("acceptsReservations"),
    std::string_view("actionableFeedbackPolicy"),
    std::string_view("correctionsPolicy"),
    std::string_view("diversityPolicy"),
    std::string_view("diversityStaffingReport"),
    std::string_view("ethicsPolicy"),
    std::string_view("fileFormat"),
    std::string_view("hasMap"),
    std::string_view("hasMenu"),
    std::string_view("image"),
    std::string_view("isBasedOn"),
    std::string_view("isPartOf"),
    std::string_view("item"),
    std::string_view("layoutImage"),
    std::string_view("license"),
    std::string_view("logo"),
    std::string_view("map"),
    std::string_view("maps"),
    std::string_view("masthead"),
    std::string_view("menu"),
    std::string_view("missionCoveragePrioritiesPolicy"),
    std::string_view("noBylinesPolicy"),
    std::string_view("ownershipFundingInfo"),
    std::string_view("photo"),
    std::string_view("photos"),
    std::string_view("primaryImageOfPage"),
    std::string_view("publishingPrinciples"),
    std::string_view("releaseNotes"),
    std::string_view("screenshot"),
    std::string_view("sdLicense"),
    std::string_view("softwareHelp"),
    std::string_view("target"),
    std::string_view("unnamedSourcesPolicy"),
    std::string_view("usageInfo"),
    std::string_view("verificationFactCheckingPolicy"),
    std::string_view("video"),
};
static_assert(std::is_sorted(url_members.begin(), url_members.end()));
static_assert(std::is_sorted(mixed_members.begin(), mixed_members.end()));

using promise = value_promise;

// Returns the meaning of the member's values; "schema:url" means "url".
promise promise_of(std::string_view member) {
  member.remove_prefix(member.rfind(':') + 1);
  if (std::binary_search(url_members.begin(), url_members.end(), member)) return promise::url;
  if (std::binary_search(mixed_members.begin(), mixed_members.end(), member)) return promise::url_or_text;
  return promise::none;
}

bool looks_like_path(std::string_view text) {
  return text.size() > 1 && (text.starts_with('/') || text.starts_with("./") || text.starts_with("../"));
}

// True if a string that is not an absolute URL is a relative reference. A compact IRI ("wd:Q42"), a blank
// node ("_:b0") and text are not references.
bool is_reference(std::string_view text, promise promised, embedded_kind kind) {
  constexpr byte_set never = bytes::c0_and_delete | byte_set(" <>\"{}|\\^`");
  if (text.empty() || std::any_of(text.begin(), text.end(), [&](char c) { return never.contains(c); }))
    return false;
  const std::size_t stop = text.find_first_of(":/?#");
  if (stop != std::string_view::npos && text[stop] == ':')
    return promised == promise::url && (text.starts_with("urn:") || text.starts_with("tel:"));
  const bool by_definition = kind == embedded_kind::linked_data || kind == embedded_kind::speculation_rules;
  return (promised == promise::url && by_definition) || looks_like_path(text);
}

// Names of members of APIs whose values are links, and the last words of such names: "nextPageUrl",
// "image_src", "resource-uri".
constexpr std::array link_words{
    std::string_view("action"),   std::string_view("avatar"),    std::string_view("canonical"),
    std::string_view("endpoint"), std::string_view("href"),      std::string_view("link"),
    std::string_view("links"),    std::string_view("next"),      std::string_view("permalink"),
    std::string_view("poster"),   std::string_view("prev"),      std::string_view("previous"),
    std::string_view("redirect"), std::string_view("self"),      std::string_view("src"),
    std::string_view("thumb"),    std::string_view("thumbnail"), std::string_view("uri"),
    std::string_view("uris"),     std::string_view("url"),       std::string_view("urls"),
};
static_assert(std::is_sorted(link_words.begin(), link_words.end()));

// Returns the last word of a name: "URL" of "nextPageURL" and "next_page_URL".
std::string_view last_word(std::string_view name) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::size_t begin = name.size();
  while (begin != 0 && is_word(name[begin - 1])) {
    --begin;
    const bool starts_word = is_upper(name[begin]) && (begin == 0 || !is_upper(name[begin - 1]));
    if (starts_word) break;
  }
  return name.substr(begin);
}

enum class path_end : std::uint8_t { no_slash, any };

// Returns true for an absolute web URL with a path or a query, and with this end.
bool has_web_path(std::string_view url, path_end end) {
  if (!is_absolute_url(url)) return false;
  const std::size_t authority = url.find("://") + 3;
  const bool is_web = ascii::is_one_of(url.substr(0, authority), {"http://", "https://"});
  return is_web && url.find_first_of("/?", authority) != std::string_view::npos &&
         (end == path_end::any || !url.ends_with('/'));
}

}  // namespace

bool is_link_key(std::string_view key) {
  return promise_of(key) != promise::none ||
         std::ranges::binary_search(link_words, ascii::lowered(last_word(key)));
}

bool is_link_by_key(std::string_view key, std::string_view text) {
  constexpr byte_set never = bytes::c0_and_delete | byte_set(" <>\"{}|\\^`");
  if (text.size() < 2 || (text[0] != '/' && text[0] != '.' && text[0] != '?')) return false;
  if (text[0] == '?' ? text.find('=') == std::string_view::npos : !looks_like_path(text)) return false;
  if (std::ranges::any_of(text, [&](char c) { return never.contains(c); })) return false;
  return is_link_key(key);
}

bool is_link_with_spaces(std::string_view key, std::string_view text) {
  constexpr std::size_t most_spaces = 3;  // without an extension or a slash behind the last space
  if (!ascii::begins(text, "http")) return false;
  const std::size_t first = text.find(' ');
  if (first == std::string_view::npos || !has_web_path(text.substr(0, first), path_end::no_slash))
    return false;
  constexpr byte_set never = bytes::c0_and_delete | byte_set("<>\"");
  if (std::ranges::any_of(text, [&](char c) { return never.contains(c); })) return false;
  const std::string_view rest = text.substr(first);
  if (byte_set(" .,;:!?").contains(text.back()) || rest.find("://") != std::string_view::npos ||
      rest.find("  ") != std::string_view::npos || rest.find(" www.") != std::string_view::npos ||
      rest.find(" mailto:") != std::string_view::npos)
    return false;
  const std::string_view last = text.substr(text.rfind(' ') + 1);
  const bool is_file = last.find_first_of("./") != std::string_view::npos;
  const auto ends_sentence = [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; };
  const bool is_short = static_cast<std::size_t>(std::ranges::count(rest, ' ')) <= most_spaces &&
                        std::ranges::none_of(std::array{". ", ", ", "; ", ": ", "! ", "? "}, ends_sentence);
  return (is_file || is_short) && is_link_key(key);
}

bool is_link_with_quotes(std::string_view key, std::string_view text) {
  if (!ascii::begins(text, "http")) return false;
  constexpr byte_set never = bytes::c0_and_delete | byte_set(" ");
  if (std::ranges::any_of(text, [&](char c) { return never.contains(c); })) return false;
  const std::size_t sign = text.find_first_of("<>\"");
  if (sign == std::string_view::npos || !has_web_path(text.substr(0, sign), path_end::any)) return false;
  const std::string_view query = text.substr(std::min(text.find('?'), text.size()));
  const std::string_view path = text.substr(0, text.size() - query.size());
  return !byte_set("<>").contains(text.back()) && path.find_first_of("<>") == std::string_view::npos &&
         std::ranges::count(text, '"') % 2 == 0 && text.find("://", sign) == std::string_view::npos &&
         query.find("</") == std::string_view::npos && is_link_key(key) && !has_html_tag(text);
}

void embedded_json::read(const markup_text& json, embedded_kind kind, link_collector& links) {
  path_.clear();
  json_scanner scanner(json.text);
  const arena::mark before = links.found().decoded.filled();
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    switch (token) {
      case json_token::object:
      case json_token::array:
        path_.open();
        break;
      case json_token::close:
        path_.close();
        break;
      case json_token::key:
        path_.name(scanner.text());
        break;
      default:
        read_string(scanner, json, kind, links);
        links.found().deliver_batch(before);
        break;
    }
  }
}

// Returns the meaning of the value at the current path.
value_promise embedded_json::promise_here(embedded_kind kind) const {
  switch (kind) {
    case embedded_kind::import_map:
      return path_.within("imports") || path_.within("scopes") ? promise::url_or_text : promise::none;
    case embedded_kind::speculation_rules:
      return path_.key() == "urls" ? promise::url : promise::none;
    default:
      return promise_of(path_.key());
  }
}

void embedded_json::read_string(const json_scanner& scanner, const markup_text& json, embedded_kind kind,
                                link_collector& links) const {
  const promise promised = promise_here(kind);
  const bool may_be_absolute = scanner.escaped() || scanner.text().find(':') != std::string_view::npos;
  if (promised == promise::none && !may_be_absolute) return;
  const std::string_view text = links.json_string(scanner, json);
  const std::uint32_t position = json.position_of(scanner.text().data());
  if (!is_absolute_url(text) && (promised == promise::none || !is_reference(text, promised, kind))) return;
  if (is_url_template(text)) return links.refuse(rejection::url_template, text, where(kind, links), position);
  links.add_url(text, position, where(kind, links), false);
}

std::string_view embedded_json::where(embedded_kind kind, link_collector& links) const {
  arena& buffer = links.found().decoded;
  if (kind == embedded_kind::import_map || kind == embedded_kind::speculation_rules) return "script#text";
  if (kind == embedded_kind::data) return path_.text("json:", buffer);
  if (path_.within("@context")) return "ld+json:@context";
  constexpr std::string_view prefix = "ld+json:";
  constexpr std::size_t longest = 64;
  const std::string_view key = path_.key().substr(0, longest);
  char* const out = buffer.reserve(prefix.size() + key.size());
  char* end = std::copy(prefix.begin(), prefix.end(), out);
  end = std::copy_if(key.begin(), key.end(), end, [](char c) { return !bytes::c0_and_delete.contains(c); });
  return buffer.commit(static_cast<std::size_t>(end - out));
}

}  // namespace urlsieve
