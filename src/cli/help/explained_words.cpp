#include "src/cli/help/explained_words.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "src/cli/exit_code.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve::cli {

namespace {

template <class Choice>
struct meant {
  Choice choice;
  std::string_view meaning;
};

// Returns the words of a choice with their meanings, in the order of the enumerators. Fails to compile if a
// meaning is missing, misplaced or empty.
template <named_choice Choice, std::size_t Count>
consteval std::array<explained_word, Count> with_words(const std::array<meant<Choice>, Count>& meanings) {
  static_assert(Count == count_of<Choice>, "every word needs a meaning");
  std::array<explained_word, Count> made{};
  for (std::size_t i = 0; i < Count; ++i) {
    if (meanings[i].choice != static_cast<Choice>(i) || meanings[i].meaning.empty())
      throw "a meaning is missing or out of place";
    made[i] = {words_for<Choice>[i], meanings[i].meaning};
  }
  return made;
}

constexpr auto fields = with_words(std::array{
    meant{field::shard, "Number of the shard that holds the URL."},
    meant{field::url, "URL, resolved and normalized to the rung of --ladder."},
    meant{field::key,
          "Sort-friendly form of the Internet Archive, with --key surt: http://www.example.org/x is "
          "org,example)/x."},
    meant{field::scheme,
          "Scheme, such as https. Like all fields down to surt, a part of the URL in the row."},
    meant{field::userinfo, "Text before the @ of the authority."},
    meant{field::host, "Host; an IPv6 address includes the brackets."},
    meant{field::subdomain, "Labels of the host before the domain: www of www.example.co.uk."},
    meant{field::domain,
          "Registrable domain of the host by the public suffix list: example.co.uk. An address, a single "
          "label and a public suffix have no domain."},
    meant{field::suffix, "Public suffix at the end of the host: co.uk."},
    meant{field::port, "Port, if written: the scheme rung drops the default port."},
    meant{field::path, "Path, up to the query."},
    meant{field::extension,
          "Lower-case file extension of the last path segment, of letters and digits: gz of /a.tar.GZ."},
    meant{field::query, "Query, without the question mark."},
    meant{field::fragment, "Fragment, without the #; only with --keep-fragment."},
    meant{field::surt, "Sort-friendly form, as with --key surt."},
    meant{field::count, "Number of references to this URL in the whole run."},
    meant{field::sources,
          "First documents with the URL, at most --max-sources, separated by blanks; a blank inside a name "
          "is written %20. An array in JSON, a list in Parquet."},
    meant{field::raw,
          "Reference as written: without white space and wrappers, with character references decoded, not "
          "repaired; with --refang as in the input. From the first occurrence, like all fields below."},
    meant{field::resolved, "URL before normalization: repaired and absolute."},
    meant{field::source,
          "Document with the reference: the URL of the document, or else the name of the input."},
    meant{field::offset,
          "Byte of the decompressed input at which the reference occurs, from 0; in decoded records, in "
          "markup and in mail, the byte at which the record, page or message begins."},
    meant{field::input,
          "Name of the input as given; for a member of an archive of files outer.zip!member, and then all "
          "offsets are in the member."},
    meant{field::record_offset,
          "Byte of the stored, not decompressed input at which the record of a web archive begins: the "
          "compressed member that begins with the record, or the record itself if nothing is compressed."},
    meant{field::record_length,
          "Number of bytes from record-offset on that give the record by one range request, if the member "
          "holds no other record and was held in memory whole."},
    meant{field::record_id, "WARC-Record-ID of the record, without <>."},
    meant{field::date,
          "WARC-Date of the record or Date of the message, in UTC and ISO 8601: 2024-02-29T12:00:00Z."},
    meant{field::media_type,
          "Media type from HTTP, the record or the part of a message, in lower case, without parameters."},
    meant{field::status, "Status code of the HTTP response."},
    meant{field::line, "Line of a text, a list or JSON Lines, decompressed, from 1."},
    meant{field::where,
          "Place of the reference: text, a@href, css, header:Location; with a prefix for one format inside "
          "another (html:a@href in JSON)."},
    meant{field::delimited,
          "Delimiters of the reference in text: angle, quoted, bare, prefixed (URL:) or abbreviated (no "
          "scheme); empty elsewhere."},
    meant{field::rel, "Attribute rel of the link, in HTML."},
    meant{field::text, "Anchor text of the link, in HTML."},
    meant{field::message_id, "Message-ID of the mail or article with the reference, without <>."},
    meant{field::part, "Part of the message, numbered as in IMAP: 1.2."},
    meant{field::column,
          "Column of a table (CSV, TSV): the name in the header line, or else the number from 1; none in a "
          "record with another number of fields."},
    meant{field::flags, "Flags of the URL, separated by commas; see `urlsieve help flags`."},
});

constexpr auto format_choices = with_words(std::array{
    meant{input_format::automatic, "Detected from the content of each input, never from the name alone."},
    meant{input_format::text, "Plain text: URLs between any other characters."},
    meant{input_format::urls, "List, one URL or reference a line."},
    meant{input_format::html, "Page of HTML or XHTML."},
    meant{input_format::warc, "Web archive, WARC or ARC, detected from the content."},
    meant{input_format::jsonl,
          "JSON Lines: one object a line, with a text, a page or a message in a field (--json-url, "
          "--json-text, --json-html, --json-mail)."},
    meant{input_format::mail, "Mail in any known container: mbox, MMDF, Babyl, a message."},
    meant{input_format::mbox, "Mbox, in any dialect."},
    meant{input_format::maildir, "Single messages, as in the files of a Maildir or MH folder."},
    meant{input_format::news, "News: batches of articles, or single articles."},
});

constexpr std::array formats{
    explained_word{"rnews", "Batch of news articles, each after a line #! rnews SIZE."},
    explained_word{"packed-rnews", "Compressed batch of news articles after a line #! cunbatch or similar."},
    explained_word{"public-inbox", "Messages in a git repository, or as printed by git cat-file --batch."},
    explained_word{"mbox", "Messages after lines that begin with From, in any dialect."},
    explained_word{"mmdf", "Messages between lines of four Control-A."},
    explained_word{"babyl", "Mail file of Emacs Rmail."},
    explained_word{"imap-fetch", "Answer of an IMAP server to FETCH."},
    explained_word{"listserv", "Log of the mailing list manager LISTSERV."},
    explained_word{"message",
                   "Single message or article: .eml, .emlx, MHTML, a file of a Maildir, an NNTP stream."},
    explained_word{"warc", "Web archive of records that begin with WARC/, versions 0.18 to 1.1."},
    explained_word{"arc", "Web archive format before WARC."},
    explained_word{"xhtml", "Page of XHTML, parsed by the rules of XML."},
    explained_word{"html", "Page of HTML."},
    explained_word{"xml", "RSS, Atom, sitemaps, OPML and other XML."},
    explained_word{"script", "JavaScript, detected from the name of a file (.js), only with --scripts."},
    explained_word{"cdx", "Index of a web archive: CDX or CDXJ, one URL a line."},
    explained_word{"m3u", "Playlist that begins with #EXTM3U (.m3u8, HTTP Live Streaming): one URL a line."},
    explained_word{"robots", "File robots.txt: the Sitemap lines, and URLs outside of rules."},
    explained_word{"har", "HTTP Archive, as exported by browsers: each entry is a document."},
    explained_word{"jsonl", "JSON Lines: one object a line, with a text, a page or a message in a member."},
    explained_word{"json", "JSON document, or several documents in sequence."},
    explained_word{"content-lines", "Calendars and cards (.ics, .vcf), with folded lines joined."},
    explained_word{"ldif", "Directory entries (.ldif), with folded lines joined."},
    explained_word{
        "csv", "Records of fields separated by commas, semicolons, tabs or bars: a URL ends with its field."},
    explained_word{"urls", "List, one URL a line."},
    explained_word{"text", "All other text, in UTF-8, UTF-16, UTF-32 or any charset that includes ASCII."},
};

struct flag_meaning {
  std::uint16_t bit;
  std::string_view meaning;
};

constexpr std::array flag_meanings{
    flag_meaning{flag::ambiguous_hyphen,
                 "In text, a hyphen occurs right before a line break inside the URL, and may or may not "
                 "belong to the URL (see --hyphen)."},
    flag_meaning{flag::repaired,
                 "The reference has characters that the syntax excludes (blanks, backslashes, stray percent "
                 "signs), and was repaired as in browsers; --strict rejects the reference instead."},
    flag_meaning{flag::userinfo, "A user name, perhaps with a password, precedes the host."},
    flag_meaning{flag::misleading_userinfo,
                 "The user name looks like a host, as in http://www.example.com@10.0.0.1/: people may "
                 "mistake the user name for the host."},
    flag_meaning{flag::odd_port,
                 "The port is not the default port of the scheme, or is not a valid port number."},
    flag_meaning{flag::rare_ip, "The host is an IPv4 address in an unusual notation: 0x7f.1, 2130706433."},
    flag_meaning{flag::escaped_control,
                 "An escape encodes a control character (%00 to %1F, %7F), such as a line end."},
    flag_meaning{flag::reg_name, "The host, such as a_b, is neither an address nor a valid name in DNS."},
    flag_meaning{flag::refanged,
                 "The URL was defanged, as in hxxp://example[.]com, and --refang restored the URL."},
    flag_meaning{flag::joined,
                 "In text, a line break split the URL outside of wrappers, and --join-bare joined the lines: "
                 "the URL may be longer than intended."},
};

consteval auto explain_flags() {
  static_assert(flag_meanings.size() == flag::names.size(), "every flag needs a meaning");
  std::array<explained_word, flag::names.size()> made{};
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (flag_meanings[i].bit != flag::names[i].bit) throw "a meaning is missing or out of place";
    made[i] = {flag::names[i].name, flag_meanings[i].meaning};
  }
  return made;
}

constexpr auto flags = explain_flags();

constexpr auto rungs = with_words(std::array{
    meant{rung::string, "URLs are equal if their bytes are equal, after resolution and repairs."},
    meant{rung::syntax,
          "URLs are equal by the syntax: case of schemes, hosts and escapes, escapes of unreserved "
          "characters, dot segments."},
    meant{rung::scheme,
          "The default. Also by the rules of each scheme: default ports, an empty path and /, case if the "
          "scheme ignores case."},
    meant{rung::protocol,
          "Also by observed permanent redirects: from --redirects FILE, and with --learn-redirects from the "
          "run itself."},
});

// The numbers must equal enum exit_code.
static_assert(all_read == 0 && some_damaged == 1 && wrong_usage == 2 && run_failed == 3 && try_later == 4);
constexpr std::array exit_codes{
    explained_word{
        "0", "Success: all input was read, or the work is done. A closed pipe (`| head`) is not a failure."},
    explained_word{"1",
                   "The output is complete for the readable input, but something is wrong: an input or an "
                   "archive is damaged (see --on-error), a reference was rejected (normalize, resolve), two "
                   "URLs are not equivalent (compare), two runs differ (diff), a request has no rows (get), "
                   "a directory differs from its manifest (verify)."},
    explained_word{"2",
                   "Wrong usage, or an argument that names nothing; reported before any work. In compare: an "
                   "argument is not a URL."},
    explained_word{
        "3",
        "The run failed, or no input could be read: no output directory; standard output may be partial."},
    explained_word{"4",
                   "Not now (run-task, plan --status): the task waits for other tasks, or another process "
                   "works on the task."},
};

}  // namespace

std::span<const explained_word> explained_fields() {
  return fields;
}

std::span<const explained_word> explained_format_choices() {
  return format_choices;
}

std::span<const explained_word> explained_formats() {
  return formats;
}

std::span<const explained_word> explained_flags() {
  return flags;
}

std::span<const explained_word> explained_rungs() {
  return rungs;
}

std::span<const explained_word> explained_exit_codes() {
  return exit_codes;
}

}  // namespace urlsieve::cli
