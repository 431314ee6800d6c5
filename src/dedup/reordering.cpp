#include "src/dedup/reordering.hpp"

#include <array>
#include <utility>

#include "src/dedup/set_stream.hpp"
#include "src/text/fingerprint.hpp"
#include "src/url/surt.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t order_size = 8;

// Ends a key of bytes: less than whatever a longer key goes on with, as a zero byte in a key is followed by
// 255.
constexpr std::string_view key_end{"\0\1", 2};
constexpr char after_zero = '\xFF';

// Big-endian, so that bytes compare as numbers do.
void append_order(std::uint64_t order, std::string& out) {
  for (unsigned shift = 64; shift > 0; shift -= 8) out += static_cast<char>(order >> (shift - 8));
}

void append_surt(std::string_view url, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + surt_room(url.size()));
  out.resize(begin + write_surt(url, out.data() + begin));
  for (std::size_t zero = out.find('\0', begin); zero != std::string::npos; zero = out.find('\0', zero + 2))
    out.insert(zero + 1, 1, after_zero);
  out += key_end;
}

}  // namespace

// Columns hold one byte more: whether an earlier run had the URL.
reordering::reordering(const reordering_options& options, spill_area& area)
    : options_(options), area_(area), set_(true, options.max_sources) {}

reordering::~reordering() {
  area_.remove(runs_);
}

void reordering::make_key(const known_url& entry) {
  key_.clear();
  if (options_.order == row_order::first_seen) {
    append_order(entry.order, key_);
  } else {
    append_surt(entry.url, key_);
  }
  key_.append(entry.url);
}

known_url reordering::without_key(known_url entry) const {
  const std::size_t size =
      options_.order == row_order::first_seen ? order_size : entry.url.find(key_end) + key_end.size();
  entry.url.remove_prefix(size);
  entry.earlier = entry.columns.front() == '1';
  entry.columns.remove_prefix(1);
  return entry;
}

result<void> reordering::add(const known_url& entry) {
  make_key(entry);
  marked_.assign(1, entry.earlier ? '1' : '0').append(entry.columns);
  const std::array<sighting, 1> one{
      sighting{key_, partition_hash(key_), entry.order, marked_, entry.sources, entry.count}};
  set_.insert(one);
  return set_.footprint() > options_.memory ? spill() : result<void>();
}

result<void> reordering::spill() {
  set_.sort_by_bytes();
  set_stream sorted(set_);
  run_fields fields = options_.fields;
  fields.columns = true;
  result<run_file> written = area_.write(sorted, fields);
  if (!written) return tl::unexpected(written.error());
  runs_.push_back(std::move(*written));
  set_.clear();
  return {};
}

result<void> reordering::read(const std::function<bool(const known_url&)>& take) {
  if (runs_.empty()) {
    set_.sort_by_bytes();
    bool going_on = true;
    set_.for_each([&](const known_url& entry) { going_on = going_on && take(without_key(entry)); });
    return {};
  }
  if (set_.size() != 0) {
    if (result<void> spilled = spill(); !spilled) return spilled;
  }
  run_fields fields = options_.fields;
  fields.columns = true;
  if (result<void> fewer = area_.reduce(runs_, options_.most_runs, fields, options_.max_sources); !fewer)
    return fewer;
  block_unpacker unpacker;
  return area_.merge(runs_, {}, unpacker, options_.max_sources)
      .and_then([&](std::unique_ptr<entry_stream>&& merged) {
        while (merged->advance() && take(without_key(merged->entry()))) {
        }
        return merged->state();
      });
}

}  // namespace urlsieve
