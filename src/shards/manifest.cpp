#include "src/shards/manifest.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "src/shards/json_writer.hpp"
#include "src/shards/partition.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace {

// Raised when a reader of the format before could misread the new one.
constexpr std::uint64_t format = 1;

// The word for an enumerator, as the command line has it.
template <class Enum, std::size_t Count>
std::string_view word(Enum choice, const std::array<std::string_view, Count>& words) {
  return words[static_cast<std::size_t>(choice)];
}

std::string_view spell(rung choice) {
  return word(choice, std::array<std::string_view, 3>{"string", "syntax", "scheme"});
}
std::string_view spell(resolution choice) {
  return word(choice, std::array<std::string_view, 3>{"rfc3986", "rfc2396bis", "url-syntax-05"});
}
std::string_view spell(above_root choice) {
  return word(choice, std::array<std::string_view, 4>{"as-resolution", "remove", "keep", "reject"});
}
std::string_view spell(same_scheme choice) {
  return word(choice, std::array<std::string_view, 2>{"strict", "compatible"});
}
std::string_view spell(unreserved_set choice) {
  return word(choice, std::array<std::string_view, 2>{"rfc3986", "draft"});
}
std::string_view spell(hyphen choice) {
  return word(choice, std::array<std::string_view, 3>{"keep", "drop", "both"});
}
std::string_view spell(abbreviated choice) {
  return word(choice, std::array<std::string_view, 3>{"off", "www", "host"});
}
std::string_view spell(unescape choice) {
  return word(choice, std::array<std::string_view, 2>{"off", "json"});
}
std::string_view spell(userinfo_policy choice) {
  return word(choice, std::array<std::string_view, 3>{"keep", "strip", "drop"});
}
std::string_view spell(link_choice choice) {
  return word(choice, std::array<std::string_view, 4>{"navigation", "resources", "all", "everything"});
}
std::string_view spell(key_form choice) {
  return word(choice, std::array<std::string_view, 2>{"none", "surt"});
}
std::string_view spell(input_format choice) {
  return word(choice, std::array<std::string_view, 6>{"auto", "text", "urls", "html", "warc", "jsonl"});
}
std::string_view spell(compression choice) {
  return word(choice, std::array<std::string_view, 5>{"none", "gzip", "zstd", "bzip2", "xz"});
}
std::string_view spell(field choice) {
  return word(choice, std::array<std::string_view, 10>{"url", "key", "count", "raw", "resolved", "source",
                                                       "offset", "where", "delimited", "flags"});
}

void write_names(json_writer& json, std::string_view key, const std::vector<std::string>& names) {
  json.key(key).begin_array(true);
  for (const std::string& name : names) json.value(name);
  json.end_array();
}

void write_flags(json_writer& json, std::uint16_t dropped) {
  json.key("drop").begin_array(true);
  for (const flag::named& known : flag::names)
    if ((dropped & known.bit) != 0) json.value(known.name);
  json.end_array();
}

// What of the options shapes the rows; not the paths, threads or batches.
void write_options(json_writer& json, const extract_options& options) {
  json.key("options").begin_object();
  json.key("format").value(spell(options.input.format));
  json.key("json_url").value(options.input.json_url);
  json.key("json_text").value(options.input.json_text);
  json.key("json_html").value(options.input.json_html);
  json.key("max_document").value(std::uint64_t{options.input.max_document});
  json.key("base").value(without_password(options.base));
  json.key("ladder").value(spell(options.url.ladder));
  json.key("resolution").value(spell(options.url.resolution));
  json.key("above_root").value(spell(options.url.above_root));
  json.key("same_scheme").value(spell(options.url.same_scheme));
  json.key("unreserved").value(spell(options.url.unreserved));
  json.key("keep_fragment").value(options.url.keep_fragment);
  json.key("keep_same_document").value(options.url.keep_same_document);
  json.key("strict").value(options.url.strict);
  write_names(json, "schemes", options.url.schemes);
  write_names(json, "drop_schemes", options.url.drop_schemes);
  json.key("max_url").value(std::uint64_t{options.url.max_url});
  json.key("userinfo").value(spell(options.url.userinfo));
  write_flags(json, options.url.drop_flags);
  const convention_options& conventions = options.url.conventions;
  json.key("drop_tracking").value(conventions.drop_tracking);
  json.key("drop_session_ids").value(conventions.drop_session_ids);
  json.key("sort_query").value(conventions.sort_query);
  json.key("fold_www").value(conventions.fold_www);
  json.key("fold_index").value(conventions.fold_index);
  json.key("fold_https").value(conventions.fold_https);
  json.key("links").value(spell(options.links.links));
  json.key("drop_nofollow").value(options.links.drop_nofollow);
  json.key("conditional_comments").value(options.links.conditional_comments);
  json.key("join_quoted").value(options.text.join_quoted);
  json.key("join_spaces").value(options.text.join_spaces);
  json.key("hyphen").value(spell(options.text.hyphen));
  json.key("abbreviated").value(spell(options.text.abbreviated));
  json.key("unescape").value(spell(options.text.unescape));
  json.key("dedup").value(options.output.dedup);
  json.end_object();
}

// Which URL is in which file, in which order, in which form.
void write_layout(json_writer& json, const output_options& output) {
  json.key("partition").begin_object(true);
  json.key("function").value(partition_name);
  json.key("seed").value(std::uint64_t{0});
  json.key("of").value("url");
  json.key("shards").value(std::uint64_t{output.shards});
  json.end_object();
  json.key("order").value(output.dedup ? "bytes" : "input");
  json.key("rows").value(rows_suffix(output));
  json.key("compression").value(spell(output.compression));
  json.key("fields").begin_array(true);
  for (const field column : output.fields) json.value(spell(column));
  json.end_array();
  json.key("key").value(spell(output.key));
}

template <class Reason, std::size_t Count>
void write_reasons(json_writer& json, std::string_view key, const std::array<std::uint64_t, Count>& counts) {
  json.key(key).begin_object(true);
  for (std::size_t i = 0; i < Count; ++i) {
    if (counts[i] != 0) json.key(name_of(static_cast<Reason>(i))).value(counts[i]);
  }
  json.end_object();
}

// Not the inputs, documents and bytes: those tell how the same lines were cut into files.
void write_totals(json_writer& json, const stats& totals, std::span<const shard_summary> shards) {
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
  for (const shard_summary& shard : shards) {
    lines += shard.lines;
    bytes += shard.bytes;
    content_bytes += shard.content_bytes;
  }
  json.key("totals").begin_object();
  json.key("lines").value(lines);
  json.key("bytes").value(bytes);
  json.key("content_bytes").value(content_bytes);
  json.key("references").value(totals.references);
  json.key("kept").value(totals.kept);
  json.key("unique").value(totals.unique);
  write_reasons<rejection>(json, "rejected", totals.rejected);
  write_reasons<repair_kind>(json, "repaired", totals.repaired);
  write_reasons<damage>(json, "damaged", totals.damaged);
  json.key("flagged").begin_object(true);
  for (std::size_t i = 0; i < totals.flagged.size(); ++i)
    if (totals.flagged[i] != 0) json.key(flag::names[i].name).value(totals.flagged[i]);
  json.end_object();
  json.end_object();
}

void write_shard(json_writer& json, const shard_summary& shard) {
  json.begin_object(true);
  json.key("name").value(shard.name);
  json.key("lines").value(shard.lines);
  json.key("bytes").value(shard.bytes);
  json.key("content_bytes").value(shard.content_bytes);
  json.key("xxh128").value(shard.checksum);
  json.key("first").value(without_password(shard.first_key));
  json.key("last").value(without_password(shard.last_key));
  json.end_object();
}

}  // namespace

std::string manifest_json(std::string_view version, const extract_options& options, const stats& totals,
                          std::span<const shard_summary> shards) {
  json_writer json;
  json.begin_object();
  json.key("format").value(format);
  json.key("urlsieve").value(version);
  write_layout(json, options.output);
  write_options(json, options);
  write_totals(json, totals, shards);
  json.key("shards").begin_array();
  for (const shard_summary& shard : shards) write_shard(json, shard);
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace urlsieve
