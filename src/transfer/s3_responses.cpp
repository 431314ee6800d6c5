#include "src/transfer/s3_responses.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"

namespace urlsieve {
namespace {

// Returns the content of the first element called `name` from `at` on, and sets `at` behind the element. S3
// never nests elements of equal names, and writes no prefixes.
std::optional<std::string_view> element(std::string_view xml, std::string_view name, std::size_t& at) {
  while (at < xml.size()) {
    const std::size_t open = xml.find('<', at);
    if (open == std::string_view::npos) break;
    at = open + 1;
    if (!xml.substr(at).starts_with(name)) continue;
    const std::size_t behind = at + name.size();
    if (behind >= xml.size()) break;
    if (xml[behind] != '>' && xml[behind] != ' ' && xml[behind] != '/') continue;
    const std::size_t close = xml.find('>', behind);
    if (close == std::string_view::npos) break;
    at = close + 1;
    if (xml[close - 1] == '/') return std::string_view();
    const std::string end = "</" + std::string(name) + '>';
    const std::size_t ended = xml.find(end, at);
    if (ended == std::string_view::npos) break;
    const std::string_view inside = xml.substr(at, ended - at);
    at = ended + end.size();
    return inside;
  }
  at = xml.size();
  return std::nullopt;
}

// Decodes entities ("&amp;", "&#38;", "&#x26;"); keeps unknown entities.
std::string decoded(std::string_view text) {
  constexpr std::size_t longest_entity = 12;
  constexpr std::pair<std::string_view, char> names[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  std::string plain;
  while (!text.empty()) {
    const std::size_t mark = std::min(text.find('&'), text.size());
    plain.append(text.substr(0, mark));
    text.remove_prefix(mark);
    if (text.empty()) break;
    const std::size_t end = text.substr(0, longest_entity).find(';');
    if (end == std::string_view::npos) {
      plain.push_back('&');
      text.remove_prefix(1);
      continue;
    }
    std::string_view name = text.substr(1, end - 1);
    const auto* const known = std::find_if(std::begin(names), std::end(names),
                                           [&](const auto& entry) { return entry.first == name; });
    bool is_decoded = known != std::end(names);
    if (is_decoded) plain.push_back(known->second);
    if (!is_decoded && name.starts_with('#')) {
      name.remove_prefix(1);
      const bool hex = name.starts_with('x');
      if (hex) name.remove_prefix(1);
      std::uint32_t point = 0;
      const auto [stopped, failed] =
          std::from_chars(name.data(), name.data() + name.size(), point, hex ? 16 : 10);
      is_decoded = failed == std::errc() && stopped == name.data() + name.size() && point <= 0x10FFFF &&
                   (point < 0xD800 || point > 0xDFFF);
      if (is_decoded) {
        std::array<char, 4> buffer{};
        plain.append(buffer.data(), encode_utf8(point, buffer.data()));
      }
    }
    if (is_decoded) text.remove_prefix(end + 1);
    if (!is_decoded) {
      plain.push_back('&');
      text.remove_prefix(1);
    }
  }
  return plain;
}

// Decodes percent-escapes as HTML forms do: "+" is a space.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && (hex_value(text[i + 1]) | hex_value(text[i + 2])) < 16) {
      plain.push_back(static_cast<char>(hex_value(text[i + 1]) << 4U | hex_value(text[i + 2])));
      i += 2;
    } else {
      plain.push_back(text[i] == '+' ? ' ' : text[i]);
    }
  }
  return plain;
}

}  // namespace

std::optional<std::string> text_of_element(std::string_view xml, std::string_view name) {
  std::size_t at = 0;
  const std::optional<std::string_view> found = element(xml, name, at);
  if (!found) return std::nullopt;
  return decoded(*found);
}

std::optional<s3_page> parse_s3_page(std::string_view xml) {
  std::size_t whole = 0;
  const std::optional<std::string_view> listing = element(xml, "ListBucketResult", whole);
  if (!listing) return std::nullopt;
  const bool escaped = text_of_element(*listing, "EncodingType") == "url";
  s3_page page;
  std::size_t at = 0;
  while (const std::optional<std::string_view> object = element(*listing, "Contents", at)) {
    s3_listed entry;
    const std::optional<std::string> key = text_of_element(*object, "Key");
    const std::string size = text_of_element(*object, "Size").value_or("");
    const auto [end, failed] = std::from_chars(size.data(), size.data() + size.size(), entry.size);
    if (!key || failed != std::errc() || end != size.data() + size.size()) return std::nullopt;
    entry.key = escaped ? unescaped(*key) : *key;
    entry.etag = text_of_element(*object, "ETag").value_or("");
    entry.modified = text_of_element(*object, "LastModified").value_or("");
    page.objects.push_back(std::move(entry));
  }
  at = 0;
  while (const std::optional<std::string_view> common = element(*listing, "CommonPrefixes", at)) {
    const std::optional<std::string> prefix = text_of_element(*common, "Prefix");
    if (!prefix) return std::nullopt;
    page.folders.push_back(escaped ? unescaped(*prefix) : *prefix);
  }
  if (text_of_element(*listing, "IsTruncated") == "true") {
    page.next = text_of_element(*listing, "NextContinuationToken").value_or("");
    if (page.next.empty()) return std::nullopt;
  }
  return page;
}

std::optional<s3_upload_page> parse_s3_uploads(std::string_view xml) {
  std::size_t whole = 0;
  const std::optional<std::string_view> listing = element(xml, "ListMultipartUploadsResult", whole);
  if (!listing) return std::nullopt;
  const bool escaped = text_of_element(*listing, "EncodingType") == "url";
  const auto key_of = [&](std::string&& key) { return escaped ? unescaped(key) : std::move(key); };
  s3_upload_page page;
  std::size_t at = 0;
  while (const std::optional<std::string_view> upload = element(*listing, "Upload", at)) {
    std::optional<std::string> key = text_of_element(*upload, "Key");
    std::optional<std::string> id = text_of_element(*upload, "UploadId");
    if (!key || !id) return std::nullopt;
    page.uploads.push_back({key_of(std::move(*key)), std::move(*id)});
  }
  if (text_of_element(*listing, "IsTruncated") == "true") {
    page.next_key = key_of(text_of_element(*listing, "NextKeyMarker").value_or(""));
    page.next_id = text_of_element(*listing, "NextUploadIdMarker").value_or("");
    if (page.next_key.empty()) return std::nullopt;
  }
  return page;
}

}  // namespace urlsieve
