// The values of the first row stay valid until append(). Changed values (counts, sources) are stored in this
// object and replace the first values; append() joins the columns again.
#include "src/shards/merged_row.hpp"
#include "src/text/json/json_string.hpp"
#include "src/text/saturated_sum.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

merged_row::merged_row(const manifest& in, const manifest& out)
    : in_(in),
      out_(out),
      shard_(in_.place(name_of(field::shard))),
      count_(in_.place(name_of(field::count))),
      sources_(in_.place(name_of(field::sources))) {
  for (const std::string& name : out.fields) {
    origins_.push_back({in_.place(name), parse_name<field>(name).value_or(field::url)});
    makes_ = makes_ || !origins_.back().place;
  }
  made_.resize(origins_.size());
  if (const std::string* const most = out.option("max_sources"))
    most_sources_ = row_number(*most).value_or(0);
}

void merged_row::make(std::string_view row) {
  url_columns split(in_.key(row, url_).value_or(std::string_view()));
  for (std::size_t i = 0; i < origins_.size(); ++i) {
    if (origins_[i].place) continue;
    const std::string_view value = split.value(origins_[i].made, room_);
    made_[i].clear();
    if (out_.form() != row_form::jsonl)
      made_[i] = value;
    else if (value.data() == nullptr)
      made_[i] = "null";
    else
      append_json_string(value, made_[i]);
  }
}

bool merged_row::begin(std::string_view row) {
  if (!in_.split(row, first_)) return false;
  if (makes_) make(row);
  if (count_) {
    const std::optional<std::uint64_t> count = row_number(first_[*count_]);
    if (!count) return false;
    total_ = *count;
  }
  return true;
}

bool merged_row::add(std::string_view row, const merged_row& its) {
  if (!its.in_.split(row, other_)) return false;
  if (count_ && its.count_) {
    const std::optional<std::uint64_t> count = row_number(other_[*its.count_]);
    if (!count) return false;
    total_ = saturated_sum(total_, *count);
  }
  if (sources_ && its.sources_) {
    // The first list may be a view into united_, so the new list is built in another string.
    std::string more =
        unite_source_values(first_[*sources_], other_[*its.sources_], most_sources_, in_.form());
    united_.swap(more);
    first_[*sources_] = united_;
  }
  return true;
}

void merged_row::append(std::uint32_t shard, std::string& out) {
  if (count_) {
    numbers_[0] = std::to_string(total_);
    first_[*count_] = numbers_[0];
  }
  if (shard_) {
    numbers_[1] = std::to_string(shard);
    first_[*shard_] = numbers_[1];
  }
  chosen_.clear();
  for (std::size_t i = 0; i < origins_.size(); ++i)
    chosen_.push_back(origins_[i].place ? first_[*origins_[i].place] : std::string_view(made_[i]));
  out_.join(chosen_, out);
}

}  // namespace urlsieve
