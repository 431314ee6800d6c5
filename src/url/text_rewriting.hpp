// Text as it was before it was escaped (--unescape) and made harmless (--refang): rewritten in one or two
// passes, each over what the one before it gave, and places in what came out taken back to the source.
#ifndef URLSIEVE_URL_TEXT_REWRITING_HPP
#define URLSIEVE_URL_TEXT_REWRITING_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/text/escape_changes.hpp"
#include "src/url/refang.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

enum class rewriting : std::uint8_t { none, json, quoted_printable, character_references, latex, refang };

// What `choice` asks for; none also for escapes that are not decoded in place (percent).
[[nodiscard]] rewriting rewriting_for(unescape_choice choice);

// The changes of one text, in order; none of them overlap.
class text_changes {
 public:
  text_changes(rewriting how, std::string_view source) : how_(how), source_(source), refang_(source) {}

  bool next(text_change& found);

 private:
  rewriting how_;
  std::string_view source_;
  std::size_t from_ = 0;
  refang_changes refang_;
};

// Up to where nothing that may follow `source` changes what is made of it, or of its white space.
[[nodiscard]] std::size_t decided(rewriting how, std::string_view source);

[[nodiscard]] inline bool changes_anything(rewriting how, std::string_view source) {
  text_change first;
  return how != rewriting::none && text_changes(how, source).next(first);
}

// Bytes that what is made of a source of `size` bytes may take.
[[nodiscard]] constexpr std::size_t room_to_rewrite(std::size_t size) {
  return size + size / 4 + 8;
}

// Which bytes of a rewritten text were not so in its source.
class changed_bytes {
 public:
  void clear(std::size_t size) { bits_.assign(size / 64 + 1, 0); }
  void add(std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) bits_[begin / 64] |= std::uint64_t{1} << (begin % 64);
  }
  // REQUIRES: end is within what clear() was told.
  [[nodiscard]] bool any(std::size_t begin, std::size_t end) const;

 private:
  std::vector<std::uint64_t> bits_;
};

// Writes what is made of `source`, but of no more than what begins before `upto`, to `out`, which has
// room_to_rewrite(source.size()) bytes; returns how many. `changed` may be null.
std::size_t rewrite(rewriting how, std::string_view source, std::size_t upto, char* out,
                    changed_bytes* changed = nullptr);

// Goes from places in a rewritten text to those in its source, in one pass over the source.
class rewritten_places {
 public:
  rewritten_places(rewriting how, std::string_view source) : source_(source), changes_(how, source) {
    read_change();
  }

  // Where the piece began that gave the byte at `at`. REQUIRES: no less than what was asked for last; what is
  // less gives a place near it.
  [[nodiscard]] std::size_t source_of(std::size_t at);
  // Where the piece ends that gave the byte before `at`. REQUIRES: the same, and at > 0.
  [[nodiscard]] std::size_t source_end_of(std::size_t at);

 private:
  void read_change();

  std::string_view source_;
  text_changes changes_;
  text_change change_;       // the first one that is not behind `place_`
  std::size_t written_ = 0;  // the same place, in the rewritten text and
  std::size_t place_ = 0;    // in the source
};

}  // namespace urlsieve

#endif
