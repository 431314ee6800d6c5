#include "src/datasets/row_conversion.hpp"

#include <algorithm>
#include <span>

#include "src/rows/packed_values.hpp"
#include "src/rows/row_columns.hpp"
#include "src/runs/source_list.hpp"
#include "src/shards/row_layout.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// The sources of a row have consecutive orders: more than --max-sources allows.
constexpr unsigned bits_of_sources = 11;
constexpr std::size_t most_sources = std::size_t{1} << bits_of_sources;

std::optional<std::size_t> place_of(const std::vector<row_column>& columns, std::string_view word) {
  const auto found = std::ranges::find(columns, word, &row_column::word);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

bool has(const manifest& of, field name) {
  return std::ranges::find(of.fields, name_of(name)) != of.fields.end();
}

}  // namespace

url_renewer::url_renewer(const manifest& run, const std::optional<url_options>& options)
    : are_edges_(run.edges != edge_choice::none) {
  const std::string* const loops = run.option("self_loops");
  drops_loops_ = loops != nullptr && *loops == "\"drop\"";
  if (!options) return;
  options_ = *options;
  canonical_.emplace(options_);
}

rejection url_renewer::renew_url(std::string_view url, arena& storage, std::string_view& renewed) const {
  renewed = url;
  if (url.size() > options_.max_url) return rejection::too_long;
  char* const place = storage.reserve(canonicalizer::capacity_for(url.size(), nullptr));
  const canonical_url normal_form = canonical_->canonicalize(url, nullptr, place);
  if (normal_form.rejected != rejection::none) return normal_form.rejected;
  if ((normal_form.flags & options_.drop_flags) != 0) return rejection::flag_dropped;
  renewed = storage.commit(normal_form.size);
  return rejection::none;
}

rejection url_renewer::renew(std::string_view key, arena& storage, std::string_view& renewed) const {
  if (!are_edges_) return renew_url(key, storage, renewed);
  const std::size_t tab = key.find('\t');
  std::string_view document;
  std::string_view target;
  rejection why = renew_url(key.substr(0, tab), storage, document);
  renewed = document;
  if (why != rejection::none) return why;
  // A visited document has no target.
  if (tab + 1 != key.size()) why = renew_url(key.substr(tab + 1), storage, target);
  renewed = target;
  if (why != rejection::none) return why;
  if (drops_loops_ && document == target) return rejection::self_loop;
  char* const place = storage.reserve(document.size() + 1 + target.size());
  char* end = std::ranges::copy(document, place).out;
  *end++ = '\t';
  end = std::ranges::copy(target, end).out;
  renewed = storage.commit(static_cast<std::size_t>(end - place));
  return rejection::none;
}

row_conversion::row_conversion(const manifest& in, const manifest& out, const url_renewer& urls)
    : urls_(urls), decoder_(in) {
  const std::vector<row_column> columns = row_columns(in);
  if (has(out, field::count) || urls.is_active()) count_ = place_of(columns, name_of(field::count));
  if (has(out, field::sources)) sources_ = place_of(columns, name_of(field::sources));
  for (const std::string& word : out.fields) {
    const std::optional<field> name = parse_name<field>(word);
    if (!name || !(is_of_reference(*name) || is_date_of_run(*name))) continue;
    const std::optional<std::size_t> place = place_of(columns, word);
    if (place) columns_.push_back({*place, kind_of(*name) == field_kind::text && may_be_absent(*name)});
  }
  decodes_ = count_ || sources_ || !columns_.empty();
}

bool row_conversion::decode(shard_reader& reader) {
  if (!reader.is_typed()) return decoder_.decode(reader.row(), row_);
  decoder_.decode(reader.values(), row_);
  return true;
}

// An empty text of a nullable column is absent, as in a run.
std::string_view row_conversion::columns(arena& storage) {
  packed_.clear();
  for (const packed_column& column : columns_) {
    const row_value& value = row_.values()[column.place];
    if (column.is_text_or_absent && value.text().empty())
      pack_absent(packed_);
    else
      pack(value, packed_);
  }
  return storage.copy(packed_);
}

std::string_view row_conversion::sources(std::uint64_t order, arena& storage) const {
  std::span<const std::string_view> names = row_.values()[*sources_].elements();
  names = names.first(std::min(names.size(), most_sources));
  std::size_t size = 0;
  for (const std::string_view name : names) size += url_source::header + name.size();
  char* const place = storage.reserve(size);
  char* end = place;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    write_source({(order << bits_of_sources) + i, names[i]}, end);
    end += url_source::header + names[i].size();
  }
  return storage.commit(static_cast<std::size_t>(end - place));
}

bool row_conversion::convert(shard_reader& reader, std::uint64_t order, arena& storage, sighting& converted,
                             rejection& why) {
  if (reader.malformed().count != 0 || (decodes_ && !decode(reader))) return false;
  const std::string_view key = reader.key();
  converted = {};
  converted.order = order;
  if (count_) {
    if (row_.values()[*count_].kind() != row_value::form::number) return false;
    converted.count = row_.values()[*count_].number();
  }
  why = rejection::none;
  if (urls_.is_active())
    why = urls_.renew(key, storage, converted.url);
  else
    converted.url = storage.copy(key);
  if (why != rejection::none) return true;
  converted.hash = partition_hash(converted.url);
  if (!columns_.empty()) converted.columns = columns(storage);
  if (sources_) converted.sources = sources(order, storage);
  return true;
}

}  // namespace urlsieve
