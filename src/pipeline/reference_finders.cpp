#include "src/pipeline/reference_finders.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/documents/lines/cdx.hpp"
#include "src/documents/lines/delimited_text.hpp"
#include "src/documents/lines/url_list.hpp"
#include "src/references/in_table.hpp"
#include "src/references/text/in_text_part.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/quoted_printable.hpp"
#include "src/text/encodings/utf16_runs.hpp"
#include "src/url/parse/typed_reference.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/redirect_options.hpp"
#include "urlsieve/text_options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

namespace {

// Returns the requested link options, with everything that the run needs besides.
link_options noting(const option_parts& options) {
  link_options links = options.links;
  links.note_context = links.note_context || any_needs(options.output.fields, column_need::context);
  const bool notes_redirects = !options.redirects.write_to.empty() || options.redirects.learn;
  links.note_canonical = options.note_pages || (options.redirects.canonical && notes_redirects);
  return links;
}

// Skips half a unit at the front of a window of UTF-16. NULs are mostly the high bytes of ASCII, which shows
// where units begin.
std::string_view on_unit_boundary(std::string_view window, const encoding& from) {
  if (!is_wide(from)) return window;
  constexpr std::size_t looked_at = 512;
  std::array<std::size_t, 2> nuls{};
  for (std::size_t at = 0; at < std::min(window.size(), looked_at); ++at)
    nuls[at % 2] += window[at] == '\0' ? 1U : 0U;
  const std::size_t high = from.kind == encoding_kind::utf16be ? 0 : 1;
  return nuls[1 - high] > nuls[high] ? window.substr(1) : window;
}

}  // namespace

reference_finders::reference_finders(const extract_options& options)
    : options_(options),
      links_(noting(options_)),
      undeclared_(find_encoding(options_.input.charset)),
      text_(text_search(options_.text, options_.url.max_url)),
      html_(links_, text_search(options_.text, options_.url.max_url)),
      css_(options_.links),
      xml_(links_, text_search(options_.text, options_.url.max_url)),
      json_(options_.links, text_search(options_.text, options_.url.max_url)),
      robots_(text_search(options_.text, options_.url.max_url)),
      playlist_(text_search(options_.text, options_.url.max_url)),
      script_(options_.links) {}

document reference_finders::with_default_base(document opened) const {
  if (opened.base.empty()) opened.base = options_.base;
  return opened;
}

document reference_finders::prepare(document opened, stats& counted) {
  if (is_contradicted(find_encoding(opened.charset), opened.body)) opened.charset = {};
  opened = as_utf8(opened, counted);
  if (opened.fields.delimiter != '\0' && opened.columns == nullptr) {
    columns_ = read_table_columns(opened.body, opened.fields, options_.input.columns, counted);
    opened.columns = &columns_;
  }
  opened.undeclared_charset = undeclared_.name;
  return opened;
}

void reference_finders::find(const document& opened, findings& found, stats& counted, bool lists_hold_text) {
  switch (opened.type) {
    case media::text:
      if (opened.fields.delimiter != '\0') return find_in_fields(opened, found, counted);
      return text_.find_with_utf16(with_default_base(opened), found, counted);
    case media::url_list:
      read_list(opened, lists_hold_text, found, counted);
      return mark_bare_hosts(opened, found);
    case media::cdx:
      return read_cdx_lines(opened, found.references, found.decoded, counted);
    case media::html:
    case media::xhtml:
      return html_.find(with_default_base(opened), found, counted);
    case media::xml:
      return xml_.find(with_default_base(opened), found, counted);
    case media::css:
      return css_.find(opened, found, counted);
    case media::json:
      return json_.find(with_default_base(opened), found, counted);
    case media::robots:
      return robots_.find(with_default_base(opened), found, counted);
    case media::playlist:
      return playlist_.find(with_default_base(opened), found, counted);
    case media::script:
      return script_.find(opened, found, counted);
  }
}

void reference_finders::find_early(const document& page, findings& found, stats& counted) {
  html_.find_early(with_default_base(page), found, counted);
}

bool reference_finders::survey(std::span<const document> windows) {
  page_ = html_.survey(windows);
  return !page_.in_one_piece;
}

void reference_finders::find_window(std::span<const document> windows, std::size_t i, findings& found,
                                    stats& counted) {
  html_.find(windows, i, page_, found, counted);
}

document reference_finders::as_utf8(document opened, stats& counted) {
  if (!is_plain_text(opened.type)) return opened;
  const byte_order_mark mark = opened.continues ? byte_order_mark{} : find_byte_order_mark(opened.body);
  encoding named = mark.named;
  if (mark.size == 0) {
    // Many texts that declare ASCII hold other bytes.
    if (opened.charset.empty() || ascii::is_one_of(opened.charset, {"us-ascii", "ascii"})) return opened;
    named = find_encoding(opened.charset);
    if (named.kind == encoding_kind::unknown && !opened.continues)
      counted.damaged_at(damage::unknown_charset, opened.source, opened.offset, opened.charset);
  }
  if (named.kind == encoding_kind::unknown || named.kind == encoding_kind::utf8) return opened;
  if (opened.continues) opened.body = on_unit_boundary(opened.body, named);
  text_bytes_.clear();
  const std::string_view decoded = charsets_.decode(named, opened.body, text_bytes_);
  if (decoded.data() == opened.body.data()) return opened;
  static_cast<void>(text_bytes_.reserve(decoding_slack));
  opened.body = decoded;
  opened.charset = "utf-8";
  if (opened.type == media::text && opened.where.empty()) opened.where = "text";
  return opened;
}

// Finds references in records of fields, as one text in which no reference crosses the end of a field.
void reference_finders::find_in_fields(document opened, findings& found, stats& counted) {
  fields_.clear();
  char* const place = fields_.reserve(opened.body.size() + decoding_slack);
  if (opened.columns->is_read.empty())
    separate_fields(opened.body, opened.fields, place);
  else
    separate_columns(
        opened.body, opened.fields, opened.columns->is_read, place, [&](std::size_t at, std::size_t fields) {
          counted.damaged_at(damage::bad_table_record, opened.source, opened.offset + at,
                             std::to_string(fields) + " fields, not " + std::to_string(opened.fields.count));
        });
  const std::string_view written = opened.body;
  opened.body = fields_.commit(written.size() + decoding_slack).substr(0, written.size());
  opened = with_default_base(opened);
  // Decoding on request applies to the text as written.
  const unescape_choice unescape = options_.text.unescape;
  if (unescape != unescape_choice::off && unescape != unescape_choice::percent)
    return text_.find_with_utf16(opened, found, counted);
  find_in_table(text_, json_, opened, written, found, counted);
}

void reference_finders::read_list(document opened, bool holds_text, findings& found, stats& counted) {
  opened.body = with_utf16_as_utf8(opened.body, found.decoded);
  const std::uint32_t column = options_.input.count_column;
  if (column == 0) {
    read_url_lines(opened.body, found.references);
    if (holds_text) search_text_lines(opened, found, counted);
    return;
  }
  bad_counts_.clear();
  read_counted_lines(opened.body, column, found.references, found.counts, bad_counts_);
  for (const bad_line_count& bad : bad_counts_)
    counted.damaged_at(damage::bad_count, opened.source, opened.offset + bad.position,
                       bad.written.data() == nullptr ? "no column " + std::to_string(column)
                                                     : "\"" + std::string(bad.written) + "\"");
}

// Replaces the lines of a list that are not one URL by the references in them.
void reference_finders::search_text_lines(const document& list, findings& found, stats& counted) {
  const auto text = std::find_if_not(found.references.begin(), found.references.end(),
                                     [](const reference& line) { return is_url_line(line.raw); });
  list_lines_.assign(text, found.references.end());
  found.references.erase(text, found.references.end());
  for (const reference& line : list_lines_) {
    if (is_url_line(line.raw))
      found.references.push_back(line);
    else
      find_in_list_line(list, line.raw, found, counted);
  }
}

void reference_finders::find_in_list_line(const document& list, std::string_view line, findings& found,
                                          stats& counted) {
  find_in_text_part(text_, with_default_base(list), line, found, counted);
}

// Marks lines of a list that are a host, with an optional port and path, as `--abbreviated host` does in
// text.
void reference_finders::mark_bare_hosts(const document& opened, findings& found) {
  if (options_.text.abbreviated != abbreviated_choice::host || !with_default_base(opened).base.empty())
    return;
  for (reference& candidate : found.references) {
    const std::string_view written = typed_reference(candidate.raw);
    if (written.empty() || written.find("://") != std::string_view::npos) continue;
    stats ignored;
    document line;
    line.body = written;
    host_lines_.clear();
    text_.find(line, host_lines_, ignored);
    if (host_lines_.references.size() != 1) continue;
    const reference& host = host_lines_.references.front();
    if (host.delimited == delimiter::abbreviated && host.raw.size() == written.size()) {
      candidate.raw = written;
      candidate.delimited = delimiter::abbreviated;
    }
  }
}

}  // namespace urlsieve
