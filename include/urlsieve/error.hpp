// Errors and reasons, as closed lists.
//
// Three things can be wrong, and they are kept apart:
//   error      ends the run (cannot open the output, disk full): exit code 3, or 2 for wrong usage;
//   damage     broken input: counted, named by file and offset, skipped at the smallest unit; what it means
//              for the run depends on the kind of fault that it is (fault.hpp);
//   rejection  a reference that gives no URL: counted by reason, never changes the exit code.
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
  usage,          // options that contradict each other or make no sense
  no_such_input,  // an argument names nothing that is there
  cannot_open,    // an output, list or temporary file that cannot be opened
  cannot_read,    // reading a list or an input failed in a way that ends the run
  cannot_write,   // no space, no permission, or the device refused
  output_exists,  // the output directory holds something already
  not_supported,  // recognised, but this build cannot do it
  out_of_memory,  //
  interrupted,    // a signal asked the run to stop
  closed_output,  // the reader of standard output went away: not a failure
  invalid_url,    // a URL given as an option does not parse as an absolute URL
};

struct error {
  error_code code;
  std::string message;  // one sentence, names the file or option, no trailing full stop
};

template <class T>
using result = tl::expected<T, error>;

// Why a reference gave no URL. The names are the keys of the statistics.
enum class rejection : std::uint8_t {
  none,                // not rejected
  no_url,              // a candidate in text without what its scheme needs (host, "//", address)
  url_template,        // "http://{host}/", "http://$h/": a template, not a URL
  too_long,            // longer than --max-url
  no_base,             // relative, and there is no base to resolve it against
  same_document,       // "" or "#s": a reference to the document itself (RFC 3986 section 4.4)
  above_root,          // ".." above the root, under --above-root reject
  excluded_character,  // a character that the syntax excludes, under --strict
  invalid_escape,      // "%" without two hex digits, under --strict
  invalid_host,        // a host that cannot be one (bad IPv6 literal, refused by IDNA, empty for http)
  invalid_port,        // a port that is no number
  invalid_scheme,      // what stands before the first ":" is no scheme
  scheme_not_kept,     // --schemes or --drop-schemes leaves it out
  flag_dropped,        // --drop leaves it out
  no_edge,             // --edges: the document has no URL, or an end no host to be folded to
  self_loop,           // --self-loops drop: an edge from a URL, host or domain to itself
  internal,            // names another part of the same message (RFC 2557), without --keep-internal
  place_not_kept,      // filter_options::where: it stood elsewhere
  host_not_kept,       // filter_options::hosts and domains have not its host
  host_dropped,        // filter_options::drop_hosts or drop_domains have it
  site_not_kept,       // filter_options::same_site or other_site
  extension_not_kept,  // filter_options::extensions
  not_included,        // filter_options::include: none matches
  excluded,            // filter_options::exclude: one matches
  not_sampled,         // filter_options::sample
  count_
};

// What was broken in the input. The names are the keys of the statistics.
enum class damage : std::uint8_t {
  unreadable,             // a file or directory that cannot be opened or read
  unknown_format,         // bytes of no format that is read: an image, an archive of files
  no_fields,              // JSON Lines none of whose lines has one of the fields asked for
  incomplete_output,      // an output directory without a sound _SUCCESS; its parts are read
  corrupt_compression,    // a compressed stream that does not decode or fails its checksum
  truncated_compression,  // a compressed stream that ends early
  junk_after_member,      // bytes between or after compressed members that are none
  expansion_limit,        // expands beyond the bound on ratio or size
  bad_record_header,      // a web archive record header that cannot be read
  bad_record_length,      // Content-Length missing, absurd, or contradicted by what follows
  truncated_record,       // the input ends inside a record
  bad_http_header,        // an HTTP response whose header cannot be read
  bad_chunked,            // Transfer-Encoding: chunked that breaks off or is malformed
  bad_content_encoding,   // Content-Encoding that does not decode
  bad_json,               // a body that is no JSON
  bad_line,               // a line of JSON Lines or CDXJ that is no JSON object
  too_large,              // a document larger than --max-document that cannot be read in windows
  bad_message,            // a mail message or news article whose header cannot be read
  bad_transfer_encoding,  // a body that does not decode, or an encoding that is not known
  too_deep,               // parts nested deeper than are followed
  bad_redirect,           // a line of --redirects that is no pair of absolute URLs
  unknown_charset,        // a charset whose name is not known; the bytes were read as they are
  guessed_charset,  // a text of no declared charset that is no UTF-8: read in the charset that is most likely
  ill_formed_text,  // bytes that are no character end a URL in a text
  bad_table_record,    // a record of a table with another number of fields, where columns are asked for
  wrong_checksum,      // a file that is not the one its collection lists (--verify-inputs)
  changed_input,       // an input that changed while it was read, or since it was planned
  directory_mismatch,  // a zip archive that contradicts its own directory
  count_
};

inline constexpr std::size_t rejection_count = static_cast<std::size_t>(rejection::count_);
inline constexpr std::size_t damage_count = static_cast<std::size_t>(damage::count_);

// The key of a reason in statistics and messages: lower case, words joined by "-".
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
                                             {damage::directory_mismatch, "directory-mismatch"}});
  return names[static_cast<std::size_t>(reason)];
}

}  // namespace urlsieve

#endif
