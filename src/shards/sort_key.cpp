#include "src/shards/sort_key.hpp"

#include "src/url/normalize/surt.hpp"

namespace urlsieve {

void assign_sort_key(row_order order, std::string_view key, std::string& out) {
  if (order != row_order::surt) {
    out = key;
    return;
  }
  out.resize(surt_capacity(key.size()));
  out.resize(write_surt(key, out.data()));
  out.append(1, '\0').append(key);
}

}  // namespace urlsieve
