// Reference implementations of the markup kernels, byte by byte.
#ifndef URLSIEVE_TESTS_ORACLE_MARKUP_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_MARKUP_TWIN_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "src/text/scan/markup_scan.hpp"

namespace urlsieve::oracle {

struct markup_bits {
  std::vector<bool> tags, quotes, quoted, equals, closings, stops, delimiters, deviations, unusual;
};

inline void mark_end_tags(std::string_view text, std::vector<bool>& tags) {
  std::vector<std::size_t> end_tags;
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '<' && text[i + 1] == '/') end_tags.push_back(i);
  const auto stop_of = [&](std::size_t at) {
    return std::min(text.find_first_of("<>\"'", at + 1), text.size());
  };
  for (const std::size_t at : end_tags) {
    const std::size_t stop = stop_of(at);
    if (stop < text.size() && text[stop] == '>') continue;
    tags[at] = true;
    if (stop == text.size()) continue;
    // All end tags in this block of 64 bytes, and an end tag that extends into the block.
    for (const std::size_t other : end_tags)
      if (other / 64 <= stop / 64 && stop_of(other) / 64 >= stop / 64) tags[other] = true;
  }
}

// Classifies a text of at most one window.
inline markup_bits markup_of(std::string_view text, bool non_ascii_is_unusual) {
  const std::size_t size = text.size();
  markup_bits bits;
  for (auto* map : {&bits.tags, &bits.quotes, &bits.quoted, &bits.equals, &bits.closings, &bits.stops,
                    &bits.delimiters, &bits.deviations, &bits.unusual})
    map->resize(size);
  const auto is_delimiter = [](char c) {
    return std::string_view(" \t\n\f\r/>").find(c) != std::string_view::npos;
  };
  bool quoted = false;
  for (std::size_t i = 0; i < size; ++i) {
    const char c = text[i];
    const char next = i + 1 < size ? text[i + 1] : '\0';
    const auto byte = static_cast<unsigned char>(c);
    bits.tags[i] = c == '<' && next != '/';
    const char previous = i == 0 ? ' ' : text[i - 1];
    const auto is_name = [&](char byte) { return !is_delimiter(byte) && byte != '"' && byte != '='; };
    bits.quotes[i] = c == '"';
    bits.quoted[i] = quoted;
    quoted = quoted != (c == '"');
    bits.equals[i] = c == '=';
    bits.closings[i] = c == '>';
    bits.deviations[i] = (c == '"' && previous != '=') || (c == '=' && (next != '"' || !is_name(previous))) ||
                         (is_name(c) && is_delimiter(next));
    bits.stops[i] = c == '>' || c == '\'' || (c == '=' && next != '"');
    bits.delimiters[i] = is_delimiter(c);
    bits.unusual[i] = c == '&' || byte < 0x20 || (non_ascii_is_unusual && byte >= 0x80);
  }
  mark_end_tags(text, bits.tags);
  return bits;
}

inline std::size_t raw_text_mark_of(std::string_view text, std::size_t from) {
  for (std::size_t i = from; i + 1 < text.size(); ++i)
    if (text[i] == '<' && (text[i + 1] == '/' || text[i + 1] == '!')) return i;
  return text.size();
}

inline std::size_t comment_end_of(std::string_view text, std::size_t from) {
  for (std::size_t i = from; i < text.size(); ++i) {
    const std::string_view before = text.substr(from, i + 1 - from);
    if (before.ends_with("-->") || before.ends_with("--!>")) return i;
  }
  return text.size();
}

inline std::size_t style_mark_of(std::string_view text, std::size_t from) {
  return std::min(text.find_first_of("/\"'(@\\", from), text.size());
}

inline std::size_t start_tag_of(std::string_view text, std::size_t from, std::string_view name) {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (text[at] != '<' || text.size() - at - 1 < name.size()) continue;
    bool same = true;
    for (std::size_t i = 0; i < name.size(); ++i) {
      const char c = text[at + 1 + i];
      same = same && (c == name[i] || c == static_cast<char>(name[i] - 'a' + 'A'));
    }
    if (same) return at;
  }
  return text.size();
}

}  // namespace urlsieve::oracle

#endif
