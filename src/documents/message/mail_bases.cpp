#include "src/documents/message/mail_bases.hpp"

#include <algorithm>

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view no_place = "thismessage:/";

// Options that compare parts by their URLs, whatever the run lists.
url_options for_parts(const url_options& options) {
  url_options plain;
  plain.resolution = options.resolution;
  plain.above_root = options.above_root;
  plain.same_scheme = options.same_scheme;
  plain.slashes = options.slashes;
  plain.max_url = options.max_url;
  plain.drop_schemes.clear();
  plain.keep_same_document = true;
  return plain;
}

std::string_view without_angles(std::string_view id) {
  if (id.starts_with('<')) id.remove_prefix(1);
  return id.substr(0, id.find('>'));
}

}  // namespace

mail_bases::mail_bases(const url_options& options) : canonicalizer_(for_parts(options)) {
  static_cast<void>(unnamed_.assign(no_place, canonicalizer_.options()));
}

void mail_bases::clear(std::string_view message_id) {
  message_id_ = message_id;
  ids_.clear();
  locations_.clear();
  if (strings_.used() != 0) strings_.clear();
}

// Returns `value` with encoded words decoded (RFC 2557 section 4.4.2), without quotes, angle brackets and
// white space.
std::string_view mail_bases::clean(std::string_view value) {
  value = trimmed(words_.decode(value, strings_));
  if (value.size() >= 2 &&
      ((value.front() == '"' && value.back() == '"') || (value.front() == '<' && value.back() == '>'))) {
    value = value.substr(1, value.size() - 2);
  }
  char* const place = strings_.reserve(value.size());
  std::size_t size = 0;
  for (const char c : value)
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') place[size++] = c;
  return strings_.commit(size);
}

// Returns an empty view if no absolute URL results.
std::string_view mail_bases::resolved(std::string_view value, std::string_view outer) {
  const base_url* const base =
      !outer.empty() && outer_.assign(outer, canonicalizer_.options()) ? &outer_ : nullptr;
  if (value.size() > canonicalizer_.options().max_url) return {};
  char* const place = strings_.reserve(canonicalizer::capacity_for(value.size(), base));
  const canonical_url url_form = canonicalizer_.resolve(value, base, place);
  return url_form.rejected == rejection::none ? strings_.commit(url_form.size) : std::string_view{};
}

std::string_view mail_bases::canonical(std::string_view url) {
  if (url.size() > canonicalizer_.options().max_url) return {};
  char* const place = strings_.reserve(canonicalizer::capacity_for(url.size(), &unnamed_));
  const canonical_url url_form = canonicalizer_.canonicalize(url, &unnamed_, place);
  return url_form.rejected == rejection::none ? strings_.commit(url_form.size) : std::string_view{};
}

std::string_view mail_bases::enter(const mail_header& header, const part_place* place,
                                   std::string_view outer) {
  if (header.content_base.empty() && header.content_location.empty() && header.content_id.empty())
    return outer;
  std::string_view base = outer;
  if (!header.content_base.empty()) {
    const std::string_view content_base = resolved(clean(header.content_base), outer);
    if (!content_base.empty()) base = content_base;
  }
  std::string_view name;
  if (!header.content_location.empty()) {
    const std::string_view written = clean(header.content_location);
    const std::string_view location = resolved(written, base);
    if (place != nullptr) name = canonical(location.empty() ? written : location);
    if (!name.empty() && place->related != 0)
      locations_.push_back({name, location.empty() ? std::string_view{} : name, *place});
    // Content-Base has precedence.
    if (header.content_base.empty() && !location.empty()) base = location;
    if (location.empty()) name = {};
  }
  const std::string_view id = without_angles(header.content_id);
  if (place != nullptr && !id.empty()) ids_.push_back({id, name, {0, place->number}});
  sorted_ = false;
  return base;
}

void mail_bases::sort() {
  if (sorted_) return;
  std::sort(ids_.begin(), ids_.end());
  std::sort(locations_.begin(), locations_.end());
  sorted_ = true;
}

// A Content-ID is globally unique, so the whole message is searched.
internal_target mail_bases::find_id(std::string_view id) {
  sort();
  const auto at = std::lower_bound(ids_.begin(), ids_.end(), named_part{id, {}, {}});
  return {true, at != ids_.end() && at->name == id ? at->location : std::string_view{}};
}

internal_target mail_bases::find_location(std::string_view name, part_place referrer) {
  sort();
  auto at =
      std::lower_bound(locations_.begin(), locations_.end(), named_part{name, {}, {referrer.related, 0}});
  const auto names = [&] {
    return at != locations_.end() && at->name == name && at->place.related == referrer.related;
  };
  if (names() && at->place.number == referrer.number) ++at;
  return names() ? internal_target{true, at->location} : internal_target{};
}

internal_target mail_bases::find_named(std::string_view reference, const base_url* base, part_place referrer,
                                       bool navigates) {
  if (ascii::begins(reference, "cid:")) {
    id_.clear();
    append_unescaped(reference.substr(4), '%', false, id_);
    return find_id(id_);
  }
  if (ascii::begins(reference, "mid:") && !message_id_.empty()) {
    id_.clear();
    append_unescaped(reference.substr(4), '%', false, id_);
    const std::string_view named(id_);
    if (!named.starts_with(message_id_)) return {};
    const std::string_view rest = named.substr(message_id_.size());
    if (rest.empty()) return {true, {}};
    return rest.front() == '/' ? find_id(rest.substr(1)) : internal_target{};
  }
  if (referrer.related == 0 || locations_.empty() || reference.size() > canonicalizer_.options().max_url)
    return {};
  scratch_.clear();
  if (base == nullptr) base = &unnamed_;
  char* const place = scratch_.reserve(canonicalizer::capacity_for(reference.size(), base));
  const canonical_url url_form = canonicalizer_.canonicalize(reference, base, place);
  if (url_form.rejected != rejection::none) return {};
  const std::string_view name(place, url_form.size);
  if (navigates && (name.starts_with("http://") || name.starts_with("https://"))) return {};
  return find_location(name, referrer);
}

}  // namespace urlsieve
