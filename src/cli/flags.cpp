#include "src/cli/flags.hpp"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

#include "src/pipeline/row_format.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve::cli {

namespace {

template <class Value>
using choices = std::vector<std::pair<std::string, Value>>;

// An option that takes one of a few words.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& value, const choices<Value>& words,
                        const std::string& help) {
  std::string listed;
  std::string standing;
  for (const auto& [word, meaning] : words) {
    listed += (listed.empty() ? "" : "|") + word;
    if (meaning == value) standing = word;
  }
  CLI::Option* const option = app.add_option_function<std::string>(
      name,
      [&value, name, words, listed](const std::string& typed) {
        const auto found =
            std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.first == typed; });
        if (found == words.end()) throw CLI::ValidationError(name, "'" + typed + "' is none of " + listed);
        value = found->second;
      },
      help);
  option->type_name(listed)->default_str(standing);
  return option;
}

// "8192", "64KiB", "1GB": bytes within bounds. Without the validator's own words in the help.
template <class Size>
CLI::Option* add_size(CLI::App& app, const std::string& name, Size& value, std::size_t least,
                      std::size_t most, const std::string& standing, const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&value, name, least, most](const std::string& typed) {
            std::string bytes = typed;
            try {
              CLI::AsSizeValue(false)(bytes);
            } catch (const CLI::ValidationError&) {
              throw CLI::ValidationError(name, "'" + typed + "' is no size in bytes, such as 4096 or 64KiB");
            }
            const std::size_t size = std::stoull(bytes);
            if (size < least || size > most) {
              throw CLI::ValidationError(name, "'" + typed + "' is not from " + std::to_string(least) +
                                                   " to " + std::to_string(most));
            }
            value = static_cast<Size>(size);
          },
          help)
      ->default_str(standing)
      ->type_name("BYTES");
}

std::string lower_case(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

CLI::Option* add_scheme_list(CLI::App& app, const std::string& name, std::vector<std::string>& schemes,
                             const std::string& help) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [&schemes](const std::vector<std::string>& typed) {
            schemes.clear();
            for (const std::string& scheme : typed) {
              if (!scheme.empty()) schemes.push_back(lower_case(scheme));
            }
          },
          help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST");
}

field field_named(const std::string& name) {
  for (std::size_t i = 0; i < field_count; ++i) {
    if (name_of(static_cast<field>(i)) == name) return static_cast<field>(i);
  }
  throw CLI::ValidationError("--fields", "no field is called '" + name + "'");
}

std::uint16_t flag_named(const std::string& name) {
  for (const flag::named& known : flag::names)
    if (known.name == name) return known.bit;
  throw CLI::ValidationError("--drop", "no flag is called '" + name + "'");
}

}  // namespace

void add_url_flags(CLI::App& app, url_options& options, bool with_protocol) {
  const std::string group = "URLs";
  choices<rung> rungs{{"string", rung::string}, {"syntax", rung::syntax}, {"scheme", rung::scheme}};
  if (with_protocol) rungs.emplace_back("protocol", rung::protocol);
  add_choice<rung>(app, "--ladder", options.ladder, rungs,
                   with_protocol ? "Rung of the comparison ladder to normalize to; protocol needs --redirects"
                                 : "Rung of the comparison ladder to normalize to")
      ->group(group);
  app.add_flag("--keep-fragment", options.keep_fragment, "Keep #fragments: they are part of the URL then")
      ->group(group);
  add_choice<resolution>(app, "--resolution", options.resolution,
                         {{"rfc3986", resolution::rfc3986},
                          {"rfc2396bis", resolution::rfc2396bis},
                          {"url-syntax-05", resolution::url_syntax_05}},
                         "The document whose resolution algorithm is followed")
      ->group(group);
  add_choice<above_root>(
      app, "--above-root", options.above_root,
      {{"remove", above_root::remove}, {"keep", above_root::keep}, {"reject", above_root::reject}},
      "'..' above the root (default: as --resolution says)")
      ->group(group);
  add_choice<same_scheme>(app, "--same-scheme", options.same_scheme,
                          {{"strict", same_scheme::strict}, {"compatible", same_scheme::compatible}},
                          "What http:path means against an http base")
      ->group(group);
  add_choice<unreserved_set>(app, "--unreserved", options.unreserved,
                             {{"rfc3986", unreserved_set::rfc3986}, {"draft", unreserved_set::draft}},
                             "Which escapes are decoded from the syntax rung on")
      ->group(group);
  app.add_flag("--strict", options.strict, "Reject what needs repair instead of repairing it")->group(group);
  add_size(app, "--max-url", options.max_url, 1, std::size_t{1} << 24U, "8KiB",
           "Longest URL; longer ones are counted and left out")
      ->group(group);
}

void add_safety_flags(CLI::App& app, url_options& options) {
  const std::string group = "Safety";
  add_choice<userinfo_policy>(
      app, "--userinfo", options.userinfo,
      {{"keep", userinfo_policy::keep}, {"strip", userinfo_policy::strip}, {"drop", userinfo_policy::drop}},
      "'user:password@' before the host: keep it, write the URL without it, or leave the URL out")
      ->group(group);
  std::string listed;
  for (const flag::named& known : flag::names) listed.append(listed.empty() ? "" : ",").append(known.name);
  app.add_option_function<std::vector<std::string>>(
         "--drop",
         [&options](const std::vector<std::string>& names) {
           for (const std::string& name : names) options.drop_flags |= flag_named(name);
         },
         "Leave out URLs with any of these flags: " + listed)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->group(group);
}

void add_convention_flags(CLI::App& app, convention_options& options) {
  const std::string group = "Beyond the ladder (equivalent by convention only)";
  const auto add = [&](const std::string& name, bool& value, const std::string& help) {
    app.add_flag(name, value, help)->group(group);
  };
  add("--drop-tracking", options.drop_tracking,
      "Drop query parameters that only say where a visitor came from");
  add("--drop-session-ids", options.drop_session_ids, "Drop parameters that only name a session");
  add("--sort-query", options.sort_query, "Put query parameters in the order of their bytes");
  add("--fold-www", options.fold_www, "www.example.com = example.com");
  add("--fold-index", options.fold_index, "/index.html = /");
  add("--fold-https", options.fold_https, "https: = http:");
}

void add_key_flag(CLI::App& app, key_form& key) {
  add_choice<key_form>(app, "--key", key, {{"none", key_form::none}, {"surt", key_form::surt}},
                       "Write a sort-friendly form beside each URL, as field 'key'")
      ->group("Output");
}

void add_same_document_flag(CLI::App& app, url_options& options) {
  add_choice<bool>(app, "--same-document", options.keep_same_document, {{"drop", false}, {"keep", true}},
                   "References to the document itself ('', '#s')")
      ->group("URLs");
}

void add_running_flags(CLI::App& app, extract_options& options) {
  const std::string group = "Running";
  app.add_option("--threads", options.threads, "Number of threads (default: one a processor)")
      ->check(CLI::Range(1U, 1024U).description(""))
      ->type_name("N")
      ->group(group);
  add_size(app, "--batch", options.batch_bytes, 1, std::size_t{1} << 30U, "256KiB",
           "How much is read and handed on at a time")
      ->group(group);
  app.add_flag("--resume", options.output.resume,
               "Keep a journal beside DIR, and go on from it if an earlier run was killed")
      ->group(group);
  add_size(app, "--checkpoint", options.output.checkpoint_bytes, 1, std::size_t{1} << 50U, "1GiB",
           "With --resume: how much input, as stored, is read from one entry of the journal to the next")
      ->group(group);
  add_choice<bool>(app, "--bad-input", options.bad_input_ok, {{"fail", false}, {"ok", true}},
                   "Whether damaged input makes the exit code 1")
      ->group(group);
}

void add_scheme_flags(CLI::App& app, url_options& options) {
  add_scheme_list(app, "--schemes", options.schemes, "Keep these schemes only")->group("URLs");
  add_scheme_list(app, "--drop-schemes", options.drop_schemes, "Leave these schemes out")
      ->default_str("javascript,data,about,blob,view-source")
      ->group("URLs");
}

void add_text_flags(CLI::App& app, text_options& options) {
  const std::string group = "URLs in text";
  app.add_flag("--join-quoted", options.join_quoted, "White space inside \"quotes\" does not end a URL")
      ->group(group);
  app.add_flag("--join-spaces", options.join_spaces, "Any white space inside <angle brackets> is removed")
      ->group(group);
  add_choice<hyphen>(app, "--hyphen", options.hyphen,
                     {{"keep", hyphen::keep}, {"drop", hyphen::drop}, {"both", hyphen::both}},
                     "A hyphen right before a line break inside a wrapped URL")
      ->group(group);
  add_choice<abbreviated>(
      app, "--abbreviated", options.abbreviated,
      {{"off", abbreviated::off}, {"www", abbreviated::www}, {"host", abbreviated::host}},
      "URLs without a scheme: none, www. and ftp. names, or any name under a public suffix")
      ->group(group);
  add_choice<unescape>(app, "--unescape", options.unescape,
                       {{"off", unescape::off}, {"json", unescape::json}},
                       "Escapes to decode in text: none, or those of JSON and C strings")
      ->group(group);
}

void add_link_flags(CLI::App& app, link_options& options) {
  const std::string group = "Links in markup";
  add_choice<link_choice>(app, "--links", options.links,
                          {{"navigation", link_choice::navigation},
                           {"resources", link_choice::resources},
                           {"all", link_choice::all},
                           {"everything", link_choice::everything}},
                          "What a crawler follows, what a page loads, both, or data-* conventions too")
      ->group(group);
  add_choice<bool>(app, "--nofollow", options.drop_nofollow, {{"keep", false}, {"drop", true}},
                   "Links whose rel has 'nofollow'")
      ->group(group);
  app.add_flag("--text-links", options.text_links, "Look for URLs in the text of markup, too")->group(group);
}

void add_mail_flags(CLI::App& app, mail_options& options) {
  const std::string group = "Mail and news";
  add_choice<header_choice>(
      app, "--headers", options.headers,
      {{"none", header_choice::none}, {"links", header_choice::links}, {"all", header_choice::all}},
      "Header fields searched: none, those of links (List-*, Archived-At ...), or all and Message-IDs")
      ->group(group);
  app.add_flag("--attachments", options.attachments, "Read application parts that are text, too")
      ->group(group);
  app.add_flag("--keep-internal", options.keep_internal,
               "Keep references from one part of a message to another (cid: and MHTML)")
      ->group(group);
  app.add_flag("--unwrap", options.unwrap,
               "Undo the rewriting of links by mail gateways (safelinks, urldefense ...)")
      ->group(group);
}

void add_input_flags(CLI::App& app, input_options& options) {
  const std::string group = "Input";
  add_choice<input_format>(app, "--format", options.format,
                           {{"auto", input_format::automatic},
                            {"text", input_format::text},
                            {"urls", input_format::urls},
                            {"html", input_format::html},
                            {"warc", input_format::warc},
                            {"jsonl", input_format::jsonl},
                            {"mail", input_format::mail},
                            {"mbox", input_format::mbox},
                            {"maildir", input_format::maildir},
                            {"news", input_format::news}},
                           "What the inputs are (auto: by their content)")
      ->group(group);
  app.add_option("--files-from", options.files_from,
                 "Read the names of inputs from LIST, one a line (-: stdin)")
      ->type_name("LIST")
      ->group(group);
  app.add_option("--json-url", options.json_url, "JSON Lines: the field that holds the document's URL")
      ->capture_default_str()
      ->type_name("NAME")
      ->group(group);
  app.add_option("--json-text", options.json_text, "JSON Lines: the field that holds text")
      ->capture_default_str()
      ->type_name("NAME")
      ->group(group);
  app.add_option("--json-html", options.json_html, "JSON Lines: the field that holds HTML")
      ->capture_default_str()
      ->type_name("NAME")
      ->group(group);
  add_size(app, "--max-document", options.max_document, std::size_t{1} << 16U, std::size_t{1} << 31U, "64MiB",
           "Largest document that is read whole")
      ->group(group);
}

void add_output_flags(CLI::App& app, output_options& options) {
  const std::string group = "Output";
  CLI::Option* const directory = app.add_option("-o,--output", options.directory,
                                                "Write shards into DIR (default: rows to standard output)")
                                     ->type_name("DIR")
                                     ->group(group);
  app.add_option("--shards", options.shards, "Number of shards, at most 65536")
      ->check(CLI::Range(1U, 65536U).description(""))
      ->capture_default_str()
      ->type_name("N")
      ->group(group);
  add_choice<partition_key>(
      app, "--shard-by", options.shard_by,
      {{"url", partition_key::url}, {"host", partition_key::host}, {"domain", partition_key::domain}},
      "What decides a URL's shard: all of it, its host, or its registrable domain")
      ->group(group);
  add_choice<row_order>(
      app, "--order", options.order,
      {{"bytes", row_order::bytes}, {"surt", row_order::surt}, {"first-seen", row_order::first_seen}},
      "The order inside a shard: of bytes, of SURT keys, or of the input")
      ->needs(directory)
      ->group(group);
  add_choice<compression>(
      app, "--compress", options.compression,
      {{"none", compression::none}, {"zstd", compression::zstd}, {"gzip", compression::gzip}},
      "Compression of the shards")
      ->needs(directory)
      ->group(group);
  app.add_flag("--force", options.force, "Replace DIR if it is there")->needs(directory)->group(group);
  app.add_option_function<std::vector<std::string>>(
         "--fields",
         [&options](const std::vector<std::string>& names) {
           options.fields.clear();
           for (const std::string& name : names) options.fields.push_back(field_named(name));
         },
         "Columns: "
         "shard,url,key,count,sources,raw,resolved,source,offset,where,delimited,rel,text,message-id,part,"
         "flags")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str("url")
      ->type_name("LIST")
      ->group(group);
  app.add_flag("--jsonl", options.jsonl, "Rows are JSON objects instead of tab-separated columns")
      ->group(group);
  add_choice<edge_choice>(
      app, "--edges", options.edges,
      {{"none", edge_choice::none},
       {"url", edge_choice::url},
       {"host", edge_choice::host},
       {"domain", edge_choice::domain}},
      "Pairs of a document's URL and a URL in it, as two columns; or of their hosts, or their "
      "registrable domains")
      ->group(group);
  CLI::Option* const seen =
      app.add_option("--seen", options.seen, "Leave out URLs that the output DIR of an earlier run has")
          ->allow_extra_args(false)
          ->type_name("DIR")
          ->group(group);
  app.add_flag("--mark-new", options.mark_new, "Keep them, and add a column 'new': 1 or 0")
      ->needs(seen)
      ->group(group);
  app.add_option("--max-sources", options.max_sources, "How many documents field 'sources' names, at most")
      ->check(CLI::Range(1U, 1024U).description(""))
      ->capture_default_str()
      ->type_name("N")
      ->group(group);
  CLI::Option* const every =
      app.add_flag_callback(
             "--no-dedup", [&options] { options.dedup = false; }, "Every reference, in order")
          ->excludes(directory)
          ->group(group);
  app.add_flag("--exact", options.exact,
               "On standard output, compare URLs by bytes instead of 128-bit fingerprints")
      ->excludes(directory)
      ->excludes(every)
      ->group(group);
}

void add_memory_flags(CLI::App& app, output_options& options) {
  const std::string group = "Running";
  add_size(app, "--memory", options.memory, std::size_t{1} << 20U, std::size_t{1} << 50U,
           "half of the machine's", "Memory for the whole process; with -o what does not fit goes to disk")
      ->group(group);
  app.add_option("--tmpdir", options.temporary, "Where it goes (default: beside the output)")
      ->type_name("DIR")
      ->group(group);
  app.add_option("--expect", options.expected, "Number of distinct URLs, if known: saves time")
      ->type_name("N")
      ->group(group);
}

void add_protocol_flag(CLI::App& app, redirect_options& options) {
  app.add_option("--redirects", options.read_from,
                 "Follow the redirects in FILE (from, tab, to on each line) at --ladder protocol")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group("Redirects");
}

void add_redirect_flags(CLI::App& app, redirect_options& options) {
  const std::string group = "Redirects";
  add_protocol_flag(app, options);
  app.add_option("--write-redirects", options.write_to,
                 "Write the permanent redirects of archived responses (301, 308) to FILE: from, tab, to")
      ->type_name("FILE")
      ->group(group);
  app.add_flag("--learn-redirects", options.learn,
               "At --ladder protocol, follow those that this very run meets, too (needs -o)")
      ->group(group);
  app.add_flag("--canonical-redirects", options.canonical,
               "<link rel=canonical> of a page is one, too (with --write-redirects or --learn-redirects)")
      ->group(group);
}

void add_merge_flags(CLI::App& app, std::optional<compression>& packing, std::uint64_t& memory) {
  add_choice<std::optional<compression>>(
      app, "--compress", packing,
      {{"none", compression::none}, {"zstd", compression::zstd}, {"gzip", compression::gzip}},
      "Compression of the shards (default: that of the first DIR)");
  add_size(app, "--memory", memory, std::size_t{1} << 20U, std::size_t{1} << 50U, "",
           "Fewer threads where merging would need more than this (default: half of the machine's)");
}

}  // namespace urlsieve::cli
