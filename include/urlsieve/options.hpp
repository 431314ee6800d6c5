// The options of a run as plain structs with defaults. extract_options holds all of them.
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

// The specification of the resolution algorithm: RFC 3986, or one of the two drafts.
enum class resolution_choice : std::uint8_t { rfc3986, rfc2396bis, url_syntax_05 };

// ".." above the root (rfc2396bis-01 section 5.2 step 7 allows all three).
enum class above_root_choice : std::uint8_t {
  as_resolution,  // as the resolution algorithm: RFC 3986 removes, the drafts keep
  remove,
  keep,
  reject
};

// "http:g" against an http base (RFC 3986 section 5.2.2, last paragraphs): an absolute URL (strict), or the
// relative reference "g" (compatible).
enum class same_scheme_choice : std::uint8_t { strict, compatible };

// Slashes before the authority of http, https, ws, wss and ftp URLs.
enum class slashes_choice : std::uint8_t {
  strict,  // two of them (RFC 3986 section 3.2)
  browser  // any number, "http:///h" or "https:/h" (URL Standard, "special authority ignore slashes state")
};

// The characters whose escapes the syntax rung decodes.
enum class unreserved_set : std::uint8_t {
  rfc3986,  // ALPHA DIGIT - . _ ~   (RFC 3986 section 2.3)
  draft     // ALPHA DIGIT _ ~       (rfc2396bis-01 section 6.2.2.2)
};

// Treatment of userinfo in URLs (rfc2396bis-01 section 7.4).
enum class userinfo_policy : std::uint8_t {
  keep,
  strip,  // remove the userinfo
  drop    // reject the reference: rejection::flag_dropped
};

// Opt-in normalization: equivalences that hold only by convention.
struct convention_options {
  bool drop_tracking = false;     // remove parameters that only track the origin of visitors
  bool drop_session_ids = false;  // remove parameters that only identify a session
  bool sort_query = false;        // sort parameters by their bytes
  bool fold_www = false;          // "www.example.com" = "example.com"
  bool fold_index = false;        // "/index.html" = "/"
  bool fold_https = false;        // "http:" = "https:"

  friend bool operator==(const convention_options&, const convention_options&) = default;
  [[nodiscard]] bool any() const { return !(*this == convention_options()); }
};

struct url_options {
  rung ladder = rung::scheme;
  resolution_choice resolution = resolution_choice::rfc3986;
  above_root_choice above_root = above_root_choice::as_resolution;
  same_scheme_choice same_scheme = same_scheme_choice::strict;
  slashes_choice slashes = slashes_choice::strict;
  unreserved_set unreserved = unreserved_set::rfc3986;
  bool keep_fragment = false;
  bool keep_same_document = false;   // resolve a reference to the document itself to the base
  bool strict = false;               // reject references that need repair
  std::vector<std::string> schemes;  // lower case; empty: all but drop_schemes
  std::vector<std::string> drop_schemes{"javascript", "data", "about", "blob", "view-source"};
  std::uint32_t max_url = 8192;  // bytes; limit for the reference as written and for the URL
  userinfo_policy userinfo = userinfo_policy::keep;
  std::uint16_t drop_flags = 0;  // bits of namespace flag: reject URLs with any of these flags
  convention_options conventions;
  // Query parameters to remove, and the only parameters to keep among the others (empty: all). Names are
  // case-insensitive; "utm_*" matches a prefix. Applies to http and https URLs, as the conventions do.
  std::vector<std::string> drop_params;
  std::vector<std::string> keep_params;
};

// A "-" right before a line break inside a wrapped URL (url-syntax-05 Appendix E). The "-" belongs to the URL
// (keep), or the line break added the "-" (drop). `both` gives the two URLs.
enum class hyphen_choice : std::uint8_t { keep, drop, both };

// URLs without a scheme in text (rfc2396bis-01 Appendix F): none, names that begin with "www." or "ftp.", or
// any host below a public suffix.
enum class abbreviated_choice : std::uint8_t { off, www, host };

// Escapes that are decoded before a text is searched.
enum class unescape_choice : std::uint8_t {
  off,
  json,     // JSON strings (RFC 8259 section 7): "\/", "\n", "\u0026"
  qp,       // quoted-printable (RFC 2045 section 6.7): "=3D", and "=" at a line's end
  html,     // character references: "&amp;", "&#x2F;"
  percent,  // URLs inside URLs and logs: "http%3A%2F%2Fh%2F"
  latex     // LaTeX: "\_", "\%", "\~{}", "\textasciitilde{}"
};

struct text_options {
  bool join_quoted = false;  // white space inside "quotes" does not end a URL
  bool join_spaces = false;  // remove any white space inside <angle brackets>, not only line breaks
  hyphen_choice hyphen = hyphen_choice::keep;
  abbreviated_choice abbreviated = abbreviated_choice::www;
  unescape_choice unescape = unescape_choice::off;
  bool refang = false;     // restore defanged URLs: "hxxp", "[.]", "(dot)"
  bool join_bare = false;  // join bare URLs across the line breaks of hard-wrapped text
};

// The links of markup to extract. Navigation: links that a crawler follows (a, area, frames, forms, link
// rel=canonical ...). Resources: links that a page loads. Everything: also vocabulary (itemtype) and
// attributes that hold links only by convention (data-href).
enum class link_choice : std::uint8_t { navigation, resources, all, everything };

struct link_options {
  link_choice links = link_choice::all;
  bool drop_nofollow = false;        // drop links with nofollow in their rel or in the page's robots meta
  bool note_canonical = false;       // record the URL of <link rel=canonical>
  bool conditional_comments = true;  // read the content of <!--[if ...]> as markup
  bool note_context = false;         // record each link's rel and anchor text
  bool text_links = false;           // search the text of HTML for URLs, too
  bool scripts = false;              // string literals of JavaScript that are URLs or paths
};

// The header fields of a message to search for URLs. Links: fields that hold links by definition (List-* of
// RFC 2369, Archived-At of RFC 5064 ...). All: every field, and Message-IDs as mid: and news: URLs.
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
  // The charset of text, pages and style sheets without declaration and byte order mark: a label of the
  // Encoding standard. Empty: guess the charset of text.
  std::string charset;
  std::string json_url = "url";      // the field of JSON Lines that holds the document's URL
  std::string json_text = "text";    // the field with plain text
  std::string json_html = "html";    // the field with HTML
  std::string json_mail;             // a field with a message in base64url (Gmail's "raw"); empty: none
  std::vector<std::string> columns;  // table columns: numbers from 1, or names of the header line; empty: all
  // "DIR=URL": the URL of a file DIR/PATH is URL followed by PATH. A URL of a scheme and "://" alone means
  // that PATH begins with the host.
  std::vector<std::string> base_of;
  bool verify_inputs = false;  // check the checksums that a collection of web archives lists
  std::size_t max_document = std::size_t{64} << 20;  // bytes; at most an eighth of output.memory
};

enum class compression : std::uint8_t { none, gzip, zstd, bzip2, xz };

// Columns of the output, grouped by meaning.
enum class field : std::uint8_t {
  shard,  // number of the URL's shard
  url,
  key,
  scheme,  // components of the row's URL, up to surt; see is_of_url() in fields.hpp
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
  surt,
  count,          // references that gave the URL in the whole run
  sources,        // the first output_options::max_sources distinct sources
  raw,            // the reference as written
  resolved,       // the URL before normalization: repaired and absolute
  source,         // the document: its URL, else the input's name
  offset,         // as sieved_url::offset
  input,          // provenance of a reference, up to line; see provenance.hpp
  record_offset,  // in the stored file
  record_length,
  record_id,
  date,
  media_type,
  status,
  line,
  where,       // as sieved_url::where
  delimited,   // name of the delimiter in text; see reference.hpp
  rel,         // rel of an HTML link
  text,        // anchor text of an HTML link
  message_id,  // of the enclosing message
  part,        // part number in the message: "1.2"
  column,      // table column: name in the header line, else number from 1
  flags
};
inline constexpr std::size_t field_count = static_cast<std::size_t>(field::flags) + 1;

// The format of a row: columns separated by TAB, a JSON object, a row of a Parquet file, or columns separated
// by commas (RFC 4180). Parquet is available for shards only. Its pages are always compressed by zstd, so
// `compress` must be none or zstd. CSV is available for a stream only, because its rows may span lines.
enum class row_form : std::uint8_t { tsv, jsonl, parquet, csv };

// The order of rows in a shard: by the bytes of the URL, by the SURT, or by the first occurrence in the
// input.
enum class row_order : std::uint8_t { bytes, surt, first_seen };

// The part of a URL that selects its shard. `domain` is the registrable domain. `directory` is the URL up to
// the last "/" of the path. Sorted neighbours then share a shard, so compressed shards are smaller, and a
// large host is spread over shards.
enum class partition_key : std::uint8_t { url, host, domain, directory };

// Output of edges (document, URL) instead of URLs, optionally reduced to hosts or registrable domains.
enum class edge_choice : std::uint8_t { none, url, host, domain };
// Treatment of edges whose ends are equal.
enum class loop_choice : std::uint8_t { keep, drop };

// The form of the column `key`.
enum class key_form : std::uint8_t {
  none,  // no key
  surt   // the sort-friendly form of the Internet Archive: "org,archive)/x"
};

// The scope in which an extractor delivers each distinct URL once.
enum class dedup_scope : std::uint8_t {
  page,       // a page
  extractor,  // all pages of the extractor
  off         // none: every reference is delivered
};

// URLs that count as equal; the first URL represents all.
enum class dedup_choice : std::uint8_t {
  url,     // equal URLs
  params,  // URLs that differ only in values, order or repetition of query parameters, or in the fragment
  numbers  // URLs that differ only in numbers in path, query and fragment
};

// Filters for references with a valid URL. Filters apply in the order below; a dropped reference is counted
// under the first filter that drops it.
struct filter_options {
  std::vector<std::string> found_in;  // contexts to keep, as in field::where; "*" matches any bytes
  // Files of names, one a line; "#" begins a comment. A host must be in one of the first two lists, if any,
  // and in none of the others. `hosts` match exactly; `domains` also match all names below.
  std::vector<std::string> hosts;
  std::vector<std::string> domains;
  std::vector<std::string> drop_hosts;
  std::vector<std::string> drop_domains;
  bool same_site = false;               // keep URLs with the registrable domain of their document
  bool other_site = false;              // keep URLs with another registrable domain
  std::vector<std::string> extensions;  // extensions to keep, without the "."
  // RE2 expressions, matched anywhere in the URL or in a column of the URL: "host=^www[.]". At least one of
  // `include` must match, if any, and none of `exclude`.
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  double sample = 1;  // fraction of URLs to keep, above 0; chosen by XXH3-64 of the URL with seed 1
  // Distinct URLs, in input order, after which the run ends; 0: no limit. Unavailable with
  // output_options::directory; ignored by an extractor.
  std::uint64_t limit = 0;
};

// Output of rejected references.
struct reject_options {
  std::string write_to;             // output file; empty: none
  std::uint64_t limit = 1'000'000;  // maximum number of references in the file: the first ones
};

struct redirect_options {
  std::string write_to;                // output file for observed permanent redirects; empty: none
  bool canonical = false;              // count <link rel=canonical> of a page as a redirect
  std::vector<std::string> read_from;  // files of redirects that the protocol rung follows
  bool learn = false;                  // the protocol rung also follows redirects observed in this run
};

struct output_options {
  std::string directory;  // empty: a stream
  std::uint32_t shards = 16;
  compression compress = compression::none;
  std::vector<field> fields{field::url};
  key_form key = key_form::none;
  row_form format = row_form::tsv;
  bool force = false;  // replace an existing directory
  bool dedup = true;
  dedup_choice dedup_by = dedup_choice::url;
  bool exact = false;          // on a stream, compare URLs by their bytes instead of 128-bit fingerprints
  bool line_buffered = false;  // on a stream, write each row as soon as its input is read
  bool header = false;         // on a stream and in the file of rejected references, name the columns first
  row_order order = row_order::bytes;
  partition_key shard_by = partition_key::url;
  std::uint32_t max_sources = 8;
  edge_choice edges = edge_choice::none;
  loop_choice self_loops = loop_choice::keep;
  std::vector<std::string> seen;  // output directories of earlier runs, whose URLs are dropped
  bool mark_new = false;          // keep URLs of `seen`, and mark new URLs instead
  bool resume = false;            // keep a journal, and resume a run that was killed or lacks inputs
  std::uint64_t checkpoint_bytes = std::uint64_t{1} << 30U;  // of stored input between journal entries
  std::uint64_t expected = 0;                                // distinct URLs, to reserve memory; 0: unknown
  std::uint64_t memory = 0;  // bytes for the whole process; 0: half of the machine's memory
  std::string temporary;     // directory for spilled data; empty: beside the output
};

// The faults (fault.hpp) that make a run end with exit code 1 and without _SUCCESS.
enum class error_policy : std::uint8_t {
  fail,    // faults of inputs and archives
  ignore,  // none
  strict   // faults of inputs, archives and content
};

// Access to inputs and outputs named by a URL (https, http, s3). Credentials and the S3 region come from the
// environment and from configuration files of other tools, never from these options.
struct remote_options {
  std::string endpoint;       // S3 endpoint "https://HOST:PORT"; empty: AWS_ENDPOINT_URL, or Amazon's
  bool anonymous = false;     // do not sign requests to S3
  std::string inputs_prefix;  // prefix for each name of input_options::files_from; empty: nothing
  unsigned connections = 4;   // parallel connections for an input or output
  unsigned retries = 8;       // consecutive retries of a request without progress, with growing delays
  unsigned stall = 30;        // seconds without a byte until a connection counts as broken
  // Receives a sentence about a retry, at most once a second: "https://a.example/x: retry 3 of 8 in 0.4 s:
  // connection refused". A thread of the run calls the function and blocks until it returns.
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
  std::string base;               // the application's default base; empty: none
  bool content_location = false;  // use the HTTP header Content-Location as base (url-syntax-05 section 5.1)
  unsigned threads = 0;           // 0: all threads of the machine
  std::size_t batch_bytes = std::size_t{256} << 10U;  // a batch and its URLs fit into the L2 cache
  error_policy on_error = error_policy::fail;
  std::vector<std::string> also_written;  // files the caller writes; an error if the run reads them, too
};

}  // namespace urlsieve

#endif
