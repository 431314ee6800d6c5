#include "src/datasets/row_range.hpp"

#include <algorithm>
#include <utility>

#include "src/shards/sort_key.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {
namespace {

using place = row_range::place;

// Returns the range of rows in which this member begins with `begin`.
row_range range_of(std::string_view sorted_row::* member, std::string begin) {
  return {[member, begin = std::move(begin)](const sorted_row& row) {
            if ((row.*member).starts_with(begin)) return place::inside;
            return row.*member < begin ? place::before : place::behind;
          },
          {}};
}

}  // namespace

row_range beginning_with(std::string begin) {
  return range_of(&sorted_row::key, std::move(begin));
}

row_range surts_beginning_with(std::string begin) {
  return range_of(&sorted_row::sort_key, std::move(begin));
}

row_range equal_to(row_order order, std::string_view key) {
  std::string sort_key;
  assign_sort_key(order, key, sort_key);
  return {[sort_key = std::move(sort_key)](const sorted_row& row) {
            const int comparison = row.sort_key.compare(sort_key);
            return comparison == 0 ? place::inside : comparison < 0 ? place::before : place::behind;
          },
          {}};
}

std::string surt_of_host(std::string_view host) {
  std::string surt = surt_of("http://" + std::string(host) + "/");
  surt.resize(std::min(surt.find(')'), surt.size()));
  return surt;
}

}  // namespace urlsieve
