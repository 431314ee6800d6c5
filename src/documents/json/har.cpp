#include "src/documents/json/har.hpp"

#include <algorithm>

#include "src/documents/json/json_signs.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t log_depth = 2;      // depth of the members of "log"
constexpr std::size_t entries_depth = 3;  // depth of the elements of log.entries
constexpr std::size_t least_held = std::size_t{64} << 10U;
constexpr std::size_t longest_request = 64;  // `request": {` with white space
constexpr std::size_t longest_gap = 64;      // from a doubtful entry to the comma behind it
constexpr std::string_view entries_name = "entries";

constexpr std::string_view counted_as_cut = " ";

enum class sign : std::uint8_t { absent, present, unknown };

// Returns whether `text`, which follows a quote, continues with `request": {`; unknown: the text is too
// short.
sign request_follows(std::string_view text) {
  constexpr std::string_view name = "request\"";
  if (!text.substr(0, name.size()).starts_with(name.substr(0, text.size()))) return sign::absent;
  if (text.size() < name.size()) return sign::unknown;
  text = text.substr(name.size(), longest_request - name.size());
  const sign at_end = text.size() == longest_request - name.size() ? sign::absent : sign::unknown;
  for (const char wanted : {':', '{'}) {
    const auto* const first =
        std::find_if_not(text.begin(), text.end(), [](char c) { return bytes::html_space.contains(c); });
    if (first == text.end()) return at_end;
    if (*first != wanted) return sign::absent;
    text.remove_prefix(static_cast<std::size_t>(first - text.begin()) + 1);
  }
  return sign::present;
}

// Returns whether a comma or "]" follows an element of an array within longest_gap bytes; unknown: the text
// is too short.
sign element_ends(std::string_view behind, bool last) {
  const std::string_view gap = behind.substr(0, longest_gap);
  const auto* const first =
      std::find_if_not(gap.begin(), gap.end(), [](char c) { return bytes::html_space.contains(c); });
  if (first != gap.end()) return *first == ',' || *first == ']' ? sign::present : sign::absent;
  return gap.size() == longest_gap || last ? sign::absent : sign::unknown;
}

}  // namespace

bool begins_har(const input_head& head) {
  if (!head.text.starts_with('{')) return false;
  json_scanner scanner(head.text);
  std::size_t depth = 0;
  bool in_log = false;
  bool has_version = false;
  bool in_entries = false;
  std::string_view member;
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    switch (token) {
      case json_token::object:
      case json_token::array:
        in_log = in_log || (depth == 1 && token == json_token::object && member == "log");
        if (depth == 1 && !in_log) return false;
        if (depth == log_depth) in_entries = member == entries_name && token == json_token::array;
        if (depth == log_depth && member == "creator" && has_version) return true;
        ++depth;
        break;
      case json_token::close:
        if (depth <= log_depth || (in_entries && depth == entries_depth + 1)) return false;
        --depth;
        break;
      case json_token::key:
        member = scanner.text();
        if (depth == 1 && member != "log") return false;
        has_version = has_version || (depth == log_depth && member == "version");
        if (in_entries && depth == entries_depth + 1 && member == "request") return true;
        break;
      default:
        break;
    }
  }
  return false;
}

har_splitter::har_splitter(const input_options& options) : largest_(options.max_document) {}

splitter::progress har_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                       std::string_view input, std::vector<slice>& out, stats& counted) {
  std::size_t done = 0;
  const auto emit = [&](std::size_t size, std::string_view head = {}) {
    if (!is_too_large_) {
      slice entry_slice;
      entry_slice.head = head;
      entry_slice.kind = slice_kind::har_entry;
      entry_slice.bytes = bytes.substr(done, size);
      entry_slice.offset = offset + done;
      out.push_back(entry_slice);
    }
    is_too_large_ = false;
    in_entry_ = false;
  };
  const auto skip = [&](std::size_t size) {
    consume(size);
    done += size;
  };
  // Ends the held entry before a request, and before the bracket of that request if there is one.
  const auto cut = [&](std::size_t request) {
    is_damaged_ = true;
    const std::string_view before = bytes.substr(done, request);
    const std::size_t bracket = before.find_last_not_of(" \t\r\n");
    const bool has_bracket = bracket != npos && bracket != 0 && before[bracket] == '{';
    emit(has_bracket ? bracket : request);
    skip(has_bracket ? bracket : request);
    begin_entry(!has_bracket);
  };
  while (true) {
    const std::string_view rest = bytes.substr(done);
    const bool is_held = in_entry_ && !is_too_large_;
    bool needs_more = false;
    switch (scan(rest, is_held ? std::min(rest.size(), largest_) : rest.size(), last)) {
      case event::entry_begins:
        skip(scanned_ - 1);
        begin_entry(false);
        continue;
      case event::entry_ends: {
        const std::size_t size = scanned_;
        if (is_held && next_request_ != 0) {
          const sign is_followed = element_ends(rest.substr(size), last);
          if (is_followed == sign::unknown) {
            scan_bracket_again();
            needs_more = true;
            break;
          }
          // Brackets may match although some are missing, if brackets behind the entry replace them.
          if (is_followed == sign::absent || !measure_json(rest.substr(0, size)).is_whole) {
            cut(next_request_);
            continue;
          }
        }
        emit(size);
        skip(size);
        continue;
      }
      case event::request_cuts:
        if (is_held) {
          cut(scanned_);
          continue;
        }
        skip(scanned_);
        is_too_large_ = false;
        begin_entry(true);
        continue;
      case event::needs_more:
        needs_more = true;
        break;
      case event::none:
        break;
    }
    const bool is_full = is_held && scanned_ == largest_ && rest.size() > largest_;
    if (is_held && (last || is_full) && next_request_ != 0) {
      cut(next_request_);
      continue;
    }
    if (is_full) {
      counted.damaged_at(damage::too_large, input, offset + done,
                         "an entry larger than the largest document");
      is_too_large_ = true;
      continue;
    }
    if (last && is_held && !rest.empty()) {
      counted.damaged_at(damage::truncated_record, input, offset + done, "the input ends inside an entry");
      emit(rest.size(), counted_as_cut);
    }
    if (last) return {bytes.size(), 0};
    if (!is_held) skip(scanned_);
    const std::size_t held_size = bytes.size() - done;
    if (needs_more) return {done, held_size + longest_request};
    return {done, is_held ? std::min(std::max(2 * held_size, least_held), largest_ + 1) : 0};
  }
}

// Scans from scanned_ to `to`, or to the next event.
har_splitter::event har_splitter::scan(std::string_view rest, std::size_t to, bool last) {
  for (; scanned_ < to; ++scanned_) {
    const char c = rest[scanned_];
    if (is_escaped_) {
      is_escaped_ = false;
      continue;
    }
    if (c == '"') {
      const event seen = read_quote(rest, last);
      if (seen != event::none) return seen;
      continue;
    }
    if (in_string_) {
      is_escaped_ = c == '\\';
      if (depth_ == log_depth && name_.size() <= entries_name.size()) name_ += c;
      continue;
    }
    if (c == '{' || c == '[') {
      ++depth_;
      if (depth_ == entries_depth) in_entries_ = c == '[' && name_ == entries_name;
      has_entries_ = has_entries_ || in_entries_;
      if (!in_entry_ && in_entries_ && depth_ == entries_depth + 1 && c == '{') {
        ++scanned_;
        return event::entry_begins;
      }
    } else if (c == '}' || c == ']') {
      if (depth_ != 0) --depth_;
      if (in_entry_ && depth_ == entries_depth) {
        ++scanned_;
        return event::entry_ends;
      }
    }
  }
  return event::none;
}

// Handles the quote at scanned_: it begins or ends a string, or begins a "request" name in spite of the
// string state.
har_splitter::event har_splitter::read_quote(std::string_view rest, bool last) {
  switch (request_follows(rest.substr(scanned_ + 1))) {
    case sign::unknown:
      if (!last) return event::needs_more;
      break;
    case sign::present:
      if (const event seen = note_request(); seen != event::none) return seen;
      break;
    case sign::absent:
      break;
  }
  in_string_ = !in_string_;
  if (in_string_ && depth_ == log_depth) name_.clear();
  return event::none;
}

har_splitter::event har_splitter::note_request() {
  if (!has_entries_) return event::none;
  if (in_string_ || !in_entry_) {
    is_damaged_ = true;
    return event::request_cuts;
  }
  if (!has_request_) {
    has_request_ = true;
    return event::none;
  }
  if (is_damaged_ || is_too_large_) return event::request_cuts;
  if (next_request_ == 0) next_request_ = scanned_;
  return event::none;
}

// Requires: the unconsumed bytes begin with the bracket of an entry, or with the quote of its request.
void har_splitter::begin_entry(bool at_request) {
  in_entry_ = in_entries_ = true;
  has_request_ = at_request;
  next_request_ = 0;
  depth_ = entries_depth + 1;
  in_string_ = at_request;
  is_escaped_ = false;
  scanned_ = 1;
}

// Undoes the scan of the bracket that ended the entry.
void har_splitter::scan_bracket_again() {
  --scanned_;
  ++depth_;
}

void har_splitter::consume(std::size_t size) {
  scanned_ -= std::min(size, scanned_);
  next_request_ -= std::min(size, next_request_);
}

}  // namespace urlsieve
