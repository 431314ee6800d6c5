// The sort key of rows.
#ifndef URLSIEVE_SHARDS_SORT_KEY_HPP
#define URLSIEVE_SHARDS_SORT_KEY_HPP

#include <string>
#include <string_view>

#include "urlsieve/output_choices.hpp"

namespace urlsieve {

// Sets `out` to the sort key of `key`: SURT, a NUL and the key for row_order::surt, else the key itself.
void assign_sort_key(row_order order, std::string_view key, std::string& out);

}  // namespace urlsieve

#endif
