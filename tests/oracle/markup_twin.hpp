// The slow, obvious twins of the markup kernels: a byte at a time.
#ifndef URLSIEVE_TESTS_ORACLE_MARKUP_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_MARKUP_TWIN_HPP

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "src/text/markup_scan.hpp"

namespace urlsieve::oracle {

struct markup_bits {
  std::vector<bool> tags, quotes, stops, delimiters, unusual;
};

inline void mark_end_tags(std::string_view text, std::size_t block, std::vector<bool>& tags) {
  const std::size_t end = std::min(block + 64, text.size());
  std::vector<std::size_t> end_tags;
  bool all = false;
  bool last = false;
  for (std::size_t i = block; i < end; ++i) {
    if (text[i] != '<' || i + 1 >= text.size() || text[i + 1] != '/') continue;
    end_tags.push_back(i);
    const std::size_t stop = text.find_first_of("<>\"'", i + 1);
    // What stands behind the text counts as bytes that stop nothing.
    if (stop == std::string_view::npos || stop >= block + 64) {
      last = true;
    } else if (text[stop] != '>') {
      all = true;
    }
  }
  if (all) {
    for (const std::size_t at : end_tags) tags[at] = true;
  } else if (last) {
    tags[end_tags.back()] = true;
  }
}

// Of a text no longer than a window, with nothing behind it.
inline markup_bits markup_of(std::string_view text, bool non_ascii_is_unusual) {
  const std::size_t size = text.size();
  markup_bits bits;
  for (auto* map : {&bits.tags, &bits.quotes, &bits.stops, &bits.delimiters, &bits.unusual})
    map->resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const char c = text[i];
    const char next = i + 1 < size ? text[i + 1] : '\0';
    const auto byte = static_cast<unsigned char>(c);
    bits.tags[i] = c == '<' && next != '/';
    bits.quotes[i] = c == '"';
    bits.stops[i] = c == '>' || c == '\'' || (c == '=' && next != '"');
    bits.delimiters[i] = std::string_view(" \t\n\f\r/>").find(c) != std::string_view::npos;
    bits.unusual[i] = c == '&' || byte < 0x20 || (non_ascii_is_unusual && byte >= 0x80);
  }
  for (std::size_t block = 0; block < size; block += 64) mark_end_tags(text, block, bits.tags);
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

}  // namespace urlsieve::oracle

#endif
