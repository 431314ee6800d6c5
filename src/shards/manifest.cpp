#include "src/shards/manifest_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/codec/encoding.hpp"
#include "src/rows/row_columns.hpp"
#include "src/shards/chosen_fields.hpp"
#include "src/shards/filter_file.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/run_counts.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_string.hpp"
#include "src/text/json/json_writer.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "src/url/rule_revisions.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace {

// Incremented when an older reader could misread the new format.
constexpr std::uint64_t format = 1;

std::string quoted_json(std::string_view text) {
  std::string json;
  append_json_string(text, json);
  return json;
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list.append(list.empty() ? "" : ", ").append(quoted_json(text));
  return '[' + list + ']';
}

// Writes the member of a row as JSON.
class option_writer {
 public:
  option_writer(const option_row& row, const extract_options& options) : row_(row), options_(options) {}

  std::string operator()(const choice_access& choice) const {
    return quoted_json(choice.words[choice.of(options_)]);
  }
  std::string operator()(const option_access<bool>& truth) const {
    return truth.of(options_) ? "true" : "false";
  }
  std::string operator()(const option_access<std::uint16_t>& flags) const {
    std::vector<std::string> names;
    flag::each_name(flags.of(options_), [&](std::string_view name) { names.emplace_back(name); });
    return json_list(names);
  }
  std::string operator()(const option_access<std::uint32_t>& number) const {
    return std::to_string(number.of(options_));
  }
  std::string operator()(const option_access<std::uint64_t>& number) const {
    return std::to_string(number.of(options_));
  }
  std::string operator()(const option_access<double>& part) const {
    std::array<char, 32> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), part.of(options_));
    return quoted_json(std::string_view(digits.data(), written.ptr));
  }
  std::string operator()(const option_access<std::string>& text) const {
    return quoted_json(shown(text.of(options_)));
  }
  std::string operator()(const option_access<std::vector<std::string>>& list) const {
    std::vector<std::string> texts = list.of(options_);
    if (row_.entry.form == manifest_form::presence) return texts.empty() ? "false" : "true";
    for (std::string& text : texts) text = shown(text);
    return json_list(texts);
  }
  std::string operator()(const option_access<std::vector<field>>& fields) const {
    std::vector<std::string> names;
    for (const field column : fields.of(options_)) names.emplace_back(name_of(column));
    return json_list(names);
  }

 private:
  [[nodiscard]] std::string shown(const std::string& text) const {
    switch (row_.entry.form) {
      case manifest_form::masked:
        return without_password(text);
      case manifest_form::charset:
        return std::string(find_encoding(text).name);
      default:
        return text;
    }
  }

  const option_row& row_;
  const extract_options& options_;
};

bool asks_for_suffixes(const extract_options& options) {
  return shard_key_of(options.output) == partition_key::domain ||
         options.output.edges == edge_choice::domain ||
         options.text.abbreviated == abbreviated_choice::host || options.text.refang ||
         options.filters.same_site || options.filters.other_site ||
         any_needs(options.output.fields, column_need::suffixes);
}

// Writes the members that describe partition, order and form of the rows.
void write_layout(json_writer& json, const manifest& run) {
  json.key("partition").begin_object(true);
  json.key("function").value(partition_name);
  json.key("seed").value(std::uint64_t{0});
  json.key("of").value(name_of(run.shard_by));
  json.key("shards").value(std::uint64_t{run.shard_count});
  json.end_object();
  if (run.only_shard) json.key("only_shard").value(std::uint64_t{*run.only_shard});
  json.key("public_suffix_list");
  run.public_suffix_list.empty() ? json.null() : json.value(run.public_suffix_list);
  json.key("rules").begin_object(true);
  for (const rule_revision& rule : run.rules) json.key(rule.name).value(rule.revision);
  json.end_object();
  json.key("edges").value(name_of(run.edges));
  json.key("order").value(name_of(run.order));
  json.key("rows").value(run.rows());
  json.key("compression").value(name_of(run.packing));
  json.key("fields").begin_array(true);
  for (const std::string& column : run.fields) json.value(column);
  json.end_array();
  json.key("key").value(name_of(run.key));
}

void write_options(json_writer& json, const manifest& run) {
  json.key("options").begin_object();
  for (const manifest_option& option : run.options) json.key(option.name).verbatim(option.value);
  json.end_object();
}

// Writes the filters, unless there are none. The rate is a text, as other fractions are.
void write_filters(json_writer& json, const manifest& run) {
  if (run.filter_bits == 0) return;
  std::array<char, 32> digits{};
  const double rate = std::ldexp(1.0, -static_cast<int>(run.filter_bits));
  const auto written =
      std::to_chars(digits.data(), digits.data() + digits.size(), rate, std::chars_format::scientific, 1);
  json.key("filters").begin_object(true);
  json.key("function").value(filter_function);
  json.key("bits").value(std::uint64_t{run.filter_bits});
  json.key("false_positive_rate").value(std::string_view(digits.data(), written.ptr));
  json.end_object();
}

// Writes the totals without documents and bytes, which depend on how the input was split.
void write_totals(json_writer& json, const manifest& run) {
  const shard_sums sums = run.sums();
  json.key("totals").begin_object();
  json.key("lines").value(sums.lines);
  json.key("bytes").value(sums.bytes);
  json.key("content_bytes").value(sums.content_bytes);
  json.key("references").value(run.references);
  json.key("kept").value(run.kept);
  json.key("unique").value(run.unique);
  for (const manifest_counts& heading : run.counted) {
    json.key(heading.name).begin_object(true);
    for (const auto& [name, times] : heading.counts) json.key(name).value(times);
    json.end_object();
  }
  json.end_object();
}

// Requires: the examples of a heading are adjacent.
void write_examples(json_writer& json, const manifest& run) {
  json.key("examples").begin_object();
  std::string_view open;
  for (const manifest_examples& examples : run.examples) {
    if (examples.heading != open) {
      if (!open.empty()) json.end_object();
      json.key(examples.heading).begin_object();
      open = examples.heading;
    }
    json.key(examples.reason).begin_array(true);
    for (const std::string& text : examples.texts) json.value(text);
    json.end_array();
  }
  if (!open.empty()) json.end_object();
  json.end_object();
}

// Removes passwords from a URL, or from both URLs of an edge.
std::string masked(std::string_view key) {
  const std::size_t tab = key.find('\t');
  std::string shown = without_password(key.substr(0, tab));
  if (tab != std::string_view::npos) shown.append(1, '\t').append(without_password(key.substr(tab + 1)));
  return shown;
}

void write_shard(json_writer& json, const shard_summary& shard, bool with_userinfo) {
  json.begin_object(true);
  json.key("name").value(shard.name);
  json.key("lines").value(shard.lines);
  json.key("bytes").value(shard.bytes);
  json.key("content_bytes").value(shard.content_bytes);
  json.key("xxh128").value(shard.checksum);
  json.key("first").value(masked(shard.first_key));
  json.key("last").value(masked(shard.last_key));
  if (shard.filter.bytes != 0) {
    json.key("filter").begin_object(true);
    json.key("bytes").value(shard.filter.bytes);
    json.key("xxh128").value(shard.filter.checksum);
    json.key("index_xxh3").value(shard.filter.index);
    json.end_object();
  }
  if (with_userinfo && shard.userinfo_hosts) {
    json.key("userinfo_hosts").begin_array(true);
    for (const std::string& host : *shard.userinfo_hosts) json.value(host);
    json.end_array();
  }
  json.end_object();
}

}  // namespace

// Paths, threads, memory and batches do not shape rows.
std::vector<manifest_option> manifest_options_of(const extract_options& options) {
  std::vector<manifest_option> written;
  written.reserve(manifest_options.size());
  for (const option_row* const row : manifest_options)
    written.push_back({std::string(row->entry.key), std::visit(option_writer(*row, options), row->access)});
  return written;
}

std::vector<manifest_option> default_manifest_options() {
  return manifest_options_of(extract_options());
}

bool uses_suffixes(const manifest& run) {
  const auto is = [&run](std::string_view name, std::string_view value) {
    const std::string* const stored = run.option(name);
    return stored != nullptr && *stored == value;
  };
  return run.shard_by == partition_key::domain || run.edges == edge_choice::domain ||
         depends_on_suffixes(run) || is("abbreviated", "\"host\"") || is("refang", "true") ||
         is("same_site", "true") || is("other_site", "true");
}

const std::string* manifest::option(std::string_view name) const {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const manifest_option& entry) { return entry.name == name; });
  return found == options.end() ? nullptr : &found->value;
}

std::string_view manifest::rule(std::string_view name) const {
  const auto found = std::ranges::find(rules, name, &rule_revision::name);
  return found == rules.end() ? std::string_view() : std::string_view(found->revision);
}

std::string_view manifest::rows() const {
  if (form != row_form::tsv) return name_of(form);
  return fields.size() == 1 && fields.front() == name_of(field::url) && edges == edge_choice::none ? "txt"
                                                                                                   : "tsv";
}

shard_sums manifest::sums() const {
  shard_sums sums;
  for (const shard_summary& shard : shards) {
    sums.lines += shard.lines;
    sums.bytes += shard.bytes;
    sums.content_bytes += shard.content_bytes;
  }
  return sums;
}

const manifest_counts* manifest::counts(std::string_view heading) const {
  const auto found = std::find_if(counted.begin(), counted.end(),
                                  [&](const manifest_counts& entry) { return entry.name == heading; });
  return found == counted.end() ? nullptr : &*found;
}

bool manifest::may_have_userinfo() const {
  if (only_shard && *only_shard != 0) return true;  // the counts of a run are with shard 0
  const manifest_counts* const flags = counts(heading::flagged);
  return flags == nullptr || std::ranges::any_of(flags->counts, [](const auto& flagged) {
           return flagged.first == "userinfo" && flagged.second != 0;
         });
}

std::string layout_json(const manifest& run) {
  manifest whole = run;
  whole.only_shard.reset();
  json_writer json;
  json.begin_object();
  json.key("format").value(format);
  write_layout(json, whole);
  write_options(json, whole);
  json.end_object();
  return json.take();
}

std::string manifest::json() const {
  json_writer json;
  json.begin_object();
  json.key("format").value(format);
  json.key("urlsieve").value(version);
  write_layout(json, *this);
  // The footer of a Parquet file does not depend on the name of the file, so write_layout() omits the layout.
  if (layout != shard_layout::flat) json.key("layout").value(name_of(layout));
  write_filters(json, *this);
  write_options(json, *this);
  write_totals(json, *this);
  write_examples(json, *this);
  json.key("shards").begin_array();
  const bool with_userinfo = may_have_userinfo();
  for (const shard_summary& shard : shards) write_shard(json, shard, with_userinfo);
  json.end_array();
  json.end_object();
  return json.take();
}

manifest describe(std::string_view version, const extract_options& options, const stats& totals,
                  std::span<const shard_summary> shards) {
  manifest description;
  description.version = version;
  description.shard_by = shard_key_of(options.output);
  description.shard_count = options.output.shards;
  if (asks_for_suffixes(options)) description.public_suffix_list = public_suffix_list::system().identity();
  description.rules = rule_revisions(options.url);
  description.edges = options.output.edges;
  description.order = options.output.order;
  description.form = options.output.format;
  description.packing = packing_of(options.output.format, options.output.compress);
  for (const field column : options.output.fields) description.fields.emplace_back(name_of(column));
  if (options.output.mark_new) description.fields.emplace_back(new_column);
  description.key = options.output.key;
  if (description.order != row_order::first_seen) description.filter_bits = options.output.filter_bits;
  description.options = manifest_options_of(options);
  description.references = totals.references;
  description.kept = totals.kept;
  description.unique = totals.unique;
  description.counted = headings_of(totals);
  description.examples = examples_of(totals);
  description.shards.assign(shards.begin(), shards.end());
  count_lengths(description);
  return description;
}

std::string key_for_manifest(std::string_view key) {
  return as_utf8(masked(key));
}

std::string as_utf8(std::string_view bytes) {
  std::string text;
  for (std::string_view rest = bytes; !rest.empty();) {
    // Replaces each ill-formed byte, as append_json_string() does.
    const utf8_piece piece = first_utf8(rest);
    const std::size_t size = piece.well_formed ? piece.size : 1;
    text += piece.well_formed ? rest.substr(0, size) : std::string_view("\xEF\xBF\xBD");
    rest.remove_prefix(size);
  }
  return text;
}

}  // namespace urlsieve
