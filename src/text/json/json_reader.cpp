// A recursive descent parser for the few forms of a manifest. Limits depth and the number of members, because
// the file is untrusted.
#include "src/text/json/json_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_string.hpp"

namespace urlsieve {
namespace {

constexpr unsigned deepest = 16;
constexpr std::size_t most_members = 4096;  // of an object; lookup is linear

void append_utf8(char32_t code, std::string& out) {
  std::array<char, 4> bytes;
  out.append(bytes.data(), encode_utf8(code, bytes.data()));
}

class json_text {
 public:
  explicit json_text(std::string_view text) : text_(text) {}

  result<json_value> read() {
    json_value root;
    if (!read_value(root, 0)) return refused();
    skip_space();
    if (at_ != text_.size()) {
      fault_ = "something behind the end";
      return refused();
    }
    return root;
  }

 private:
  [[nodiscard]] tl::unexpected<error> refused() const {
    return tl::unexpected(
        error{error_code::cannot_read, "no JSON of urlsieve: " + fault_ + " at byte " + std::to_string(at_)});
  }

  bool fail(const char* fault) {
    fault_ = fault;
    return false;
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool accept(char wanted) {
    skip_space();
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  bool accept_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return fail("an unknown word");
    at_ += word.size();
    return true;
  }

  bool read_value(json_value& out, unsigned depth) {
    if (depth > deepest) return fail("nested too deep");
    skip_space();
    switch (peek()) {
      case '{':
        out.is = json_value::kind::object;
        return read_items(out, '}', depth);
      case '[':
        out.is = json_value::kind::list;
        return read_items(out, ']', depth);
      case '"':
        out.is = json_value::kind::text;
        return read_string(out.text);
      case 't':
        out.is = json_value::kind::truth;
        out.truth = true;
        return accept_word("true");
      case 'f':
        out.is = json_value::kind::truth;
        return accept_word("false");
      case 'n':
        return accept_word("null");
      default:
        return read_number(out);
    }
  }

  bool read_items(json_value& out, char closing, unsigned depth) {
    ++at_;
    if (accept(closing)) return true;
    do {
      if (closing == '}') {
        std::string name;
        skip_space();
        if (peek() != '"') return fail("no name of a member");
        if (!read_string(name)) return false;
        if (out.names.size() == most_members) return fail("too many members");
        if (out.find(name) != nullptr) return fail("a member twice");
        if (!accept(':')) return fail("no colon");
        out.names.push_back(std::move(name));
      }
      if (!read_value(out.items.emplace_back(), depth + 1)) return false;
    } while (accept(','));
    return accept(closing) || fail("no comma and no end");
  }

  bool read_number(json_value& out) {
    out.is = json_value::kind::number;
    const char* const begin = text_.data() + at_;
    const auto [end, failed] = std::from_chars(begin, text_.data() + text_.size(), out.number);
    if (failed != std::errc()) return fail("no value");
    at_ += static_cast<std::size_t>(end - begin);
    return (*begin != '0' || end == begin + 1) || fail("a number with a leading zero");
  }

  bool read_string(std::string& out) {
    ++at_;
    while (true) {
      const std::string_view rest = text_.substr(at_);
      if (rest.empty()) return fail("an open string");
      const char byte = rest.front();
      if (byte == '"') break;
      if (byte == '\\') {
        if (!read_escape(out)) return false;
        continue;
      }
      const utf8_piece piece = first_utf8(rest);
      if (!piece.well_formed) return fail("no UTF-8");
      if (static_cast<unsigned char>(byte) < 0x20) return fail("a control character");
      out += rest.substr(0, piece.size);
      at_ += piece.size;
    }
    ++at_;
    return true;
  }

  bool read_escape(std::string& out) {
    const json_escape found = read_json_escape(text_, at_);
    switch (found.is) {
      case json_escape::kind::character:
        break;
      case json_escape::kind::lone_surrogate:
        return fail("half a character");
      case json_escape::kind::unknown:
        return fail("an unknown escape");
    }
    append_utf8(found.character, out);
    at_ += found.size;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string fault_;
};

}  // namespace

const json_value* json_value::find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

std::string json_value::text_of(std::string_view name) const {
  const json_value* const found = find(name);
  return found != nullptr && found->is == kind::text ? found->text : std::string();
}

std::optional<std::uint64_t> json_value::number_of(std::string_view name) const {
  const json_value* const found = find(name);
  if (found == nullptr || found->is != kind::number) return std::nullopt;
  return found->number;
}

bool json_value::truth_of(std::string_view name) const {
  const json_value* const found = find(name);
  return found != nullptr && found->is == kind::truth && found->truth;
}

std::string json_value::dump() const {
  switch (is) {
    case kind::null:
      return "null";
    case kind::truth:
      return truth ? "true" : "false";
    case kind::number:
      return std::to_string(number);
    case kind::text: {
      std::string quoted;
      append_json_string(text, quoted);
      return quoted;
    }
    case kind::list:
    case kind::object:
      break;
  }
  std::string out(1, is == kind::list ? '[' : '{');
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) out += ", ";
    if (is == kind::object) {
      append_json_string(names[i], out);
      out += ": ";
    }
    out += items[i].dump();
  }
  return out += is == kind::list ? ']' : '}';
}

result<json_value> read_json(std::string_view text) {
  return json_text(text).read();
}

}  // namespace urlsieve
