// Feeds a splitter as the pipeline does, in pieces of any sizes, and keeps what it gave by value.
#ifndef URLSIEVE_TESTS_DOCUMENTS_FEED_HPP
#define URLSIEVE_TESTS_DOCUMENTS_FEED_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/splitter.hpp"
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

struct fed {
  std::vector<kept_slice> slices;
  stats counted;
  std::size_t most_held = 0;  // bytes that had to be there at once

  [[nodiscard]] std::uint64_t damaged(damage reason) const {
    return counted.damaged[static_cast<std::size_t>(reason)];
  }
  [[nodiscard]] std::uint64_t passed_over(std::string_view name) const {
    const auto found = counted.passed_over.find(name);
    return found == counted.passed_over.end() ? 0 : found->second;
  }
};

inline std::string damages(const stats& counted) {
  std::string all;
  for (const damage_example& one : counted.examples)
    all += std::string(name_of(one.reason)) + "@" +
           std::to_string(one.place.plain.value_or(one.place.stored.value_or(0))) + " ";
  return all;
}

// `next_size` gives the size of each piece. A call is made whenever more has come, also before the splitter
// has what it asked for if `impatient`. A splitter that breaks its contract throws.
inline fed feed(splitter& target, std::string_view input, const std::function<std::size_t()>& next_size,
                bool impatient = false) {
  fed result;
  std::size_t begin = 0;  // not consumed from here on
  std::size_t come = 0;
  std::size_t needed = 0;
  while (true) {
    come = std::min(input.size(), come + next_size());
    const bool last = come == input.size();
    if (come < begin) continue;  // skipped ahead
    if (!last && !impatient && come - begin < needed) continue;
    // A copy of its own, so that a sanitizer sees any byte read outside of it.
    const std::vector<char> now(input.begin() + static_cast<std::ptrdiff_t>(begin),
                                input.begin() + static_cast<std::ptrdiff_t>(come));
    std::vector<slice> out;
    const auto [consumed, wants, packed] =
        target.split({now.data(), now.size()}, begin, last, "input", out, result.counted);
    result.most_held = std::max(result.most_held, now.size());
    for (const slice& one : out)
      result.slices.push_back({one.kind, one.type, std::string(one.bytes), std::string(one.target),
                               std::string(one.media_type), one.offset, one.body_offset, one.continues,
                               one.stuffing, std::string(one.head), std::string(one.page_base)});
    if (last) {
      if (consumed < now.size() && !packed) throw std::string("not all was consumed");
      return result;
    }
    begin += consumed;
    needed = wants;
    if (needed != 0 && consumed <= now.size() && come - begin >= needed)
      throw std::string("asked for what was there");
  }
}

inline fed feed_whole(splitter& target, std::string_view input) {
  return feed(target, input, [&] { return input.size(); });
}

// The ways in which bytes may arrive; "whole" is not among them.
struct arrival {
  std::size_t size;  // 0: random
  bool impatient;
};
inline const std::vector<arrival>& arrivals() {
  static const std::vector<arrival> all{{1, true},  {1, false},  {2, false},    {3, true}, {63, false},
                                        {64, true}, {65, false}, {4096, false}, {0, true}, {0, false}};
  return all;
}

inline fed feed(splitter& target, std::string_view input, const arrival& how) {
  std::mt19937 random(static_cast<unsigned>(input.size()));
  return feed(target, input, [&] { return how.size != 0 ? how.size : 1 + random() % 700; }, how.impatient);
}

}  // namespace urlsieve::testing

#endif
