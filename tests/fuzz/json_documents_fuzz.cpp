// JSON documents: links do not depend on white space between tokens, nor on windows that end between tokens,
// unless the JSON has loose text. Slices join to the whole input and do not depend on how the
// input arrives.
#include "src/documents/json/json_documents.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "src/references/in_json.hpp"
#include "src/text/json/json_guard.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/json_faults.hpp"
#include "tests/fuzz/splitter_claims.hpp"
#include "tests/references/found_links.hpp"

namespace urlsieve::fuzz::json_documents_target {
namespace {

struct read_links {
  testing::lines found;  // where and URL
  testing::lines urls;
  std::uint64_t damage = 0;
};

void read(std::string_view text, bool is_window, bool continues, read_links& into) {
  const exact_bytes padded(text);
  json_finder finder(link_options{});
  document doc;
  doc.body = padded.view();
  doc.type = media::json;
  doc.charset = "utf-8";
  if (is_window) doc.head = " ";
  doc.continues = continues;
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  for (const reference& link : found.references) {
    into.found.push_back(std::string(link.where) + " " + std::string(link.raw));
    into.urls.emplace_back(link.raw);
  }
  into.damage += counted.total_damage();
}

// Calls f with each byte and whether the byte is outside strings; quotes count as inside.
template <class F>
void each_byte(std::string_view text, const F& f) {
  bool in_string = false;
  bool is_escaped = false;
  for (const char c : text) {
    f(c, !in_string && c != '"');
    if (!in_string) {
      in_string = c == '"';
    } else if (is_escaped) {
      is_escaped = false;
    } else {
      is_escaped = c == '\\';
      in_string = c != '"';
    }
  }
}

// Returns the document with `between` around each structural character.
std::string printed(std::string_view text, std::string_view between) {
  std::string out;
  each_byte(text, [&](char c, bool is_outside) {
    const bool is_structure = is_outside && std::string_view("{}[],:").find(c) != std::string_view::npos;
    if (is_structure) out += between;
    out += c;
    if (is_structure) out += between;
  });
  return out;
}

// True if the text may contain members whose values are relative URLs because of their place, which a window
// does not show.
bool has_relative_members(std::string_view text) {
  for (const std::string_view name : {"icons", "start_url", "prefetch", "prerender"})
    if (text.find(name) != std::string_view::npos) return true;
  return false;
}

// These bytes are ill-formed in UTF-8, but a UTF-16 byte order mark at the begin of a window.
bool begins_with_wide_mark(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

// In invalid JSON, a name outside brackets may have a line end before its colon.
bool colon_follows(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\f");
  return first != std::string_view::npos && text[first] == ':';
}

// True if each cut follows a comma or a line end outside strings, and is not between a name and its colon.
// Texts without commas and line ends are cut anywhere.
bool cut_between_tokens(std::string_view text, const std::vector<testing::kept_slice>& slices) {
  std::vector<bool> outside;
  each_byte(text, [&](char, bool is_outside) { outside.push_back(is_outside); });
  for (const testing::kept_slice& part : slices) {
    if (part.offset == 0) continue;
    const char before = text[part.offset - 1];
    if (!outside[part.offset - 1] || (before != ',' && before != '\n')) return false;
    if (begins_with_wide_mark(part.bytes) || colon_follows(text.substr(part.offset))) return false;
  }
  return true;
}

}  // namespace

extern const std::size_t longest_input = 8'000;

void run(fuzz_input& given) {
  const testing::way how = given.one_of(testing::ways);
  const input_options options = documents_up_to(16U + 4U * given.byte());
  const std::string_view text = given.rest();
  if (text.starts_with("\xEF\xBB\xBF") || begins_with_wide_mark(text)) return;

  const testing::fed cut = require_same<json_document_splitter>(text, how, options);
  std::string joined;
  for (const testing::kept_slice& part : cut.slices) joined += part.bytes;
  require(joined == text);
  if (has_loose_text(text)) return;

  read_links whole;
  read(text, false, false, whole);
  const bool may_be_guarded = json_guard_size(text) != 0;
  for (const std::string_view between : {" ", "\n  ", "\t\r\n"}) {
    if (may_be_guarded) break;
    read_links again;
    read(printed(text, between), false, false, again);
    require(again.found == whole.found);
    require(again.damage == whole.damage);
  }

  if (has_relative_members(text) || !cut_between_tokens(text, cut.slices)) return;
  read_links windows;
  for (const testing::kept_slice& part : cut.slices)
    read(part.bytes, !part.head.empty(), part.continues, windows);
  require(windows.urls == whole.urls);
}

}  // namespace urlsieve::fuzz::json_documents_target
