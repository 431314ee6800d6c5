// Feeds a splitter like the pipeline, in pieces of any sizes, and keeps copies of the slices.
#ifndef URLSIEVE_TESTS_DOCUMENTS_FEED_HPP
#define URLSIEVE_TESTS_DOCUMENTS_FEED_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"
#include "tests/ways.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::testing {

struct kept_slice {
  slice_kind kind;
  media type;
  std::string bytes, target, media_type;
  std::uint64_t offset;
  std::uint32_t body_offset;
  bool continues;
  line_stuffing stuffing;
  std::string head, page_base;

  friend bool operator==(const kept_slice&, const kept_slice&) = default;
  friend std::ostream& operator<<(std::ostream& out, const kept_slice& s) {
    return out << "{kind " << static_cast<int>(s.kind) << ", type " << static_cast<int>(s.type) << ", at "
               << s.offset << "+" << s.body_offset << ", " << s.bytes.size() << " bytes, target " << s.target
               << ", " << s.media_type << (s.continues ? ", continues" : "") << "}";
  }
};

inline std::string damages(const stats& counted) {
  std::string all;
  for (const damage_example& example : counted.examples)
    all += std::string(name_of(example.reason)) + "@" +
           std::to_string(example.place.plain.value_or(example.place.stored.value_or(0))) + " ";
  return all;
}

struct fed {
  std::vector<kept_slice> slices;
  stats counted;
  std::size_t most_held = 0;  // bytes that the splitter needed at once

  [[nodiscard]] std::uint64_t damaged(damage reason) const {
    return counted.damaged[static_cast<std::size_t>(reason)];
  }
  [[nodiscard]] std::uint64_t skipped(std::string_view name) const {
    const auto found = counted.skipped.find(name);
    return found == counted.skipped.end() ? 0 : found->second;
  }

  // Equality ignores most_held.
  friend bool operator==(const fed& a, const fed& b) {
    return a.slices == b.slices && damages(a.counted) == damages(b.counted) &&
           a.counted.damaged == b.counted.damaged && a.counted.skipped == b.counted.skipped;
  }
  friend std::ostream& operator<<(std::ostream& out, const fed& all) {
    for (const kept_slice& part : all.slices) out << part << "\n";
    out << damages(all.counted);
    for (const auto& [name, times] : all.counted.skipped) out << ", " << times << " " << name;
    return out;
  }
};

// Returns the bytes of the slices, joined by "|".
inline std::string bytes_of(const fed& result) {
  std::string all;
  for (const kept_slice& part : result.slices) all += (all.empty() ? "" : "|") + part.bytes;
  return all;
}

// Feeds `input` in pieces of `next_size()` bytes. Calls the splitter when the bytes that it requested are
// present; if `impatient`, also earlier: for every piece of a small input, and for every 64th part of a large
// input, because each call copies the held bytes. Throws if the splitter breaks its contract.
inline fed feed(splitter& target, std::string_view input, const std::function<std::size_t()>& next_size,
                bool impatient = false) {
  fed result;
  std::size_t begin = 0;  // first unconsumed byte
  std::size_t come = 0;
  std::size_t needed = 0;
  std::size_t called_with = 0;
  while (true) {
    come = std::min(input.size(), come + next_size());
    const bool last = come == input.size();
    if (come < begin) continue;  // inside skipped bytes
    const std::size_t held = come - begin;
    if (!last && held < needed && !(impatient && held > called_with + called_with / 64)) continue;
    // An exact copy, so that AddressSanitizer reports any read outside.
    const std::vector<char> now(input.begin() + static_cast<std::ptrdiff_t>(begin),
                                input.begin() + static_cast<std::ptrdiff_t>(come));
    std::vector<slice> out;
    const auto [consumed, wants, packed] =
        target.split({now.data(), now.size()}, begin, last, "input", out, result.counted);
    result.most_held = std::max(result.most_held, now.size());
    for (const slice& part : out)
      result.slices.push_back({part.kind, part.type, std::string(part.bytes), std::string(part.target),
                               std::string(part.media_type), part.offset, part.body_offset, part.continues,
                               part.stuffing, std::string(part.head), std::string(part.page_base)});
    if (last) {
      if (consumed < now.size() && !packed) throw std::logic_error("not all was consumed");
      return result;
    }
    called_with = consumed == 0 ? now.size() : 0;
    begin += consumed;
    needed = wants;
    if (needed != 0 && consumed <= now.size() && come - begin >= needed)
      throw std::logic_error("asked for what was there");
  }
}

inline fed feed_whole(splitter& target, std::string_view input) {
  return feed(target, input, [&] { return input.size(); });
}

inline fed feed(splitter& target, std::string_view input, const way& how) {
  return feed(target, input, piece_sizes(how, input.size()), how.impatient);
}

}  // namespace urlsieve::testing

#endif
