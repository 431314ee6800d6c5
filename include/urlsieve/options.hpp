// Every choice of a run as plain structs with their defaults. One struct a module; extract_options holds them
// all.
#ifndef URLSIEVE_OPTIONS_HPP
#define URLSIEVE_OPTIONS_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

// The comparison ladder (rfc2396bis-01 section 6.2): each rung includes those before it. `protocol` is the
// scheme rung plus the redirects that were observed (redirect_options).
enum class rung : std::uint8_t { string, syntax, scheme, protocol };

// The document whose resolution algorithm is followed, whole.
enum class resolution_choice : std::uint8_t { rfc3986, rfc2396bis, url_syntax_05 };

// ".." above the root (rfc2396bis-01 section 5.2 step 7 allows all three).
enum class above_root_choice : std::uint8_t {
  as_resolution,  // what the resolution algorithm says: RFC 3986 removes, the drafts keep
  remove,
  keep,
  reject
};

// "http:g" against an http base (RFC 3986 section 5.2.2, last paragraphs).
enum class same_scheme_choice : std::uint8_t { strict, compatible };

// Slashes before the authority of http, https, ws, wss and ftp URLs.
enum class slashes_choice : std::uint8_t {
  strict,  // two of them (RFC 3986 section 3.2)
  browser  // any number, "http:///h" or "https:/h" (URL Standard, "special authority ignore slashes state")
};

// Which escapes the syntax rung decodes.
enum class unreserved_set : std::uint8_t {
  rfc3986,  // ALPHA DIGIT - . _ ~   (RFC 3986 section 2.3)
  draft     // ALPHA DIGIT _ ~       (rfc2396bis-01 section 6.2.2.2)
};

// What becomes of a userinfo in the output (rfc2396bis-01 section 7.4).
enum class userinfo_policy : std::uint8_t {
  keep,
  strip,  // the URL without it
  drop    // no URL: rejection::flag_dropped
};

// Beyond the ladder: equivalences that hold by convention only, each by its own switch.
struct convention_options {
  bool drop_tracking = false;     // parameters that only say where a visitor came from
  bool drop_session_ids = false;  // parameters that only name a session
  bool sort_query = false;        // parameters in the order of their bytes
  bool fold_www = false;          // "www.example.com" = "example.com"
  bool fold_index = false;        // "/index.html" = "/"
  bool fold_https = false;        // "http:" = "https:"

  [[nodiscard]] bool any() const {
    return drop_tracking || drop_session_ids || sort_query || fold_www || fold_index || fold_https;
  }
};

struct url_options {
  rung ladder = rung::scheme;
  resolution_choice resolution = resolution_choice::rfc3986;
  above_root_choice above_root = above_root_choice::as_resolution;
  same_scheme_choice same_scheme = same_scheme_choice::strict;
  slashes_choice slashes = slashes_choice::strict;
  unreserved_set unreserved = unreserved_set::rfc3986;
  bool keep_fragment = false;
  bool keep_same_document = false;   // a reference to the document itself gives the base
  bool strict = false;               // reject what would need repair
  std::vector<std::string> schemes;  // lower case; empty: all but drop_schemes
  std::vector<std::string> drop_schemes{"javascript", "data", "about", "blob", "view-source"};
  std::uint32_t max_url = 8192;  // bytes, of the reference as written and of the URL
  userinfo_policy userinfo = userinfo_policy::keep;
  std::uint16_t drop_flags = 0;  // of namespace flag: URLs that have one are left out
  convention_options conventions;
  // Query parameters that go, and of the others those that alone stay (empty: all): names without regard to
  // case, "utm_*" all that begin so. Of http and https URLs, as the conventions.
  std::vector<std::string> drop_params;
  std::vector<std::string> keep_params;
};

// A "-" right before a line break inside a wrapped URL (url-syntax-05 Appendix E).
enum class hyphen_choice : std::uint8_t { keep, drop, both };

// URLs without a scheme in text (rfc2396bis-01 Appendix F).
enum class abbreviated_choice : std::uint8_t { off, www, host };

// Escapes that are decoded before a text is searched.
enum class unescape_choice : std::uint8_t {
  off,
  json,     // of JSON strings (RFC 8259 section 7): "\/", "\n", "\u0026"
  qp,       // of quoted-printable (RFC 2045 section 6.7): "=3D", and "=" at a line's end
  html,     // character references: "&amp;", "&#x2F;"
  percent,  // of URLs inside URLs and logs: "http%3A%2F%2Fh%2F"
  latex     // of LaTeX: "\_", "\%", "\~{}", "\textasciitilde{}"
};

struct text_options {
  bool join_quoted = false;
  bool join_spaces = false;
  hyphen_choice hyphen = hyphen_choice::keep;
  abbreviated_choice abbreviated = abbreviated_choice::www;
  unescape_choice unescape = unescape_choice::off;
  bool refang = false;     // undo what makes URLs harmless: "hxxp", "[.]", "(dot)"
  bool join_bare = false;  // bare URLs go on behind a line break that a hard wrap made
};

// Which links of a document in markup. Navigation: what a crawler follows (a, area, frames, forms, link
// rel=canonical ...); resources: what a page loads; everything: also vocabulary (itemtype) and attributes
// that hold links only by convention (data-href).
enum class link_choice : std::uint8_t { navigation, resources, all, everything };

struct link_options {
  link_choice links = link_choice::all;
  bool drop_nofollow = false;        // leave out links whose rel, or whose page's robots meta, says nofollow
  bool note_canonical = false;       // tell which URL <link rel=canonical> names
  bool conditional_comments = true;  // read what stands in <!--[if ...]> as markup
  bool note_context = false;         // tell each link's rel and anchor text
  bool text_links = false;           // look for URLs in the text of HTML, too
  bool scripts = false;              // string literals of JavaScript that are URLs or paths
};

// Which header fields of a message are searched for URLs. Links: those that hold links by definition (List-*
// of RFC 2369, Archived-At of RFC 5064 ...); all: every field, and Message-IDs as mid: and news: URLs.
enum class header_choice : std::uint8_t { none, links, all };

struct mail_options {
  header_choice headers = header_choice::links;
  bool attachments = false;    // read application parts that are text, pages or messages, too
  bool keep_internal = false;  // keep references from one part of a message to another (RFC 2557)
  bool unwrap = false;         // undo the rewriting of links by mail gateways
};

enum class input_format : std::uint8_t {
  automatic,
  text,
  urls,
  html,
  warc,
  jsonl,
  mail,
  mbox,
  maildir,
  news
};

struct input_options {
  input_format format = input_format::automatic;
  std::vector<std::string> paths;  // files, directories, "-"; empty: standard input
  std::string files_from;          // a file of paths, one a line; "-": standard input; empty: none
  // The charset of text, pages and style sheets that declare none and have no byte order mark: a label of the
  // Encoding standard. Empty: the charset of text is guessed.
  std::string charset;
  std::string json_url = "url";
  std::string json_text = "text";
  std::string json_html = "html";
  std::string json_mail;             // a field with a message in base64url (Gmail's "raw"); empty: none
  std::vector<std::string> columns;  // of tables: numbers from 1, or names of the header line; empty: all
  std::vector<std::string> base_of;  // "DIR=URL": files below DIR have the URL of their path below it
  bool verify_inputs = false;        // check the checksums that a collection of web archives lists
  std::size_t max_document = std::size_t{64} << 20;  // bytes; an eighth of output.memory at the most
};

enum class compression : std::uint8_t { none, gzip, zstd, bzip2, xz };

// Columns of the output, in the order of their meaning.
enum class field : std::uint8_t {
  shard,  // the number of the shard that the URL belongs to
  url,
  key,
  scheme,  // of the URL as the row has it, from here on; see urlsieve/fields.hpp
  userinfo,
  host,
  subdomain,
  domain,
  suffix,
  port,
  path,
  extension,
  query,
  fragment,
  surt,  // to here
  count,
  sources,  // the first output_options::max_sources distinct sources
  raw,
  resolved,
  source,
  offset,
  input,          // where a reference came from, from here on; see urlsieve/provenance.hpp
  record_offset,  // in the file as it is stored
  record_length,
  record_id,
  date,
  media_type,
  status,
  line,  // to here
  where,
  delimited,
  rel,         // of a link in HTML
  text,        // its anchor text
  message_id,  // of the message that a reference stood in
  part,        // of which part of it: "1.2"
  column,      // of a table: its name in the header line, else its number from 1
  flags
};
inline constexpr std::size_t field_count = static_cast<std::size_t>(field::flags) + 1;

// What a row is: columns with TABs between them (the URL alone where it is the only one), a JSON object, or a
// row of a Parquet file. Parquet is for shards; its pages are always packed by zstd, so that `compress` is
// none or zstd with it.
enum class row_form : std::uint8_t { tsv, jsonl, parquet };

// The order of rows inside a shard.
enum class row_order : std::uint8_t { bytes, surt, first_seen };

// What of a URL decides its shard. A directory is all up to the last "/" of the path: sorted neighbours stay
// together, for smaller shards, and a large host is spread.
enum class partition_key : std::uint8_t { url, host, domain, directory };

// Pairs of a document and a URL in it instead of URLs; folded to their hosts or registrable domains.
enum class edge_choice : std::uint8_t { none, url, host, domain };
// What becomes of pairs whose two ends are the same.
enum class loop_choice : std::uint8_t { keep, drop };

// What `key` is.
enum class key_form : std::uint8_t {
  none,  // there is none
  surt   // the sort-friendly form of the Internet Archive: "org,archive)/x"
};

// Among which URLs an extractor hands on each once.
enum class dedup_scope : std::uint8_t {
  page,       // of one page
  extractor,  // of all its pages
  off         // every reference is handed on
};

// Which URLs count as one beside equal ones; the first of them stands for all.
enum class similar_choice : std::uint8_t {
  none,
  params,  // the same but for the values, order and repetition of query parameters, and the fragment
  numbers  // the same but for the numbers in path, query and fragment
};

// Which references are left out though they give a URL. They are asked in this order, and counted under the
// first that leaves them out.
struct filter_options {
  std::vector<std::string> where;  // kept are those that stood there: as field::where, "*" is any bytes
  // Files of names, one a line; "#" begins a comment. Kept are hosts that one of the first two has, and left
  // out those that one of the others has. Hosts are names as they are, domains also all names below.
  std::vector<std::string> hosts;
  std::vector<std::string> domains;
  std::vector<std::string> drop_hosts;
  std::vector<std::string> drop_domains;
  bool same_site = false;               // kept are URLs of the registrable domain of their document
  bool other_site = false;              // kept are the others
  std::vector<std::string> extensions;  // of the path's last segment, without the "."
  // Expressions of RE2 of which one must match somewhere, and none may: of the URL, or of one of its columns:
  // "host=^www[.]" (those that fields are called by, and url).
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  double sample = 1;  // the part of all URLs that is kept, by XXH3-64 of the URL under seed 1; above 0
  // The run ends after so many distinct URLs, in input order; 0: with the input. Not for an
  // output_options::directory, nor for an extractor.
  std::uint64_t limit = 0;
};

// What is told of references that gave no URL.
struct reject_options {
  std::string write_to;             // a file for them; empty: none
  std::uint64_t limit = 1'000'000;  // how many it has at the most: the first ones
};

struct redirect_options {
  std::string write_to;                // a file for the permanent redirects seen; empty: none
  bool canonical = false;              // <link rel=canonical> of a page counts as one
  std::vector<std::string> read_from;  // files of pairs, which the protocol rung follows
  bool learn = false;                  // the protocol rung follows those seen in this very run
};

struct output_options {
  std::string directory;  // empty: standard output
  std::uint32_t shards = 16;
  compression compress = compression::none;
  std::vector<field> fields{field::url};
  key_form key = key_form::none;
  row_form rows = row_form::tsv;
  bool force = false;  // replace an existing directory
  bool dedup = true;
  similar_choice similar = similar_choice::none;
  bool exact = false;          // on a stream, compare URLs by their bytes instead of 128-bit fingerprints
  bool line_buffered = false;  // on a stream, each row is written by itself, as soon as its input is there
  row_order order = row_order::bytes;
  partition_key shard_by = partition_key::url;
  std::uint32_t max_sources = 8;
  edge_choice edges = edge_choice::none;
  loop_choice self_loops = loop_choice::keep;  // edges whose ends are the same
  std::vector<std::string> seen;               // output directories of earlier runs, whose URLs are left out
  bool mark_new = false;                       // they are kept and marked instead
  bool resume = false;  // keep a journal, and go on with a run that was killed or lacks inputs
  std::uint64_t checkpoint_bytes = std::uint64_t{1} << 30U;  // of stored input between its entries
  std::uint64_t expected = 0;  // distinct URLs, if known: room for them is made at once
  std::uint64_t memory = 0;    // bytes for the whole process; 0: half of what the machine has
  std::string temporary;       // directory for what does not fit; empty: beside the output
};

// Which faults (fault.hpp) make a run end with exit code 1 and without _SUCCESS.
enum class bad_input_policy : std::uint8_t {
  fault,  // those of inputs and of archives
  ok,     // none
  strict  // those of content, too
};

// How inputs and an output that are named by a URL (https, http, s3) are reached. Credentials and the region
// of S3 come from the environment and the files of other tools, never from here.
struct remote_options {
  std::string endpoint;       // of S3: "https://HOST:PORT"; empty: AWS_ENDPOINT_URL, or Amazon's
  bool anonymous = false;     // requests to S3 are not signed
  std::string inputs_prefix;  // put before each name of input_options::files_from; empty: nothing
  unsigned connections = 4;   // at the same time, of one input or output
  unsigned retries = 8;       // of a request in a row that bring no byte; each waits longer than the last
  unsigned stall = 30;        // seconds without a byte until a connection counts as broken
  // Receives a sentence about each request that is repeated, at most one a second: "https://a.example/x:
  // retry 3 of 8 in 0.4 s: connection refused". Called from a thread of the run, which waits for the call.
  std::function<void(std::string_view)> on_retry = nullptr;
};

struct extract_options {
  input_options input;
  remote_options remote;
  url_options url;
  text_options text;
  link_options links;
  mail_options mail;
  filter_options filters;
  output_options output;
  reject_options rejects;
  redirect_options redirects;
  std::string base;  // the application's default base; empty: none
  bool content_location =
      false;             // of an HTTP response: the base of what it holds (url-syntax-05 section 5.1)
  unsigned threads = 0;  // 0: as many as the machine has
  std::size_t batch_bytes = std::size_t{256} << 10U;  // fits the second-level cache with what is found in it
  bad_input_policy bad_input = bad_input_policy::fault;
  std::vector<std::string> also_written;  // files that the caller writes: refused where the run reads them
};

}  // namespace urlsieve

#endif
