#include "src/references/text/in_text_encoded.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "src/text/ascii.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// Characters that encoders do not escape (encodeURIComponent of ECMAScript leaves the most).
constexpr byte_set encoded_char = bytes::unreserved | byte_set("%!*'()");

// True if the text at `at` is "%", then "25" for each layer after the first, then `digits`.
bool is_encoded(std::string_view text, std::size_t at, std::size_t layers, std::string_view digits) {
  const std::size_t size = 1 + 2 * layers;
  if (at + size > text.size() || text[at] != '%') return false;
  for (std::size_t i = 1; i < layers; ++i)
    if (text.substr(at + 2 * i - 1, 2) != "25") return false;
  return ascii::same(text.substr(at + size - 2, 2), digits);
}

std::size_t decode_once(char* bytes, std::size_t size) {
  std::size_t written = 0;
  for (std::size_t at = 0; at < size; ++at, ++written) {
    const bool escape =
        bytes[at] == '%' && at + 2 < size && hex_value(bytes[at + 1]) < 16 && hex_value(bytes[at + 2]) < 16;
    bytes[written] =
        escape ? static_cast<char>(hex_value(bytes[at + 1]) << 4U | hex_value(bytes[at + 2])) : bytes[at];
    if (escape) at += 2;
  }
  return written;
}

// Merges the sorted range from `middle` on into the sorted range from `first` on.
template <class Value, class Less>
void merge_behind(std::vector<Value>& all, std::size_t first, std::size_t middle, const Less& less) {
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
  const std::vector<Value> front(from, all.begin() + static_cast<std::ptrdiff_t>(middle));
  const std::vector<Value> behind(all.begin() + static_cast<std::ptrdiff_t>(middle), all.end());
  std::merge(front.begin(), front.end(), behind.begin(), behind.end(), from, less);
}

}  // namespace

std::optional<encoded_url_finder::place> encoded_url_finder::read_place(std::string_view text,
                                                                        std::size_t percent) {
  std::size_t layers = 1;
  while (layers <= most_layers && text.substr(percent + 2 * layers - 1, 2) == "25") ++layers;
  if (layers > most_layers || !is_encoded(text, percent, layers, "3a")) return std::nullopt;
  const std::size_t size = 1 + 2 * layers;
  const std::size_t slash = percent + size;
  const bool plain = text.substr(slash).starts_with("//");
  if (!plain && !(is_encoded(text, slash, layers, "2f") && is_encoded(text, slash + size, layers, "2f")))
    return std::nullopt;
  const std::string_view before = text.substr(0, percent);
  for (const std::string_view scheme : {"https", "http", "ftps", "ftp"})
    if (ascii::ends(before, scheme)) return place{percent - scheme.size(), percent, layers, plain};
  return std::nullopt;
}

void encoded_url_finder::read(const document& searched, const place& from, findings& found, stats& counted) {
  const std::string_view text = searched.body;
  const byte_set inside = from.plain_slashes ? encoded_char | byte_set("/") : encoded_char;
  std::size_t end = from.start;
  while (end < text.size() && end - from.start <= longest_ && inside.contains(text[end])) ++end;
  floors_[from.layers] = end;
  if (end - from.start > longest_) return;
  char* const out = found.decoded.reserve(end - from.start);
  std::copy(text.begin() + static_cast<std::ptrdiff_t>(from.start),
            text.begin() + static_cast<std::ptrdiff_t>(end), out);
  std::size_t size = end - from.start;
  for (std::size_t layer = 0; layer < from.layers; ++layer) size = decode_once(out, size);
  document inner;
  inner.body = found.decoded.commit(size);
  inner.base = searched.base;
  const std::size_t first = found.references.size();
  const std::size_t first_refused = found.refused.size();
  rules_.begin(inner, found, counted);
  rules_.at_colon(from.colon - from.start);
  for (std::size_t i = first; i < found.references.size(); ++i)
    found.references[i].position = static_cast<std::uint32_t>(from.start);
  for (std::size_t i = first_refused; i < found.refused.size(); ++i)
    found.refused[i].found.position = static_cast<std::uint32_t>(from.start);
}

void encoded_url_finder::find(const document& searched, std::size_t first, std::size_t first_refused,
                              findings& found, stats& counted) {
  const std::size_t before = found.references.size();
  const std::size_t refused_before = found.refused.size();
  const std::string_view text = searched.body;
  floors_ = {};
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const std::optional<place> from = read_place(text, at);
    if (from && from->start >= floors_[from->layers]) read(searched, *from, found, counted);
  }
  if (found.references.size() == before && found.refused.size() == refused_before) return;
  const auto by_place = [](const reference& a, const reference& b) { return a.position < b.position; };
  merge_behind(found.references, first, before, by_place);
  merge_behind(
      found.refused, first_refused, refused_before,
      [&](const rejected_reference& a, const rejected_reference& b) { return by_place(a.found, b.found); });
  for (std::size_t i = first_refused; i < found.refused.size(); ++i)
    found.refused[i].before = static_cast<std::size_t>(
        std::lower_bound(found.references.begin() + static_cast<std::ptrdiff_t>(first),
                         found.references.end(), found.refused[i].found, by_place) -
        found.references.begin());
}

}  // namespace urlsieve
