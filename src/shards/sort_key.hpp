// What rows are sorted by.
#ifndef URLSIEVE_SHARDS_SORT_KEY_HPP
#define URLSIEVE_SHARDS_SORT_KEY_HPP

#include <string>
#include <string_view>

#include "urlsieve/options.hpp"

namespace urlsieve {

// What `key` is sorted by where it is not sorted by itself: its sort-friendly form, a NUL and the key.
void assign_sort_key(row_order order, std::string_view key, std::string& out);

}  // namespace urlsieve

#endif
