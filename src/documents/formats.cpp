#include "src/documents/formats.hpp"

#include <algorithm>
#include <array>

#include "src/documents/archives/archive_signs.hpp"
#include "src/documents/archives/web_archive.hpp"
#include "src/documents/foreign_formats.hpp"
#include "src/documents/http/response_file.hpp"
#include "src/documents/json/har.hpp"
#include "src/documents/json/json_documents.hpp"
#include "src/documents/json/json_lines.hpp"
#include "src/documents/json/json_signs.hpp"
#include "src/documents/lines/delimited_text.hpp"
#include "src/documents/lines/line_runs.hpp"
#include "src/documents/lines/plain_text.hpp"
#include "src/documents/lines/robots.hpp"
#include "src/documents/lines/text_signs.hpp"
#include "src/documents/lines/url_list.hpp"
#include "src/documents/lines/whole_file.hpp"
#include "src/documents/mailboxes/babyl.hpp"
#include "src/documents/mailboxes/git_batch.hpp"
#include "src/documents/mailboxes/imap_fetch.hpp"
#include "src/documents/mailboxes/listserv_log.hpp"
#include "src/documents/mailboxes/mbox.hpp"
#include "src/documents/mailboxes/mbox_separator.hpp"
#include "src/documents/mailboxes/message_file.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/documents/mailboxes/mmdf.hpp"
#include "src/documents/mailboxes/news_batch.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/message/folded_file.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/text_options.hpp"

namespace urlsieve {
namespace {

template <bool (*Begins)(std::string_view)>
bool text_begins(const input_head& head) {
  return Begins(head.text);
}

// Returns true for a mailbox of Rmail: a US ends each message and the options in front.
bool begins_babyl_file(const input_head& head) {
  return begins_babyl(head.text) && head.text.find('\x1F') != std::string_view::npos;
}

template <class Splitter>
std::unique_ptr<splitter> split_as(const splitter_options& options) {
  if constexpr (std::is_constructible_v<Splitter, const input_options&, const text_search&>)
    return std::make_unique<Splitter>(options.input, text_search(options.text, options.max_url));
  else
    return std::make_unique<Splitter>(options.input);
}

std::unique_ptr<splitter> split_list(const splitter_options& options) {
  return std::make_unique<url_list_splitter>(options.input, options.lists_hold_text);
}

template <media Type>
std::unique_ptr<splitter> split_whole(const splitter_options& options) {
  return std::make_unique<whole_file_splitter>(Type, options.input);
}

template <media Type>
std::unique_ptr<splitter> split_lines(const splitter_options& options) {
  return std::make_unique<line_document_splitter>(Type, options.input);
}

template <web_archive_splitter::first Kind>
std::unique_ptr<splitter> split_archive(const splitter_options& options) {
  auto splitter =
      std::make_unique<web_archive_splitter>(Kind, options.input, text_search(options.text, options.max_url));
  if (options.whole_records) splitter->deliver_whole();
  return splitter;
}

template <folded_form Form>
std::unique_ptr<splitter> split_folded(const splitter_options& options) {
  return std::make_unique<folded_file_splitter>(Form, options.input);
}

using enum format_family;

constexpr std::array table{
    format{"rnews", mail, text_begins<begins_news_batch>, nullptr, split_as<news_batch_splitter>},
    format{"packed-rnews", mail, text_begins<begins_compressed_news>, nullptr,
           split_as<compressed_news_splitter>},
    format{"public-inbox", mail, text_begins<begins_git_batch>, nullptr, split_as<git_batch_splitter>},
    format{"mbox", mail, begins_mbox, find_mbox, split_as<mbox_splitter>},
    format{"mmdf", mail, text_begins<begins_mmdf>, find_mmdf, split_as<mmdf_splitter>},
    format{"babyl", mail, begins_babyl_file, nullptr, split_as<babyl_splitter>},
    format{"imap-fetch", mail, text_begins<begins_imap_fetch>, find_imap_fetch,
           split_as<imap_fetch_splitter>},
    format{"listserv", mail, text_begins<begins_listserv_message>, nullptr, split_as<listserv_splitter>},
    format{"message", mail, text_begins<begins_message_file>, nullptr, split_as<message_file_splitter>},
    format{"warc", archive, text_begins<begins_warc>, find_warc,
           split_archive<web_archive_splitter::first::warc>},
    format{"arc", archive, text_begins<begins_arc>, nullptr, split_archive<web_archive_splitter::first::arc>},
    format{"http", responses, begins_response_file, nullptr, split_as<response_file_splitter>},
    format{"xhtml", text, begins_xhtml, nullptr, split_whole<media::xhtml>},
    format{"html", text, begins_html, find_named_html, split_whole<media::html>},
    format{"xml", text, begins_xml, nullptr, split_whole<media::xml>},
    format{"script", text, begins_script, nullptr, split_whole<media::script>},
    format{"css", text, begins_style_sheet, nullptr, split_whole<media::css>},
    format{"cdx", text, begins_cdx, nullptr, split_lines<media::cdx>},
    format{"m3u", text, text_begins<begins_extended_m3u>, nullptr, split_lines<media::playlist>},
    format{"robots", text, begins_robots, nullptr, split_lines<media::robots>},
    format{"har", text, begins_har, nullptr, split_as<har_splitter>},
    format{"jsonl", text, begins_json_lines, nullptr, split_as<json_lines_splitter>},
    format{"json", text, begins_json, nullptr, split_as<json_document_splitter>},
    format{"content-lines", text, begins_content_lines_file, nullptr,
           split_folded<folded_form::content_lines>},
    format{"ldif", text, begins_ldif, nullptr, split_folded<folded_form::ldif>},
    format{"csv", text, begins_delimited, nullptr, split_as<delimited_splitter>},
    format{"urls", text, begins_url_list, nullptr, split_list},
    format{"text", text, is_text, nullptr, split_as<plain_text_splitter>},
};

const format& named(std::string_view word) {
  return *find_format(word);
}

format_match by_word(std::string_view word) {
  return {&named(word), {}, {}, {}};
}

// Returns the format of `family` in which the input begins, else the format named `otherwise`.
format_match within(format_family family, const input_head& head, std::string_view otherwise) {
  for (const format& row : table)
    if (row.family == family && row.begins(head)) return {&row, {}, {}, {}};
  return by_word(otherwise);
}

format_match by_content(const input_head& head) {
  if (const foreign_file foreign = foreign_format(head.lines, head.name); !foreign.words.empty())
    return {nullptr, foreign.words, {}, foreign.converter};
  const format& plain = table.back();
  for (const format& row : table)
    if (row.family != text && row.begins(head)) return {&row, {}, {}, {}};
  const bool is_text = plain.begins(head);
  for (const format& row : table)
    if (is_text && row.family == text && &row != &plain && row.begins(head)) return {&row, {}, {}, {}};
  format_match found;
  for (const format& row : table) {
    if (row.find == nullptr || (!is_text && row.family == text)) continue;
    const std::optional<std::size_t> at = row.find(head);
    if (at && (!found.at || *at < *found.at)) found = {&row, {}, at, {}};
  }
  if (found.as != nullptr) return found;
  if (is_text) return {&plain, {}, {}, {}};
  return {nullptr, "binary", {}, {}};
}

// Returns true if a message or record may begin here and its header has no empty line yet.
bool may_be_in_header(std::string_view lines) {
  const bool begins = begins_mail_field(lines) || lines.starts_with("From ") || lines.starts_with("WARC/") ||
                      lines.starts_with("HTTP/");
  return begins && lines.find("\n\n") == std::string_view::npos &&
         lines.find("\n\r\n") == std::string_view::npos;
}

}  // namespace

std::unique_ptr<splitter> make_document_splitter(media type, const splitter_options& options) {
  if (type == media::text) return named("text").make_splitter(options);
  if (type == media::url_list) return std::make_unique<url_list_splitter>(options.input);
  if (type == media::robots) return named("robots").make_splitter(options);
  if (type == media::playlist) return named("m3u").make_splitter(options);
  if (type == media::cdx) return named("cdx").make_splitter(options);
  if (type == media::json) return named("json").make_splitter(options);
  return std::make_unique<whole_file_splitter>(type, options.input);
}

bool is_undeclared_text(const format& row) {
  constexpr std::array<std::string_view, 7> words{"text",          "urls", "csv", "robots",
                                                  "content-lines", "ldif", "m3u"};
  return std::find(words.begin(), words.end(), row.word) != words.end();
}

std::span<const format> formats() {
  return table;
}

std::optional<wide_encoding> find_input_encoding(const input_head& head) {
  const std::optional<wide_encoding> wide = find_wide_encoding(head.lines);
  const auto is_container = [&](const format& row) { return row.family != text && row.begins(head); };
  return wide && std::any_of(table.begin(), table.end(), is_container) ? std::nullopt : wide;
}

const format* find_format(std::string_view word) {
  const auto* const found =
      std::find_if(table.begin(), table.end(), [&](const format& row) { return row.word == word; });
  return found == table.end() ? nullptr : found;
}

format_match detect_format_early(const input_head& head, const input_options& options, bool rewrites) {
  const format_match found = match_format(head, options, rewrites);
  const bool by_default = found.as == &table.back() && options.format == input_format::automatic;
  return by_default && may_be_in_header(head.lines) ? format_match{} : found;
}

format_match match_format(const input_head& head, const input_options& options, bool rewrites) {
  switch (options.format) {
    case input_format::text:
      return by_word("text");
    case input_format::urls:
      return by_word("urls");
    case input_format::html:
      return by_word(begins_xhtml(head) ? "xhtml" : "html");
    case input_format::warc:  // WARC or ARC
      return within(archive, head, "warc");
    case input_format::jsonl:
      return by_word("jsonl");
    case input_format::mbox:
      return by_word("mbox");
    case input_format::maildir:
      return by_word("message");
    case input_format::mail:
    case input_format::news:
      return within(mail, head, "message");
    case input_format::automatic:
      break;
  }
  input_head in_context = head;
  in_context.options = &options;
  format_match found = by_content(in_context);
  head.without_dots = in_context.without_dots;
  found.without_dots = head.without_dots;
  return rewrites && found.as == find_format("urls") ? by_word("text") : found;
}

}  // namespace urlsieve
