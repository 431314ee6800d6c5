// Error codes, kinds of damage and reasons for rejection, as closed lists.
//
//   error      ends the run (cannot open the output, disk full): exit code 3, or 2 for wrong usage
//   damage     corrupt input: counted, reported by file and offset, skipped in the smallest possible unit;
//              its kind of fault (fault.hpp) decides the outcome of the run
//   rejection  a reference without a usable URL: counted by reason, never changes the exit code
#ifndef URLSIEVE_ERROR_HPP
#define URLSIEVE_ERROR_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "urlsieve/enum_table.hpp"

namespace urlsieve {

enum class error_code : std::uint8_t {
  usage,          // options are invalid or contradict each other
  no_such_input,  // a named input, directory or shard does not exist
  cannot_open,    // cannot open an output, list or temporary file
  cannot_read,    // a read error on a list or an input ended the run
  cannot_write,   // no space, no permission, or a device error
  output_exists,  // the output directory is not empty
  not_supported,  // recognized, but not supported by this build
  out_of_memory,  // the process or the machine lacks memory, descriptors or threads
  interrupted,    // a signal asked the run to stop
  closed_output,  // the reader of standard output closed the pipe: not a failure
  invalid_url,    // a URL given as an option does not parse as an absolute URL
};

struct error {
  error_code code;
  std::string message;  // one sentence, names the file or option, no trailing full stop
};

template <class T>
using result = tl::expected<T, error>;

// The reason why a reference is rejected. name_of() returns its key in the statistics.
enum class rejection : std::uint8_t {
  none,                // not rejected
  no_url,              // a candidate in text that lacks a part its scheme requires (host, "//", address)
  url_template,        // "http://{host}/", "http://$h/": a template, not a URL
  too_long,            // longer than --max-url
  no_base,             // a relative reference without a base
  same_document,       // "" or "#s": a reference to the document itself (RFC 3986 section 4.4)
  above_root,          // ".." above the root, under --above-root reject
  excluded_character,  // a character that the syntax excludes, under --strict
  invalid_escape,      // "%" without two hex digits, under --strict
  invalid_host,        // an invalid host (bad IPv6 literal, refused by IDNA, empty for http)
  invalid_port,        // a port that is not a number
  invalid_scheme,      // the text before the first ":" is not a scheme
  scheme_not_kept,     // filtered out by --schemes or --drop-schemes
  flag_dropped,        // filtered out by --drop-flags
  no_edge,             // --edges: the document has no URL, or an end has no host
  self_loop,           // --self-loops drop: an edge from a URL, host or domain to itself
  internal,            // names another part of the same message (RFC 2557), without --keep-internal
  place_not_kept,      // filter_options::found_in does not list its context
  host_not_kept,       // filter_options::hosts and domains do not list its host
  host_dropped,        // filter_options::drop_hosts or drop_domains list its host
  site_not_kept,       // filter_options::same_site or other_site
  extension_not_kept,  // filter_options::extensions
  not_included,        // filter_options::include: no expression matches
  excluded,            // filter_options::exclude: an expression matches
  not_sampled,         // filter_options::sample
  count_
};

// A kind of damage in the input. name_of() returns its key in the statistics.
enum class damage : std::uint8_t {
  unreadable,             // a file or directory that cannot be opened or read
  unknown_format,         // bytes of an unsupported format, such as an image
  no_fields,              // JSON Lines in which no line has a requested field
  incomplete_output,      // an output directory without a valid _SUCCESS; its shards are read
  corrupt_compression,    // a compressed stream that does not decode or fails its checksum
  truncated_compression,  // a compressed stream that ends early
  junk_after_member,      // other bytes between or after compressed members
  expansion_limit,        // expands beyond the bound on ratio or size
  bad_record_header,      // a web archive record header that cannot be read
  bad_record_length,      // Content-Length is missing, absurd, or contradicts the bytes that follow
  truncated_record,       // the input ends inside a record
  bad_http_header,        // an HTTP response whose header cannot be read
  bad_chunked,            // Transfer-Encoding: chunked that is truncated or malformed
  bad_content_encoding,   // Content-Encoding that does not decode
  bad_json,               // a body that is not valid JSON
  bad_line,               // a line of JSON Lines or CDXJ that is not a JSON object
  too_large,              // a document larger than --max-document that cannot be read in windows
  bad_message,            // a mail message or news article whose header cannot be read
  bad_transfer_encoding,  // a body that does not decode, or an unknown encoding
  too_deep,               // parts nested beyond the depth limit
  bad_redirect,           // a line of --redirects that is not a pair of absolute URLs
  unknown_charset,        // an unknown charset name; the bytes were read unconverted
  guessed_charset,     // a text without declared charset that is not UTF-8: read in the most likely charset
  ill_formed_text,     // ill-formed bytes end a URL in a text
  bad_table_record,    // a table record with a wrong number of fields, while columns are selected
  wrong_checksum,      // a file whose checksum differs from its collection's list (--verify-inputs)
  changed_input,       // an input that changed while it was read, or since it was planned
  directory_mismatch,  // a zip archive that contradicts its central directory
  bad_count,           // a line of a list without a valid count in input_options::count_column
  count_
};

inline constexpr std::size_t rejection_count = static_cast<std::size_t>(rejection::count_);
inline constexpr std::size_t damage_count = static_cast<std::size_t>(damage::count_);

// Returns the key of a reason in statistics and messages: lower case, words joined by "-".
[[nodiscard]] constexpr std::string_view name_of(rejection reason) {
  constexpr auto names = enum_table<rejection>({{rejection::none, "none"},
                                                {rejection::no_url, "no-url"},
                                                {rejection::url_template, "template"},
                                                {rejection::too_long, "too-long"},
                                                {rejection::no_base, "no-base"},
                                                {rejection::same_document, "same-document"},
                                                {rejection::above_root, "above-root"},
                                                {rejection::excluded_character, "excluded-character"},
                                                {rejection::invalid_escape, "invalid-escape"},
                                                {rejection::invalid_host, "invalid-host"},
                                                {rejection::invalid_port, "invalid-port"},
                                                {rejection::invalid_scheme, "invalid-scheme"},
                                                {rejection::scheme_not_kept, "scheme-not-kept"},
                                                {rejection::flag_dropped, "flag-dropped"},
                                                {rejection::no_edge, "no-edge"},
                                                {rejection::self_loop, "self-loop"},
                                                {rejection::internal, "internal"},
                                                {rejection::place_not_kept, "place-not-kept"},
                                                {rejection::host_not_kept, "host-not-kept"},
                                                {rejection::host_dropped, "host-dropped"},
                                                {rejection::site_not_kept, "site-not-kept"},
                                                {rejection::extension_not_kept, "extension-not-kept"},
                                                {rejection::not_included, "not-included"},
                                                {rejection::excluded, "excluded"},
                                                {rejection::not_sampled, "not-sampled"}});
  return names[static_cast<std::size_t>(reason)];
}

[[nodiscard]] constexpr std::string_view name_of(damage reason) {
  constexpr auto names = enum_table<damage>({{damage::unreadable, "unreadable"},
                                             {damage::unknown_format, "unknown-format"},
                                             {damage::no_fields, "no-fields"},
                                             {damage::incomplete_output, "incomplete-output"},
                                             {damage::corrupt_compression, "corrupt-compression"},
                                             {damage::truncated_compression, "truncated-compression"},
                                             {damage::junk_after_member, "junk-after-member"},
                                             {damage::expansion_limit, "expansion-limit"},
                                             {damage::bad_record_header, "bad-record-header"},
                                             {damage::bad_record_length, "bad-record-length"},
                                             {damage::truncated_record, "truncated-record"},
                                             {damage::bad_http_header, "bad-http-header"},
                                             {damage::bad_chunked, "bad-chunked"},
                                             {damage::bad_content_encoding, "bad-content-encoding"},
                                             {damage::bad_json, "bad-json"},
                                             {damage::bad_line, "bad-line"},
                                             {damage::too_large, "too-large"},
                                             {damage::bad_message, "bad-message"},
                                             {damage::bad_transfer_encoding, "bad-transfer-encoding"},
                                             {damage::too_deep, "too-deep"},
                                             {damage::bad_redirect, "bad-redirect"},
                                             {damage::unknown_charset, "unknown-charset"},
                                             {damage::guessed_charset, "guessed-charset"},
                                             {damage::ill_formed_text, "ill-formed-text"},
                                             {damage::bad_table_record, "bad-table-record"},
                                             {damage::wrong_checksum, "wrong-checksum"},
                                             {damage::changed_input, "changed-input"},
                                             {damage::directory_mismatch, "directory-mismatch"},
                                             {damage::bad_count, "bad-count"}});
  return names[static_cast<std::size_t>(reason)];
}

}  // namespace urlsieve

#endif
