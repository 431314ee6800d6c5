#include "src/dedup/reordering.hpp"

#include "src/text/number_bytes.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/url/normalize/surt.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t order_size = 8;

// The end of a key: sorts before any continuation of a longer key, as a zero byte in a key is followed by
// 255.
constexpr std::string_view key_end{"\0\1", 2};
constexpr char after_zero = '\xFF';

void append_surt(std::string_view url, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + surt_capacity(url.size()));
  out.resize(begin + write_surt(url, out.data() + begin));
  for (std::size_t zero = out.find('\0', begin); zero != std::string::npos; zero = out.find('\0', zero + 2))
    out.insert(zero + 1, 1, after_zero);
  out += key_end;
}

// Columns have one more byte, which says if an earlier run had the URL.
run_fields with_columns(run_fields fields) {
  fields.columns = true;
  return fields;
}

}  // namespace

reordering::reordering(const reordering_options& options, spill_area& area)
    : order_(options.order),
      sorted_(area, with_columns(options.fields), options.max_sources, {options.memory, options.most_runs}) {}

void reordering::make_key(const known_url& entry) {
  key_.clear();
  if (order_ == row_order::first_seen) {
    append_big_endian(entry.order, key_);
  } else {
    append_surt(entry.url, key_);
  }
  key_.append(entry.url);
}

known_url reordering::without_key(known_url entry) const {
  const std::size_t size =
      order_ == row_order::first_seen ? order_size : entry.url.find(key_end) + key_end.size();
  entry.url.remove_prefix(size);
  entry.earlier = entry.columns.front() == '1';
  entry.columns.remove_prefix(1);
  return entry;
}

result<void> reordering::add(const known_url& entry) {
  make_key(entry);
  marked_.assign(1, entry.earlier ? '1' : '0').append(entry.columns);
  return sorted_.add({key_, partition_hash(key_), entry.order, marked_, entry.sources, entry.count});
}

result<void> reordering::read(const std::function<bool(const known_url&)>& take) {
  return sorted_.each([&](const known_url& entry) { return take(without_key(entry)); });
}

}  // namespace urlsieve
