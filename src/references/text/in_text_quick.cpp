// Each step decides a question with a few bit operations or gives up. Giving up is always correct, because
// the exact rules follow.
//
//     ://www.example.com:80/a(b)?c=d,e.  text
//        ^^^^^^^^^^^^^^^ name             ^ ends, or "/ ? #" for the authority
//                               ^ look     ^ trims: bytes that do not end a URL
#include "src/references/text/in_text_quick.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_schemes.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t block_size = 64;

enum set_index : std::size_t { ends, delimits, names, dots, opens, closes, trims, looks };

constexpr byte_sets sets = [] {
  byte_sets table;
  table.rows[ends] = rows_of(bytes::ends_text_url);
  table.rows[delimits] = rows_of(byte_set("/?#"));
  table.rows[names] = rows_of(bytes::alphanum | byte_set("-."));
  table.rows[dots] = rows_of(byte_set("."));
  table.rows[opens] = rows_of(byte_set("([{"));
  table.rows[closes] = rows_of(byte_set(")]}"));
  table.rows[trims] = rows_of(byte_set(".,;:!?|*@([{"));
  table.rows[looks] = rows_of(byte_set(",;'|@"));
  return table;
}();

// Kinds of bytes right before a URL.
enum class byte_before : std::uint8_t { plain, blank, quote, angle, other };

constexpr std::array<byte_before, 256> kinds_before = [] {
  std::array<byte_before, 256> kinds{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const auto c = static_cast<unsigned char>(byte);
    kinds[byte] = bytes::text_space.contains(c) ? byte_before::blank : byte_before::plain;
    // These bytes may extend the scheme, close the URL, or belong to "URL:".
    if ((bytes::scheme_char | byte_set("'*_|~:!")).contains(c)) kinds[byte] = byte_before::other;
  }
  kinds['"'] = byte_before::quote;
  kinds['<'] = byte_before::angle;
  kinds[0xA0] = byte_before::blank;  // possibly the second byte of U+00A0
  return kinds;
}();

// Returns the beginning of the "http" or "https" that ends at the colon; npos for another scheme. The eight
// bytes before the colon are compared as one word in lower case; shifts remove the bytes before the scheme.
std::size_t web_scheme(std::string_view text, std::size_t floor, std::size_t colon) {
  constexpr std::uint64_t lower = 0x2020202020202020U;
  const auto word = [](std::string_view name) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < name.size(); ++i)
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(name[i])) << (8 * i);
    return bits;
  };
  std::uint64_t front = 0;
  if (colon >= sizeof front) {
    for (std::size_t i = 0; i < sizeof front; ++i)
      front |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[colon - sizeof front + i]))
               << (8 * i);
  } else {
    for (std::size_t i = 0; i < colon; ++i)
      front |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i]))
               << (8 * (sizeof front - colon + i));
  }
  front |= lower;
  if (front >> 24U == word("https") && colon - floor >= 5) return colon - 5;
  if (front >> 32U == word("http") && colon - floor >= 4) return colon - 4;
  return std::string_view::npos;
}

constexpr std::uint64_t below(std::size_t bit) {
  return bit >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bit) - 1;
}

std::size_t first_of(std::uint64_t bits) {
  return static_cast<std::size_t>(std::countr_zero(bits));
}

// Reads one URL after its "://", in steps of 64 bytes. Members hold the state between blocks (open brackets,
// the last byte that may end the URL); inside a block, all state is masks.
class quick_reader {
 public:
  quick_reader(std::string_view text, std::size_t begin, const byte_scanner& scanner)
      : text_(text), scanner_(scanner), base_(begin), begin_(begin) {}

  // Returns false to give up.
  bool read(byte_before kind) {
    load();
    if (!read_first(kind)) return false;
    while (!ended_) {
      base_ += block_size;
      if (base_ >= text_.size()) {
        stop_ = text_.size();
        break;
      }
      load();
      if (maps_.non_ascii != 0 &&
          (maps_.in[ends] == 0 || first_of(maps_.non_ascii) < first_of(maps_.in[ends])))
        return false;
      if (!read_block(kind, maps_.in[ends])) return false;
    }
    return true;
  }

  // The first byte certainly after the URL, and the end after trimming; both absolute.
  [[nodiscard]] std::size_t stop() const { return stop_; }
  [[nodiscard]] std::size_t trimmed() const { return trimmed_; }
  [[nodiscard]] std::size_t authority_end() const { return authority_end_; }
  [[nodiscard]] bool name_cut() const { return name_cut_; }
  [[nodiscard]] bool bracketed() const { return bracketed_; }
  // True if a "[" is not closed; an AsciiDoc label may begin there.
  [[nodiscard]] bool open_label() const { return depth_[1] != 0; }

 private:
  void load() {
    if (text_.size() - base_ >= block_size) {
      scanner_.classify(text_.data() + base_, sets, maps_);
      return;
    }
    std::array<char, block_size> last;
    last.fill(' ');
    std::memcpy(last.data(), text_.data() + base_, text_.size() - base_);
    scanner_.classify(last.data(), sets, maps_);
  }

  bool read_first(byte_before kind) {
    const std::uint64_t stops = maps_.in[ends] | maps_.non_ascii;
    const std::uint64_t authority_stops = stops | maps_.in[delimits];
    if (authority_stops == 0) return false;
    std::size_t authority = first_of(authority_stops);
    if (((maps_.non_ascii >> authority) & 1U) != 0) return false;
    const std::uint64_t closers = maps_.in[closes] & below(authority);
    if (closers != 0 && kind == byte_before::plain) {
      authority = first_of(closers);
      if ((maps_.in[opens] & below(authority)) != 0) return false;
    }
    if (!check_authority(authority)) return false;
    authority_end_ = base_ + authority;
    if (stops != 0 && ((maps_.non_ascii >> first_of(stops)) & 1U) != 0) return false;
    return read_block(kind, stops);
  }

  // Accepts a name, an optional port, and then only bytes that are trimmed anyway.
  bool check_authority(std::size_t size) {
    const std::uint64_t inside = below(size);
    const std::size_t name = first_of(~maps_.in[names]);
    const std::uint64_t dot_bits = maps_.in[dots];
    if (name == 0 || !bytes::alphanum.contains(text_[base_])) return false;
    if ((dot_bits & (dot_bits >> 1U) & below(name)) != 0) return false;
    if (name >= size) return true;
    if (text_[base_ + name] == ':' && name + 1 < size) {
      std::size_t digit = name + 1;
      while (digit < size && bytes::digit.contains(text_[base_ + digit])) ++digit;
      if (digit == size) return true;
    }
    name_cut_ = true;
    const bool at_end = ((maps_.in[delimits] >> size) & 1U) == 0;
    // An opening brace may begin a template.
    return at_end && (inside & ~below(name) & (~maps_.in[trims] | maps_.in[opens])) == 0;
  }

  bool read_block(byte_before kind, std::uint64_t stops) {
    std::size_t end = stops == 0 ? block_size : first_of(stops);
    ended_ = stops != 0;
    std::uint64_t inside = below(end);
    const std::uint64_t brackets = (maps_.in[opens] | maps_.in[closes]) & inside;
    if (brackets != 0) {
      bracketed_ = true;
      if (kind == byte_before::quote || (kind == byte_before::plain && !balance(brackets, end))) return false;
      if (kind == byte_before::angle && holds_brace(brackets)) return false;
      inside = below(end);
    }
    for (std::uint64_t look = maps_.in[looks] & inside; look != 0; look &= look - 1)
      if (!look_at(base_ + first_of(look))) return false;
    const std::uint64_t untrimmed = ~maps_.in[trims] & inside;
    if (untrimmed != 0) trimmed_ = base_ + block_size - static_cast<std::size_t>(std::countl_zero(untrimmed));
    stop_ = base_ + end;
    return true;
  }

  [[nodiscard]] bool holds_brace(std::uint64_t brackets) const {
    for (; brackets != 0; brackets &= brackets - 1)
      if (text_[base_ + first_of(brackets)] == '{') return true;
    return false;
  }

  // Ends the URL before the first closing bracket without partner: "(see http://a/b(c))" ends after "(c)".
  // Visits only the brackets, the bits of `brackets`.
  bool balance(std::uint64_t brackets, std::size_t& end) {
    for (; brackets != 0; brackets &= brackets - 1) {
      const std::size_t place = first_of(brackets);
      const char c = text_[base_ + place];
      if (((maps_.in[opens] >> place) & 1U) != 0) {
        if (inner_scheme(text_.substr(base_ + place + 1)) != 0) return false;
        // A variable or the end of the URL, possibly.
        if (c == '{' && (text_[base_ + place - 1] == '$' || begins_wiki_tag(text_.substr(base_ + place))))
          return false;
        if (c == '[' && begins_closing_tag(text_.substr(base_ + place))) return false;
        ++depth(c);
      } else if (depth(c) == 0) {
        end = place;
        ended_ = true;
        return true;
      } else {
        --depth(c);
      }
    }
    return true;
  }
  std::uint32_t& depth(char c) { return depth_[c == '(' || c == ')' ? 0U : c == '[' || c == ']' ? 1U : 2U]; }

  // Checks bytes that matter only together with adjacent bytes.
  bool look_at(std::size_t at) {
    const char c = text_[at];
    if (c == '@') return at >= authority_end_;
    if (c != ',' && c != ';') return false;
    if (inner_scheme(text_.substr(at + 1)) != 0) return false;
    if (c == ',') return true;
    // A ";" may end a character reference.
    constexpr std::size_t longest = 12;
    const std::size_t from = at - begin_ > longest ? at - longest : begin_;
    return text_.substr(from, at - from).find('&') == std::string_view::npos;
  }

  std::string_view text_;
  const byte_scanner& scanner_;
  std::size_t base_;
  std::size_t begin_;
  std::size_t stop_ = 0;
  std::size_t trimmed_ = 0;
  std::size_t authority_end_ = 0;
  std::array<std::uint32_t, 3> depth_{};
  bool ended_ = false;
  bool name_cut_ = false;
  bool bracketed_ = false;
  byte_maps maps_;
};

// True for "< http" and "<URL: http", and for more blanks than are worth checking here. Requires: start > 0.
bool may_be_wrapped(std::string_view text, std::size_t start) {
  constexpr std::size_t most_blanks = 16;
  std::size_t at = start;
  while (at > 0) {
    if (bytes::text_space.contains(text[at - 1]))
      --at;
    else if (at > 1 && is_hard_space(text, at - 2))
      at -= 2;
    else
      break;
    if (start - at > most_blanks) return true;
  }
  return at != start && at > 0 &&
         (text[at - 1] == '<' || (text[at - 1] == ':' && at >= 5 && text[at - 5] == '<'));
}

}  // namespace

quick_match delimit_quickly(std::string_view text, std::size_t floor, std::size_t colon,
                            const byte_scanner& scanner) {
  quick_match found;
  const std::size_t start = web_scheme(text, floor, colon);
  if (start == std::string_view::npos || colon + 3 >= text.size()) return found;
  byte_before kind =
      start == 0 ? byte_before::plain : kinds_before[static_cast<unsigned char>(text[start - 1])];
  if (kind == byte_before::other) return found;
  if (kind == byte_before::blank) {
    kind = byte_before::plain;
    if (may_be_wrapped(text, start)) return found;
  }
  quick_reader reading(text, colon + 3, scanner);
  if (!reading.read(kind)) return found;
  std::size_t end = reading.trimmed();
  if (end == 0) return found;
  const char stop = reading.stop() < text.size() ? text[reading.stop()] : ' ';
  if (kind == byte_before::angle) {
    if (stop != '>' || reading.name_cut()) return found;
    end = reading.stop();
    found.delimited = delimiter::angle;
  } else {
    const char last = text[end - 1];
    if (reading.open_label() || (stop == '\\' && end <= reading.authority_end())) return found;
    if (stop == '\\' && text.substr(end).starts_with("\\u")) return found;
    if (last == '=' && start != 0 && text[start - 1] == '=') return found;
    if (last == ']' || last == '~' || (end <= reading.authority_end() && !bytes::alphanum.contains(last)))
      return found;
    if (kind == byte_before::quote && stop == '"') {
      // Quoted URLs lose fewer characters by trimming, and brackets do not end them.
      if (end != reading.stop() || reading.bracketed() || reading.name_cut()) return found;
      found.delimited = delimiter::quoted;
    }
  }
  found.start = start;
  found.end = end;
  found.behind = kind == byte_before::angle ? reading.stop() : end;
  return found;
}

}  // namespace urlsieve
