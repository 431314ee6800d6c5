// The values of the first row stay valid until append(). Changed values (counts, sources) are stored in this
// object and replace the first values.
#include "src/shards/merged_row.hpp"

#include <algorithm>

#include "src/text/json/json_string.hpp"
#include "src/text/saturated_sum.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// Returns the words of the values of rows: a pair of edges is two values of a typed row, and one of a text
// row.
std::vector<std::string> words_of(const manifest& run, row_mode mode) {
  if (mode == row_mode::text) return run.fields;
  std::vector<std::string> words;
  for (row_column& column : row_columns(run)) words.push_back(std::move(column.word));
  return words;
}

std::optional<std::size_t> place_in(const std::vector<std::string>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

std::optional<std::uint64_t> number_of(const row_value& value) {
  if (value.kind() == row_value::form::number) return value.number();
  return row_number(value.text());
}

// Returns true if `in` may have lost the difference between an absent and an empty value of the column, which
// the URL determines. Columns that depend on the public suffix list are never empty.
bool is_ambiguous(const manifest& in, const manifest& out, std::string_view word) {
  const std::optional<field> name = parse_name<field>(word);
  return in.form != out.form && name && is_of_url(*name) && !needs(*name, column_need::suffixes);
}

}  // namespace

merged_row::merged_row(const manifest& in, const manifest& out, row_mode mode)
    : in_(in), out_(out), mode_(mode) {
  const std::vector<std::string> words = words_of(in, mode);
  width_ = words.size();
  shard_ = place_in(words, name_of(field::shard));
  count_ = place_in(words, name_of(field::count));
  sources_ = place_in(words, name_of(field::sources));
  first_date_ = place_in(words, name_of(field::first_date));
  last_date_ = place_in(words, name_of(field::last_date));
  for (const std::string& word : words_of(out, mode)) {
    const field name = parse_name<field>(word).value_or(field::url);
    const bool is_computed = mode == row_mode::typed && is_ambiguous(in, out, word);
    origins_.push_back(
        {is_computed ? std::nullopt : place_in(words, word), name == field::key ? field::surt : name});
    if (!origins_.back().place && name == field::shard)
      origins_.back().is_shard = true;
    else
      computes_ = computes_ || !origins_.back().place;
  }
  computed_texts_.resize(origins_.size());
  computed_.resize(origins_.size());
  if (const std::string* const most = out.option("max_sources"))
    most_sources_ = row_number(*most).value_or(0);
}

void merged_row::compute(std::string_view url) {
  url_columns split(url);
  for (std::size_t i = 0; i < origins_.size(); ++i) {
    if (origins_[i].place || origins_[i].is_shard) continue;
    const std::string_view value = split.value(origins_[i].computed_field, storage_);
    std::string& text = computed_texts_[i];
    text.clear();
    computed_[i] = {};
    if (mode_ == row_mode::typed && value.data() == nullptr) continue;
    if (mode_ == row_mode::typed || out_.form() != row_form::jsonl)
      text = value;
    else if (value.data() == nullptr)
      text = "null";
    else
      append_json_string(value, text);
    computed_[i] = row_value::of_text(text);
  }
}

bool merged_row::begin(std::string_view row) {
  if (!in_.split(row, first_)) return false;
  return begin_joining(computes_ ? in_.key(row, url_).value_or(std::string_view()) : std::string_view());
}

bool merged_row::begin(std::span<const row_value> row) {
  if (row.size() != width_) return false;
  first_.assign(row.begin(), row.end());
  return begin_joining(computes_ ? in_.key(row, url_).value_or(std::string_view()) : std::string_view());
}

bool merged_row::begin_joining(std::string_view url) {
  source_texts_.clear();
  if (computes_) compute(url);
  if (!count_) return true;
  const std::optional<std::uint64_t> count = number_of(first_[*count_]);
  total_ = count.value_or(0);
  return count.has_value();
}

bool merged_row::add(std::string_view row, const merged_row& source) {
  return source.in_.split(row, second_) && join(second_, source);
}

bool merged_row::add(std::span<const row_value> row, const merged_row& source) {
  return row.size() == source.width_ && join(row, source);
}

bool merged_row::join(std::span<const row_value> row, const merged_row& source) {
  if (count_ && source.count_) {
    const std::optional<std::uint64_t> count = number_of(row[*source.count_]);
    if (!count) return false;
    total_ = saturated_sum(total_, *count);
  }
  if (sources_ && source.sources_) unite_sources(row[*source.sources_]);
  if (first_date_ && source.first_date_) choose_date(*first_date_, row[*source.first_date_], true);
  if (last_date_ && source.last_date_) choose_date(*last_date_, row[*source.last_date_], false);
  return true;
}

// Replaces the sources by the union: the elements so far, then further elements of `more`. Rows do not store
// the orders by which runs/source_list.hpp unites lists.
void merged_row::unite_sources(const row_value& more) {
  const auto elements_of = [this](const row_value& value) {
    if (value.kind() == row_value::form::text) return source_elements(value.text(), in_.form());
    return std::vector<std::string_view>(value.elements().begin(), value.elements().end());
  };
  row_value& sources = first_[*sources_];
  std::vector<std::string_view> all = elements_of(sources);
  for (const std::string_view element : elements_of(more)) {
    if (all.size() >= most_sources_) break;
    if (std::find(all.begin(), all.end(), element) == all.end())
      all.push_back(source_texts_.emplace_back(element));
  }
  united_ = std::move(all);
  sources = row_value::of_list(united_);
}

// Dates of one form order as their texts do. An absent or empty date loses.
void merged_row::choose_date(std::size_t index, const row_value& other, bool earlier) {
  row_value& date = first_[index];
  const std::string_view text = other.text();
  if (text.empty() || (!date.text().empty() && (earlier ? text >= date.text() : text <= date.text()))) return;
  date = row_value::of_text(date_texts_[earlier ? 0 : 1].assign(text));
}

std::span<const row_value> merged_row::values(std::uint32_t shard) {
  if (count_) first_[*count_] = row_value::of_number(total_);
  if (shard_) first_[*shard_] = row_value::of_number(shard);
  chosen_.clear();
  for (std::size_t i = 0; i < origins_.size(); ++i) {
    const origin& from = origins_[i];
    chosen_.push_back(from.is_shard ? row_value::of_number(shard)
                      : from.place  ? first_[*from.place]
                                    : computed_[i]);
  }
  return chosen_;
}

void merged_row::append(std::uint32_t shard, std::string& out) {
  out_.join(values(shard), out);
}

}  // namespace urlsieve
