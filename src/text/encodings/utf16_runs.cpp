#include "src/text/encodings/utf16_runs.hpp"

#include <algorithm>
#include <bitset>

#include "src/text/encodings/wide_text.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr byte_set text_byte = byte_set::range(0x20, 0x7E) | byte_set("\t\n\r");
constexpr std::size_t unit_size = 2;

// The bytes of the unit at an offset.
struct unit_bytes {
  char low;
  char high;
};

unit_bytes unit_at(std::string_view bytes, std::size_t at, bool big_endian) {
  return big_endian ? unit_bytes{bytes[at + 1], bytes[at]} : unit_bytes{bytes[at], bytes[at + 1]};
}

// Successive units with one property.
struct streak {
  std::size_t begin = npos;
  std::size_t evidence = 0;  // units that are rare in UTF-16
  std::bitset<128> highs;    // high bytes of these units; text in one script has few different ones

  void add(std::size_t at, char high, bool is_evidence) {
    begin = std::min(begin, at);
    if (!is_evidence) return;
    ++evidence;
    highs.set(static_cast<unsigned char>(high));
  }
  [[nodiscard]] bool shows(std::size_t units, std::size_t different) const {
    return evidence >= units && highs.count() >= different;
  }
};

bool begins_utf16(std::string_view bytes, bool big_endian) {
  if (bytes.size() < utf16_sign_size) return false;
  for (std::size_t at = 0; at < utf16_sign_size; at += unit_size) {
    const auto [low, high] = unit_at(bytes, at, big_endian);
    if (high != '\0' || !text_byte.contains(low)) return false;
  }
  return true;
}

// Returns the offset of the first ASCII byte of the pairs at `begin`. Behind an odd number of bytes beyond
// ASCII, this byte is in the unit before `begin`.
std::size_t with_taken_byte(std::string_view bytes, std::size_t begin) {
  const bool is_taken = begin >= unit_size && text_byte.contains(bytes[begin - 1]) &&
                        static_cast<unsigned char>(bytes[begin - 2]) >= 0x80;
  return is_taken ? begin - 1 : begin;
}

}  // namespace

std::size_t find_utf16(std::string_view bytes, std::size_t from, bool big_endian) {
  for (std::size_t nul = bytes.find('\0', from); nul != npos; nul = bytes.find('\0', nul + 1)) {
    if (big_endian || nul > from) {
      const std::size_t begin = big_endian ? nul : nul - 1;
      if (begins_utf16(bytes.substr(begin), big_endian)) {
        const std::string_view mark = big_endian ? "\xFE\xFF" : "\xFF\xFE";
        const bool is_marked =
            begin >= from + mark.size() && bytes.substr(begin - mark.size(), mark.size()) == mark;
        return is_marked ? begin - mark.size() : begin;
      }
    }
    while (nul + 1 < bytes.size() && bytes[nul + 1] == '\0') ++nul;
  }
  return npos;
}

bool is_big_endian_utf16(std::string_view text) {
  const std::size_t nul = text.find('\0');
  if (nul == npos) return false;
  // Little-endian text that was divided behind line feeds begins with NUL, too.
  const bool ends_with_half = text.back() == '\0' || text.back() == '\n';
  return nul == 0 ? !ends_with_half : text.substr(0, nul).ends_with("\xFE\xFF");
}

utf16_extent utf16_prefix(std::string_view bytes, bool big_endian, bool last) {
  // A text in kana has long streaks of pairs without evidence.
  constexpr std::size_t longest_streak = 4096;
  streak pairs;
  streak shifted;
  std::size_t at = 0;
  for (; at + unit_size <= bytes.size(); at += unit_size) {
    const auto [low, high] = unit_at(bytes, at, big_endian);
    if (text_byte.contains(low) && text_byte.contains(high)) {
      if (pairs.begin != npos && at - pairs.begin >= longest_streak) pairs = {};
      pairs.add(at, high, high != '0');  // kana are U+30xx
      const bool has_authority_sign = (low == '/' || high == '/') && at != pairs.begin &&
                                      bytes.substr(at - unit_size, 2 * unit_size).find("://") != npos;
      if (has_authority_sign || pairs.shows(16, 5)) return {with_taken_byte(bytes, pairs.begin), true};
    } else {
      pairs = {};
    }
    if (low == '\0' && text_byte.contains(high)) {
      shifted.add(at, high, true);
      // In little-endian text, the first character began a byte earlier.
      if (shifted.shows(6, 4)) return {shifted.begin - (big_endian || shifted.begin == 0 ? 0 : 1), true};
    } else {
      shifted = {};
    }
  }
  if (last) return {bytes.size(), false};
  const std::size_t undecided = std::min({at, pairs.begin, shifted.begin});
  return {undecided - std::min(undecided, unit_size), false};
}

std::vector<utf16_run> find_utf16_runs(std::string_view text, bool big_endian) {
  std::vector<utf16_run> runs;
  std::size_t begin = find_utf16(text, 0, big_endian);
  while (begin != npos) {
    const std::size_t size = utf16_prefix(text.substr(begin), big_endian, true).size;
    runs.push_back({begin, size - size % unit_size});
    begin = find_utf16(text, begin + runs.back().size, big_endian);
  }
  return runs;
}

std::string utf16_run_as_utf8(std::string_view run, bool big_endian) {
  return wide_as_utf8(run, {big_endian ? "utf-16be" : "utf-16le", unit_size, big_endian, 0});
}

std::string_view with_utf16_as_utf8(std::string_view text, arena& out) {
  if (text.find('\0') == npos) return text;
  const bool big_endian = is_big_endian_utf16(text);
  std::string converted;
  std::size_t done = 0;
  for (const utf16_run& run : find_utf16_runs(text, big_endian)) {
    converted.append(text.substr(done, run.begin - done));
    converted.append(utf16_run_as_utf8(text.substr(run.begin, run.size), big_endian));
    done = run.begin + run.size;
  }
  return out.copy(converted.append(text.substr(done)));
}

}  // namespace urlsieve
