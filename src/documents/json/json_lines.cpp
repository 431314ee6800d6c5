#include "src/documents/json/json_lines.hpp"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include "src/documents/json/json_signs.hpp"
#include "src/documents/json/plain_json.hpp"
#include "src/documents/json/wat.hpp"
#include "src/markup/link_tag.hpp"
#include "src/text/arena.hpp"
#include "src/text/encodings/base64.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/json/json_string.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

namespace json = simdjson::ondemand;

enum class role : std::uint8_t { url, text, html, mail };

struct field_path {
  role means;
  std::vector<std::string> keys;
};

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> keys;
  while (true) {
    const std::size_t dot = path.find('.');
    keys.emplace_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return keys;
    path.remove_prefix(dot + 1);
  }
}

// Decodes a string that simdjson refuses because it may hold half of a surrogate pair, which UTF-16 writers
// produce when they truncate text. The half becomes U+FFFD (RFC 8259 section 8.2). Returns false if anything
// else is wrong. Requires: `token` begins with the quote.
bool unescape_halves(std::string_view token, std::string_view& text, arena& scratch) {
  char* const place = scratch.reserve(token.size());
  char* out = place;
  for (std::size_t at = 1; at < token.size() && token[at] != '"';) {
    if (token[at] != '\\') {
      *out++ = token[at++];
      continue;
    }
    const json_escape found = read_json_escape(token, at);
    if (found.is == json_escape::kind::unknown) return false;
    out = encode_utf8(found.character, out);
    at += found.size;
  }
  text = scratch.commit(static_cast<std::size_t>(out - place));
  return true;
}

// Removes the blanks that may surround a line of JSON.
std::string_view without_blanks(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = line.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(blanks) + 1 - first);
}

// Returns true if a string of `json` may hold a URL: by a "/", a colon after a letter and before a byte of a
// URL, or the dot of "www." or "ftp.".
bool may_hold_url(std::string_view json) {
  constexpr byte_set blank(" \"\\");
  if (json.find('/') != std::string_view::npos) return true;
  for (std::size_t at = 1; at + 1 < json.size(); ++at) {
    if (json[at] != ':' && json[at] != '.') continue;
    const char before = json[at - 1];
    if (json[at] == ':' ? bytes::alpha.contains(before) && !blank.contains(json[at + 1])
                        : (before | 0x20) == 'w' || (before | 0x20) == 'p')
      return true;
  }
  return false;
}

struct found_text {
  role means;
  std::string_view text;
};

// The paths that match so far, one bit per path.
using path_set = unsigned;

}  // namespace

struct json_lines_reader::machinery {
  explicit machinery(const input_options& options)
      : reads_other_members(options.format == input_format::automatic && !names_json_fields(options)) {
    add(role::url, options.json_url);
    add(role::text, options.json_text);
    add(role::html, options.json_html);
    add(role::mail, options.json_mail);
  }

  void add(role means, std::string_view path) {
    if (!path.empty()) paths.push_back({means, split_path(path)});
  }

  [[nodiscard]] path_set matching(path_set active, std::size_t depth, std::string_view key) const;
  void add_text(std::string_view text, path_set active, std::size_t depth);

  // Returns false if the quick reader gave up.
  [[nodiscard]] bool read_quickly(std::string_view line);
  [[nodiscard]] bool read_plain_object(path_set active, std::size_t depth);
  [[nodiscard]] bool read_plain_value(path_set active, std::size_t depth);

  [[nodiscard]] simdjson::error_code read_exactly(std::string_view line, std::size_t readable);
  [[nodiscard]] simdjson::error_code read_object(json::object object, path_set active, std::size_t depth);
  [[nodiscard]] simdjson::error_code read_value(json::value value, path_set active, std::size_t depth);
  [[nodiscard]] std::string_view decode_message(std::string_view text, bool& damaged);

  [[nodiscard]] std::string_view without_content(std::string_view line);
  [[nodiscard]] std::string_view as_json(std::string_view text);

  [[nodiscard]] path_set all_paths() const { return static_cast<path_set>((1U << paths.size()) - 1); }

  std::vector<field_path> paths;
  bool reads_other_members;  // of lines without a URL or without content, which may be any documents
  plain_json plain;
  json::parser parser;
  std::vector<found_text> found;  // in the current line
  arena repaired;                 // owns strings that simdjson refuses
  std::string encoded;            // a message in the standard base64 alphabet
  arena message;
  arena other_members;  // owns a line without its content
  std::string html;     // a text with tags, as JSON
};

// Returns a copy of the line in which the strings of the named fields are empty.
std::string_view json_lines_reader::machinery::without_content(std::string_view line) {
  other_members.clear();
  char* const place = other_members.reserve(line.size() + arena::read_padding);
  std::size_t size = 0;
  std::size_t copied = 0;
  std::size_t depth = 0;
  bool is_named = false;
  json_scanner scanner(line);
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    if (token == json_token::object || token == json_token::array) ++depth;
    if (token == json_token::close && depth != 0) --depth;
    if (token == json_token::key && depth == 1) is_named = matching(all_paths(), 0, scanner.text()) != 0;
    if (token == json_token::object) is_named = false;
    if (token != json_token::string || !is_named) continue;
    const auto begin = static_cast<std::size_t>(scanner.text().data() - line.data());
    size += line.substr(copied, begin - copied).copy(place + size, begin - copied);
    copied = begin + scanner.text().size();
  }
  size += line.substr(copied).copy(place + size, line.size() - copied);
  return other_members.commit(size + arena::read_padding).substr(0, size);
}

// Returns an object whose member `text` is `text`, valid until the next call.
std::string_view json_lines_reader::machinery::as_json(std::string_view text) {
  html = "{\"text\":";
  append_json_string(text, html);
  html += '}';
  const std::size_t size = html.size();
  html.append(arena::read_padding, '\0');
  return std::string_view(html).substr(0, size);
}

// Returns the active paths that continue with `key` at `depth`.
path_set json_lines_reader::machinery::matching(path_set active, std::size_t depth,
                                                std::string_view key) const {
  path_set found_paths = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if ((active >> i & 1U) == 0 || paths[i].keys.size() <= depth) continue;
    if (key == paths[i].keys[depth]) found_paths |= 1U << i;
  }
  return found_paths;
}

void json_lines_reader::machinery::add_text(std::string_view text, path_set active, std::size_t depth) {
  for (std::size_t i = 0; i < paths.size(); ++i)
    if ((active >> i & 1U) != 0 && paths[i].keys.size() == depth) found.push_back({paths[i].means, text});
}

bool json_lines_reader::machinery::read_quickly(std::string_view line) {
  found.clear();
  return plain.begin(without_blanks(line)) && plain.is_object() && read_plain_object(all_paths(), 0) &&
         plain.at_end();
}

bool json_lines_reader::machinery::read_plain_object(path_set active, std::size_t depth) {
  return plain.each_written_field([&](std::string_view key, bool is_escaped) {
    if (is_escaped) return false;  // the exact reader compares escaped keys
    const path_set paths_here = matching(active, depth, key);
    return paths_here == 0 || read_plain_value(paths_here, depth + 1);
  });
}

// Adds the strings of the value at the cursor. The caller skips all other values.
bool json_lines_reader::machinery::read_plain_value(path_set active, std::size_t depth) {
  if (plain.is_object()) return read_plain_object(active, depth);
  if (plain.is_array()) return plain.each_element([&] { return read_plain_value(active, depth); });
  if (!plain.is_string()) return true;
  std::string_view text;
  if (!plain.read_string(text)) return false;
  add_text(text, active, depth);
  return true;
}

// Decodes a base64 message. Missing padding is accepted, as writers of such messages omit it. A "=" elsewhere
// is an error.
std::string_view json_lines_reader::machinery::decode_message(std::string_view text, bool& damaged) {
  encoded.assign(text);
  for (char& c : encoded) {
    if (c == '-') c = '+';
    if (c == '_') c = '/';
  }
  if (encoded.find('=') == std::string::npos) {
    const auto blank = [](char c) { return c >= 0 && c <= ' '; };
    const auto blanks = static_cast<std::size_t>(std::count_if(encoded.begin(), encoded.end(), blank));
    const std::size_t remainder = (encoded.size() - blanks) % 4;
    if (remainder > 1) encoded.append(4 - remainder, '=');
  }
  message.clear();
  char* const place = message.reserve(encoded.size() + decoding_slack);
  const decoded_extent decoded = decode_base64(encoded, place);
  damaged = decoded.damaged;
  return message.commit(decoded.size + decoding_slack).substr(0, decoded.size);
}

// Reads a value to which the first `depth` keys of the active paths lead.
simdjson::error_code json_lines_reader::machinery::read_value(json::value value, path_set active,
                                                              std::size_t depth) {
  json::json_type type;
  if (const auto failed = value.type().get(type)) return failed;
  switch (type) {
    case json::json_type::string: {
      const std::string_view token = value.raw_json_token();
      std::string_view text;
      const auto failed = value.get_string().get(text);
      if (failed == simdjson::STRING_ERROR ? !unescape_halves(token, text, repaired)
                                           : failed != simdjson::SUCCESS)
        return failed;
      add_text(text, active, depth);
      return simdjson::SUCCESS;
    }
    case json::json_type::object: {
      json::object inner;
      if (const auto failed = value.get_object().get(inner)) return failed;
      return read_object(inner, active, depth);
    }
    case json::json_type::array: {
      json::array elements;
      if (const auto failed = value.get_array().get(elements)) return failed;
      for (auto element : elements) {
        json::value item;
        if (const auto failed = element.get(item)) return failed;
        if (const auto failed = read_value(item, active, depth)) return failed;
      }
      return simdjson::SUCCESS;
    }
    default:
      return simdjson::SUCCESS;
  }
}

simdjson::error_code json_lines_reader::machinery::read_object(json::object object, path_set active,
                                                               std::size_t depth) {
  for (auto entry : object) {
    json::field field;
    if (const auto failed = std::move(entry).get(field)) return failed;
    path_set paths_here = 0;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if ((active >> i & 1U) == 0 || paths[i].keys.size() <= depth) continue;
      if (field.key().unsafe_is_equal(std::string_view(paths[i].keys[depth]))) paths_here |= 1U << i;
    }
    if (paths_here == 0) continue;
    if (const auto failed = read_value(field.value(), paths_here, depth + 1)) return failed;
  }
  return simdjson::SUCCESS;
}

simdjson::error_code json_lines_reader::machinery::read_exactly(std::string_view line, std::size_t readable) {
  found.clear();
  repaired.clear();
  json::document parsed;
  if (const auto failed = parser.iterate(line.data(), line.size(), readable).get(parsed)) return failed;
  json::object object;
  if (const auto failed = parsed.get_object().get(object)) return failed;
  if (const auto failed = read_object(object, all_paths(), 0)) return failed;
  // At the end simdjson reports no location; any other answer means that bytes follow the object.
  return parsed.current_location().error() == simdjson::OUT_OF_BOUNDS ? simdjson::SUCCESS
                                                                      : simdjson::TAPE_ERROR;
}

json_lines_reader::json_lines_reader(const input_options& options, way parser)
    : machinery_(std::make_unique<machinery>(options)), how_(parser) {}

json_lines_reader::~json_lines_reader() = default;

void json_lines_reader::read_lines(const slice& lines, std::string_view input_name, stats& counted,
                                   const receiver& to) {
  std::string_view rest = lines.bytes;
  std::uint64_t offset = lines.offset + lines.body_offset;
  const auto advance = [&](std::size_t size) {
    rest.remove_prefix(size);
    offset += size;
  };
  if (rest.starts_with(utf8_mark)) advance(utf8_mark.size());
  while (!rest.empty()) {
    const std::size_t feed = rest.find('\n');
    const std::string_view line = rest.substr(0, feed);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      // The following lines serve as padding; the caller provides padding behind the last line.
      const std::size_t readable = rest.size() + simdjson::SIMDJSON_PADDING;
      const bool is_read = how_ == way::quick && machinery_->read_quickly(line);
      const auto failed = is_read ? simdjson::SUCCESS : machinery_->read_exactly(line, readable);
      if (failed != simdjson::SUCCESS) {
        counted.damaged_at(damage::bad_line, input_name, offset, simdjson::error_message(failed));
      } else if (machinery_->found.empty() && is_wat(line)) {
        slice record_slice;
        record_slice.kind = slice_kind::metadata;
        record_slice.media_type = "application/json";
        record_slice.bytes = line;
        record_slice.offset = offset;
        to.give_metadata(to.give_metadata_to, record_slice);
      } else {
        document found_document;
        for (const found_text& field_text : machinery_->found)
          if (field_text.means == role::url && found_document.base.empty())
            found_document.base = field_text.text;
        found_document.source = found_document.base.empty() ? input_name : found_document.base;
        found_document.offset = offset;
        found_document.charset = "utf-8";
        const bool bare =
            std::all_of(machinery_->found.begin(), machinery_->found.end(),
                        [](const found_text& field_text) { return field_text.means == role::url; });
        const bool reads_document = machinery_->reads_other_members && bare;
        if (bare && !reads_document) counted.count_skipped("line", "no-fields");
        for (const found_text& field_text : machinery_->found) {
          if (field_text.means == role::url || field_text.means == role::mail) continue;
          found_document.body = field_text.text;
          found_document.type = field_text.means == role::html ? media::html : media::text;
          // A text with links in tags is HTML, as in other JSON (Hacker News).
          if (field_text.means == role::text && machinery_->reads_other_members &&
              found_document.base.empty() && has_link_tag(field_text.text)) {
            found_document.body = machinery_->as_json(field_text.text);
            found_document.type = media::json;
          }
          to.give(to.give_to, found_document);
        }
        for (const found_text& field_text : machinery_->found) {
          if (field_text.means != role::mail) continue;
          bool damaged = false;
          slice message;
          message.kind = slice_kind::message;
          message.bytes = machinery_->decode_message(field_text.text, damaged);
          message.offset = offset;
          message.target = found_document.base;
          if (damaged)
            counted.damaged_at(damage::bad_transfer_encoding, input_name, offset,
                               "a message that is not base64");
          to.give_message(to.give_message_to, message);
        }
        if (reads_document || (machinery_->reads_other_members && found_document.base.empty())) {
          document whole;
          whole.type = media::json;
          whole.body = reads_document ? line : machinery_->without_content(line);
          whole.source = input_name;
          whole.offset = offset;
          whole.charset = "utf-8";
          whole.continues = !reads_document;
          if (reads_document || may_hold_url(whole.body)) to.give(to.give_to, whole);
        }
      }
    }
    advance(feed == std::string_view::npos ? rest.size() : feed + 1);
  }
}

}  // namespace urlsieve
