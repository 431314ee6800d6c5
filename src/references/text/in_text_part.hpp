// Finds URLs in a part of a document, searched as a separate text.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_PART_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_PART_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "src/references/finder.hpp"
#include "src/references/text/in_text.hpp"

namespace urlsieve {

// Appends the URLs of `part`, with positions in doc.body. Requires: `part` is a part of doc.body.
inline void find_in_text_part(text_finder& finder, const document& doc, std::string_view part,
                              findings& found, stats& counted) {
  if (part.find_first_of(":.") == std::string_view::npos) return;
  const std::size_t first = found.references.size();
  const std::size_t first_refused = found.refused.size();
  document inside;
  inside.body = part;
  inside.base = doc.base;
  inside.source = doc.source;
  inside.offset = doc.offset + static_cast<std::uint64_t>(part.data() - doc.body.data());
  // Until the loops below, positions refer to `part`, so no references may be delivered.
  const auto* const consumer = std::exchange(found.batch_consumer, nullptr);
  finder.find(inside, found, counted);
  found.batch_consumer = consumer;
  const auto begin = static_cast<std::uint32_t>(part.data() - doc.body.data());
  for (std::size_t i = first; i < found.references.size(); ++i) found.references[i].position += begin;
  for (std::size_t i = first_refused; i < found.refused.size(); ++i) found.refused[i].found.position += begin;
}

}  // namespace urlsieve

#endif
