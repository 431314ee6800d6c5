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
    meant{field::shard, "The number of the shard that the URL belongs to."},
    meant{field::url, "The URL: resolved, and normalized to the rung of --ladder."},
    meant{field::key,
          "With --key surt the sort-friendly form of the Internet Archive: http://www.example.org/x is "
          "org,example)/x."},
    meant{field::scheme, "Of the URL as the row has it, like all down to surt: its scheme, such as https."},
    meant{field::userinfo, "What stands before the @ of its authority."},
    meant{field::host, "Its host; of an IPv6 address with the brackets."},
    meant{field::subdomain, "What stands before the domain in the host: www of www.example.co.uk."},
    meant{field::domain,
          "The registrable domain of the host, by the public suffix list: example.co.uk. An address, a "
          "single label and a public suffix have none."},
    meant{field::suffix, "The public suffix that the host ends in: co.uk."},
    meant{field::port, "Its port, where it is written: the scheme rung leaves out the default one."},
    meant{field::path, "Its path, up to the query."},
    meant{field::extension,
          "Letters and digits behind the last dot of the path's last segment, in lower case: gz of "
          "/a.tar.GZ."},
    meant{field::query, "Its query, without the question mark."},
    meant{field::fragment, "Its fragment, without the #; there with --keep-fragment."},
    meant{field::surt, "Its sort-friendly form, as with --key surt."},
    meant{field::count, "How many references gave this URL in the whole run."},
    meant{field::sources,
          "The first documents that had the URL, at most --max-sources of them; blanks separate them, and a "
          "blank inside a name is written %20. An array in JSON, a list in Parquet."},
    meant{field::raw,
          "The reference as it was written: white space and wrappers removed, character references decoded, "
          "nothing repaired; with --refang as it stood. Of the first occurrence, like all fields below."},
    meant{field::resolved, "The URL before it was normalized: repaired and made absolute."},
    meant{field::source, "The document that the reference stood in: its URL, else the name of the input."},
    meant{field::offset,
          "The byte of the decompressed input at which the reference stood, from 0; where a record had to be "
          "decoded, and in markup and mail, the byte at which the record, page or message begins."},
    meant{field::input,
          "The input as it was named; of a member of an archive of files outer.zip!member, and then all "
          "offsets are in the member."},
    meant{field::record_offset,
          "The byte of the input as it is stored, not decompressed, at which the record of a web archive "
          "begins: the compressed member that it begins, or itself where nothing is compressed."},
    meant{field::record_length,
          "The bytes from there on that give the record again by one ranged read, if the member has no other "
          "and was held whole."},
    meant{field::record_id, "WARC-Record-ID of the record, without <>."},
    meant{field::date,
          "WARC-Date of the record or Date of the message, in UTC and ISO 8601: 2024-02-29T12:00:00Z."},
    meant{field::media_type,
          "The media type as HTTP, the record or the part of a message says it, in lower case, without "
          "parameters."},
    meant{field::status, "The status code of the HTTP response."},
    meant{field::line, "The line of a text, a list or JSON Lines, decompressed, from 1."},
    meant{field::where,
          "What held the reference: text, a@href, css, header:Location; with a prefix where one stood in "
          "another (html:a@href in JSON)."},
    meant{field::delimited,
          "How it was set apart in text: angle, quoted, bare, prefixed (URL:) or abbreviated (no scheme); "
          "empty elsewhere."},
    meant{field::rel, "The rel attribute of the link, in HTML."},
    meant{field::text, "The anchor text of the link, in HTML."},
    meant{field::message_id, "The Message-ID of the mail or article that it stood in, without <>."},
    meant{field::part, "The part of that message, counted as IMAP does: 1.2."},
    meant{
        field::column,
        "The column of a table (CSV, TSV) that held it: its name in the header line, else its number from 1; "
        "none in a record with another number of fields."},
    meant{field::flags,
          "What is remarkable about the URL, as words joined by commas; see `urlsieve help "
          "flags`."},
});

constexpr auto format_choices = with_words(std::array{
    meant{input_format::automatic, "Told by the content of each input, never by its name alone."},
    meant{input_format::text, "Plain text: URLs are found in it, whatever surrounds them."},
    meant{input_format::urls, "A list, one URL or reference a line."},
    meant{input_format::html, "A page of HTML or XHTML."},
    meant{input_format::warc, "A web archive, WARC or ARC: the content says which."},
    meant{input_format::jsonl,
          "JSON Lines: an object a line, with a text, a page or a message in a field (--json-url, "
          "--json-text, --json-html, --json-mail)."},
    meant{input_format::mail, "Mail in any container that is known: mbox, MMDF, Babyl, a message."},
    meant{input_format::mbox, "An mbox, in any of its dialects."},
    meant{input_format::maildir, "Single messages, as in the files of a Maildir or MH folder."},
    meant{input_format::news, "News: batches of articles, or single ones."},
});

constexpr std::array formats{
    explained_word{"rnews", "A batch of news articles, each behind a line #! rnews SIZE."},
    explained_word{"packed-rnews", "The same, compressed behind a line #! cunbatch or its like."},
    explained_word{"public-inbox",
                   "Messages in a git repository, or what git cat-file --batch prints of them."},
    explained_word{"mbox", "Messages behind lines that begin with From, in any dialect."},
    explained_word{"mmdf", "Messages between lines of four Control-A."},
    explained_word{"babyl", "The mail file of Emacs Rmail."},
    explained_word{"imap-fetch", "What an IMAP server answered to FETCH."},
    explained_word{"listserv", "A log of the mailing list manager LISTSERV."},
    explained_word{"message",
                   "A single message or article: .eml, .emlx, MHTML, a file of a Maildir, an NNTP stream."},
    explained_word{"warc", "A web archive of records that begin with WARC/, versions 0.18 to 1.1."},
    explained_word{"arc", "The web archive format before WARC."},
    explained_word{"xhtml", "A page of XHTML, read by the rules of XML."},
    explained_word{"html", "A page of HTML."},
    explained_word{"xml", "RSS, Atom, sitemaps, OPML and other XML."},
    explained_word{"script", "JavaScript, by the name of a file (.js), where --scripts asks for it."},
    explained_word{"cdx", "An index of a web archive: CDX or CDXJ, a URL a line."},
    explained_word{"m3u", "A playlist that begins with #EXTM3U (.m3u8, HTTP Live Streaming): a URL a line."},
    explained_word{"robots", "A robots.txt: its Sitemap lines, and URLs in what is no rule."},
    explained_word{"har", "An HTTP Archive, as browsers export it: each entry is a document."},
    explained_word{"jsonl", "JSON Lines: an object a line, with a text, a page or a message in a member."},
    explained_word{"json", "A JSON document, or several behind each other."},
    explained_word{"content-lines", "Calendars and cards (.ics, .vcf): folded lines are joined."},
    explained_word{"ldif", "Directory entries (.ldif): folded lines are joined."},
    explained_word{"csv",
                   "Records of fields between commas, semicolons, tabs or bars: a URL ends with its field."},
    explained_word{"urls", "A list, one URL a line."},
    explained_word{"text", "All other text, in UTF-8, UTF-16, UTF-32 or any charset that has ASCII in it."},
};

struct flag_meaning {
  std::uint16_t bit;
  std::string_view meaning;
};

constexpr std::array flag_meanings{
    flag_meaning{flag::ambiguous_hyphen,
                 "In text, a hyphen stood right before a line break inside the URL: it may be part of it or "
                 "not (see --hyphen)."},
    flag_meaning{flag::repaired,
                 "The reference held what the syntax excludes (blanks, backslashes, stray percent signs) and "
                 "was repaired as browsers do; --strict rejects it instead."},
    flag_meaning{flag::userinfo, "A user name, perhaps with a password, stands before the host."},
    flag_meaning{flag::misleading_userinfo,
                 "The user name looks like a host, as in http://www.example.com@10.0.0.1/: people may take "
                 "it for one."},
    flag_meaning{flag::odd_port,
                 "The port is not the one of the scheme, or is no number that a port can be."},
    flag_meaning{flag::rare_ip, "The host is an IPv4 address in an unusual notation: 0x7f.1, 2130706433."},
    flag_meaning{flag::escaped_control,
                 "An escape stands for a control character (%00 to %1F, %7F), such as a line end."},
    flag_meaning{flag::reg_name,
                 "The host is neither an address nor a name that DNS would have, such as a_b."},
    flag_meaning{
        flag::refanged,
        "It was written so that nobody follows it, as in hxxp://example[.]com, and --refang undid that."},
    flag_meaning{flag::joined,
                 "In text, a line break cut it where no wrapper said so, and --join-bare joined it: it may "
                 "be longer than it was meant to be."},
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
    meant{rung::string, "The URL as it stands, resolved and repaired: equal are those with equal bytes."},
    meant{rung::syntax,
          "What the syntax says is equal: the case of schemes, hosts and escapes, escapes of unreserved "
          "characters, dot segments."},
    meant{rung::scheme,
          "The default. Also what each scheme says of itself: default ports, an empty path and /, case where "
          "the scheme ignores it."},
    meant{rung::protocol,
          "Also permanent redirects that were observed: those of --redirects FILE, and with "
          "--learn-redirects those of the run itself."},
});

// The numbers must equal enum exit_code.
static_assert(all_read == 0 && some_damaged == 1 && wrong_usage == 2 && run_failed == 3 && try_later == 4);
constexpr std::array exit_codes{
    explained_word{"0", "All was read, or done. A reader that went away (`| head`) is no failure."},
    explained_word{"1",
                   "The output is complete for what could be read, but something is wrong: an input or an "
                   "archive is damaged (see --bad-input), a reference was rejected (normalize, resolve), two "
                   "URLs are not equivalent (compare), two runs differ (diff), what was asked for is not "
                   "there (get), a directory is not "
                   "what it says (verify)."},
    explained_word{"2",
                   "Wrong usage, or an argument names nothing; found before any work. In compare: what was "
                   "given is no URL."},
    explained_word{
        "3",
        "The run failed, or none of the inputs could be read: no output directory, perhaps part of "
        "a standard output."},
    explained_word{
        "4",
        "Not now (run-task, plan --status): the task waits for others, or another process is at work "
        "on it."},
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
