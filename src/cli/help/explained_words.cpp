#include "src/cli/help/explained_words.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/exit_code.hpp"
#include "src/cli/help/flag_text.hpp"
#include "urlsieve/column_table.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/url_choices.hpp"

namespace urlsieve::cli {

namespace {

template <class Choice>
struct choice_meaning {
  Choice choice;
  std::string_view meaning;
};

// Returns the words of a choice with their meanings, in the order of the enumerators. Fails to compile if a
// meaning is missing, misplaced or empty.
template <named_choice Choice, std::size_t Count>
consteval std::array<explained_word, Count> with_words(
    const std::array<choice_meaning<Choice>, Count>& meanings) {
  static_assert(Count == count_of<Choice>, "every word needs a meaning");
  std::array<explained_word, Count> table{};
  for (std::size_t i = 0; i < Count; ++i) {
    if (meanings[i].choice != static_cast<Choice>(i) || meanings[i].meaning.empty())
      throw "a meaning is missing or out of place";
    table[i] = {words_for<Choice>[i], meanings[i].meaning};
  }
  return table;
}

constexpr auto format_choices = with_words(std::array{
    choice_meaning{input_format::automatic,
                   "Detected from the content of each input, never from the name alone."},
    choice_meaning{input_format::text, "Plain text: URLs between any other characters."},
    choice_meaning{input_format::urls, "List, one URL or reference a line."},
    choice_meaning{input_format::html, "Page of HTML or XHTML."},
    choice_meaning{input_format::warc, "Web archive, WARC or ARC, detected from the content."},
    choice_meaning{input_format::jsonl,
                   "JSON Lines: one object a line, with a text, a page or a message in a field (--json-url, "
                   "--json-text, --json-html, --json-mail)."},
    choice_meaning{input_format::mail, "Mail in any known container: mbox, MMDF, Babyl, a message."},
    choice_meaning{input_format::mbox, "Mbox, in any dialect."},
    choice_meaning{input_format::maildir, "Single messages, as in the files of a Maildir or MH folder."},
    choice_meaning{input_format::news, "News: batches of articles, or single articles."},
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
    explained_word{"http", "HTTP responses as received, as curl -i and wget --save-headers write them."},
    explained_word{"xhtml", "Page of XHTML, parsed by the rules of XML."},
    explained_word{"html", "Page of HTML."},
    explained_word{"xml", "RSS, Atom, sitemaps, OPML and other XML."},
    explained_word{"script", "JavaScript, detected from the name of a file (.js), only with --scripts."},
    explained_word{"css", "Style sheet, detected from the name of a file (.css)."},
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
  std::array<explained_word, flag::names.size()> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (flag_meanings[i].bit != flag::names[i].bit) throw "a meaning is missing or out of place";
    table[i] = {flag::names[i].name, flag_meanings[i].meaning};
  }
  return table;
}

constexpr auto flags = explain_flags();

constexpr auto rungs = with_words(std::array{
    choice_meaning{rung::string, "URLs are equal if their bytes are equal, after resolution and repairs."},
    choice_meaning{rung::syntax,
                   "URLs are equal by the syntax: case of schemes, hosts and escapes, escapes of unreserved "
                   "characters, dot segments."},
    choice_meaning{
        rung::scheme,
        "The default. Also by the rules of each scheme: default ports, an empty path and /, case if the "
        "scheme ignores case."},
    choice_meaning{
        rung::protocol,
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
  static const std::vector<std::string> meanings = [] {
    std::vector<std::string> texts;
    texts.reserve(std::size(column_table));
    for (const column_row& column : column_table) texts.push_back(with_flags(column.help));
    return texts;
  }();
  static const std::vector<explained_word> words = [] {
    std::vector<explained_word> all;
    all.reserve(std::size(column_table));
    for (const column_row& column : column_table) all.push_back({column.word, meanings[all.size()]});
    return all;
  }();
  return words;
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
