#include "src/text/escape_changes.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "src/text/ascii.hpp"
#include "src/text/encodings/character_reference.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_blanks = 76;  // the maximal length of a quoted-printable line

// Returns the end of the soft line break at `at`, a "="; `at` if there is none.
std::size_t soft_break_end(std::string_view source, std::size_t at) {
  std::size_t end = at + 1;
  while (end < source.size() && end - at <= most_blanks && ascii::is_blank(source[end])) ++end;
  if (source.substr(end).starts_with("\r\n")) return end + 2;
  return end < source.size() && source[end] == '\n' ? end + 1 : at;
}

// The characters that a backslash escapes besides those of JSON: "'" in C and dumps of MySQL, the other
// characters in properties files of Java.
constexpr std::string_view other_escaped = "':=#!";

// Reads the escape of one character at the backslash `at`. Sets the members of `found` but `at`; returns
// false if there is no escape.
bool read_string_escape(std::string_view source, std::size_t at, text_change& found) {
  const json_escape escape = read_json_escape(source, at);
  if (escape.is == json_escape::kind::character) {
    found.size = escape.size;
    const char* const end = encode_utf8(escape.character, found.with.data());
    found.written = static_cast<std::uint8_t>(end - found.with.data());
    return true;
  }
  const std::string_view rest = source.substr(at + 1);
  found.written = 1;
  if (const std::optional<char> byte = read_hex_escape(source, at)) {
    found.size = 4;
    found.with[0] = *byte;
    return true;
  }
  if (rest.empty() || other_escaped.find(rest.front()) == npos) return false;
  found.size = 2;
  found.with[0] = rest.front();
  return true;
}

// The longest run of backslashes that is decoded several times. The result has at most 4 backslashes.
constexpr std::size_t longest_backslashes = 64;

// Decodes the run of `count` backslashes at `at`, and the character behind the run, up to four times. Returns
// false if nothing changes. Requires: 0 < count <= longest_backslashes.
bool decode_backslashes(std::string_view source, std::size_t at, std::size_t count, text_change& found) {
  constexpr int layers = 4;
  text_change character;
  bool is_read = false;
  std::size_t left = count;
  for (int layer = 0; layer < layers && left != 0; ++layer) {
    const bool is_odd = left % 2 != 0;
    left /= 2;
    if (!is_odd) continue;
    if (is_read) {
      const bool is_escaped =
          character.written == 1 && (character.with[0] == '"' || character.with[0] == '/' ||
                                     other_escaped.find(character.with[0]) != npos);
      if (!is_escaped) ++left;
    } else {
      is_read = read_string_escape(source, at + count - 1, character);
      if (!is_read) ++left;
    }
  }
  if (!is_read && left == count) return false;
  found.at = at;
  found.size = count + (is_read ? character.size - 1 : 0);
  found.written = static_cast<std::uint8_t>(left + (is_read ? character.written : 0U));
  found.with.fill('\\');
  if (is_read) std::copy_n(character.with.begin(), character.written, found.with.begin() + left);
  return true;
}

struct latex_escape {
  char meant = 0;  // 0: no escape
  std::size_t size = 0;
  bool math = false;  // only between "$"
};

struct latex_command {
  std::string_view name;  // after the backslash
  char meant;
  bool math;
};

constexpr std::array<latex_command, 7> latex_commands{{{"textasciitilde", '~', false},
                                                       {"textasciicircum", '^', false},
                                                       {"textunderscore", '_', false},
                                                       {"textbackslash", '\\', false},
                                                       {"textbar", '|', false},
                                                       {"slash", '/', false},
                                                       {"sim", '~', true}}};

// Returns the escape at `at`, a backslash.
latex_escape read_latex_escape(std::string_view source, std::size_t at) {
  const std::string_view rest = source.substr(at + 1);
  if (rest.empty()) return {};
  const char first = rest.front();
  if (std::string_view("_%#&${}").find(first) != npos) return {first, 2, false};
  if (rest.starts_with("~{}") || rest.starts_with("^{}")) return {first, 4, false};
  for (const latex_command& command : latex_commands) {
    if (!rest.starts_with(command.name)) continue;
    const std::string_view behind = rest.substr(command.name.size());
    if (behind.starts_with("{}")) return {command.meant, command.name.size() + 3, command.math};
    if (behind.empty() || bytes::alpha.contains(behind.front())) return {};
    return {command.meant, command.name.size() + 1, command.math};
  }
  return {};
}

}  // namespace

bool find_json_change(std::string_view source, std::size_t from, text_change& found) {
  for (std::size_t at = source.find('\\', from); at != npos; at = source.find('\\', at)) {
    std::size_t count = 1;
    while (count <= longest_backslashes && at + count < source.size() && source[at + count] == '\\') ++count;
    if (count > longest_backslashes) {
      found.at = at;
      found.size = 2;
      found.written = 1;
      found.with[0] = '\\';
      return true;
    }
    if (decode_backslashes(source, at, count, found)) return true;
    at += count;
  }
  return false;
}

bool find_quoted_printable_change(std::string_view source, std::size_t from, text_change& found) {
  for (std::size_t at = source.find('=', from); at != npos; at = source.find('=', at + 1)) {
    found.at = at;
    if (at + 2 < source.size() && hex_value(source[at + 1]) < 16 && hex_value(source[at + 2]) < 16) {
      found.size = 3;
      found.written = 1;
      found.with[0] = static_cast<char>(hex_value(source[at + 1]) << 4U | hex_value(source[at + 2]));
      return true;
    }
    const std::size_t end = soft_break_end(source, at);
    if (end == at) continue;
    found.size = end - at;
    found.written = 0;
    return true;
  }
  return false;
}

bool find_character_reference_change(std::string_view source, std::size_t from, text_change& found) {
  constexpr std::size_t longest = 40;
  for (std::size_t at = source.find('&', from); at != npos; at = source.find('&', at + 1)) {
    char* end = found.with.data();
    const std::size_t size =
        decode_character_reference(source.substr(at, longest), reference_context::text, end);
    if (size == 0 || source[at + size - 1] != ';') continue;
    const auto written = static_cast<std::size_t>(end - found.with.data());
    if (written > size) continue;
    found.at = at;
    found.size = size;
    found.written = static_cast<std::uint8_t>(written);
    return true;
  }
  return false;
}

bool find_latex_change(std::string_view source, std::size_t from, text_change& found) {
  for (std::size_t at = source.find('\\', from); at != npos; at = source.find('\\', at)) {
    const latex_escape escape = read_latex_escape(source, at);
    if (escape.meant == 0) {
      at += source.substr(at + 1).starts_with('\\') ? 2 : 1;
      continue;
    }
    const bool in_dollars =
        escape.math && at > from && source[at - 1] == '$' && source.substr(at + escape.size).starts_with('$');
    if (escape.math && !in_dollars) {
      ++at;
      continue;
    }
    found.at = in_dollars ? at - 1 : at;
    found.size = escape.size + (in_dollars ? 2 : 0);
    const bool is_symbol = escape.size == 2;
    if (is_symbol && source.substr(found.at + found.size).starts_with("{}")) found.size += 2;
    const bool is_group = found.at > from && source[found.at - 1] == '{' &&
                          source.substr(found.at + found.size).starts_with('}');
    if (is_group) {
      --found.at;
      found.size += 2;
    }
    found.written = 1;
    found.with[0] = escape.meant;
    return true;
  }
  return false;
}

std::size_t decided_quoted_printable(std::string_view source) {
  std::size_t at = source.size();
  while (at > 0 && source.size() - at <= most_blanks + 1 &&
         (ascii::is_blank(source[at - 1]) || source[at - 1] == '\r'))
    --at;
  return at > 0 && source[at - 1] == '=' ? at - 1 : source.size();
}

}  // namespace urlsieve
