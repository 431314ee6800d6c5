#include "src/shards/chosen_fields.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "src/codec/compression.hpp"
#include "src/shards/filter_file.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

tl::unexpected<error> refuse(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

bool has(const manifest& run, std::string_view name) {
  return std::find(run.fields.begin(), run.fields.end(), name) != run.fields.end();
}

// Returns true if the URL, or its shard, determines the column.
bool is_computable(field name, const manifest& out) {
  return is_of_url(name) || name == field::shard || (name == field::key && out.edges == edge_choice::none);
}

// Checks that all domain columns depend on one public suffix list: the list of the machine if a column must
// be computed, else the list of the first run.
result<void> agree_on_suffixes(std::span<const field> chosen, std::span<const manifest> runs,
                               std::span<const std::string> names, manifest& out) {
  bool must_compute = false;
  for (const field name : chosen)
    for (const manifest& run : runs)
      must_compute = must_compute || (needs(name, column_need::suffixes) && !has(run, name_of(name)));
  const std::string wanted =
      must_compute ? public_suffix_list::system().identity() : runs.front().public_suffix_list;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool is_relevant = depends_on_suffixes(runs[i]) || runs[i].shard_by == partition_key::domain;
    if (is_relevant && runs[i].public_suffix_list != wanted)
      return refuse("the domains of " + names[i] + " come from another public suffix list");
  }
  out.public_suffix_list = wanted;
  return {};
}

}  // namespace

bool depends_on_suffixes(const manifest& run) {
  return std::any_of(run.fields.begin(), run.fields.end(), [](const std::string& name) {
    const std::optional<field> known = parse_name<field>(name);
    return known && needs(*known, column_need::suffixes);
  });
}

result<void> choose_fields(std::span<const field> chosen, std::span<const manifest> runs,
                           std::span<const std::string> names, manifest& out, derived_columns derived) {
  if (std::find(chosen.begin(), chosen.end(), field::url) == chosen.end())
    return refuse("shards are sorted by their URLs: merge_options::fields must name url");
  if (out.edges != edge_choice::none && std::any_of(chosen.begin(), chosen.end(), is_of_url))
    return refuse("an edge is not a URL and has no URL columns");
  out.fields.clear();
  out.key = key_form::none;
  for (const field name : chosen) {
    if (name == field::key) out.key = key_form::surt;
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (!is_computable(name, out) && !has(runs[i], name_of(name)))
        return refuse(names[i] + " has no field \"" + std::string(name_of(name)) +
                      "\", and other fields do not determine it");
    out.fields.emplace_back(name_of(name));
  }
  if (!depends_on_suffixes(out) || derived == derived_columns::computed) return {};
  return agree_on_suffixes(chosen, runs, names, out);
}

result<void> choose_form(std::optional<row_form> form, std::optional<compression> packing, manifest& out) {
  if (form) {
    if (!is_of_shards(*form)) return refuse("shards cannot have merge_options::format = csv");
    if (out.edges != edge_choice::none && *form == row_form::jsonl)
      return refuse("edges are columns and cannot be written with merge_options::format = jsonl");
    out.form = *form;
    out.packing = packing_of(out.form, out.packing);
  }
  if (!packing) return {};
  if (!is_writable(*packing))
    return refuse("merge_options::compress = " + std::string(name_of(*packing)) + " is for inputs only");
  if (out.form == row_form::parquet && *packing != packing_of(out.form, *packing))
    return refuse("Parquet pages are always compressed by zstd: merge_options::compress cannot be " +
                  std::string(name_of(*packing)));
  out.packing = *packing;
  return {};
}

result<void> choose_filters(std::optional<std::uint32_t> bits, manifest& out) {
  const bool is_sorted = out.order != row_order::first_seen;
  if (!is_sorted && bits.value_or(0) != 0)
    return refuse("merge_options::filter_bits needs sorted rows: the order of the directories is first-seen");
  if (bits.value_or(0) > filter_file::most_bits)
    return refuse("merge_options::filter_bits is at most " + std::to_string(filter_file::most_bits));
  if (bits) out.filter_bits = *bits;
  if (!is_sorted) out.filter_bits = 0;
  return {};
}

}  // namespace urlsieve
