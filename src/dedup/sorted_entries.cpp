#include "src/dedup/sorted_entries.hpp"

#include <algorithm>
#include <utility>

#include "src/dedup/sighting_set.hpp"
#include "src/runs/run_reader.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_open_runs = 256;

}  // namespace

sorted_entries::bounds sorted_entries::within(std::size_t memory) {
  return {std::max(memory, smallest_memory),
          std::clamp<std::size_t>(memory / run_reader::memory, 2, most_open_runs)};
}

sorted_entries::sorted_entries(spill_area& area, run_fields fields, std::uint32_t max_sources, bounds most)
    : area_(area),
      fields_(fields),
      max_sources_(max_sources),
      most_(most),
      set_(fields.columns, max_sources) {}

sorted_entries::~sorted_entries() {
  area_.remove(runs_);
}

result<void> sorted_entries::add(const sighting& seen) {
  set_.insert({&seen, 1});
  return set_.footprint() > most_.memory ? spill() : result<void>{};
}

result<void> sorted_entries::spill() {
  if (set_.size() == 0) return {};
  if (!sorted_) set_.sort_by_bytes();
  set_stream sorted(set_);
  result<run_file> written = area_.write(sorted, fields_);
  set_.clear();
  sorted_ = false;
  if (!written) return tl::unexpected(std::move(written.error()));
  runs_.push_back(std::move(*written));
  return {};
}

// Sorts the entries in memory; or, if there are runs, reduces the runs to a readable number and empties
// memory.
result<void> sorted_entries::ready() {
  if (runs_.empty()) {
    if (!sorted_) set_.sort_by_bytes();
    sorted_ = true;
    return {};
  }
  return spill().and_then([this] { return area_.reduce(runs_, most_.most_runs, fields_, max_sources_); });
}

result<void> sorted_entries::each(const std::function<bool(const known_url&)>& take) {
  if (empty()) return {};
  if (result<void> prepared = ready(); !prepared) return prepared;
  if (runs_.empty()) {
    bool continues = true;
    set_.for_each([&](const known_url& entry) { continues = continues && take(entry); });
    return {};
  }
  block_decompressor unpacker;
  return area_.merge(runs_, {}, unpacker, max_sources_).and_then([&](std::unique_ptr<entry_stream>&& merged) {
    while (merged->advance() && take(merged->entry())) {
    }
    return merged->state();
  });
}

result<std::unique_ptr<entry_stream>> sorted_entries::open(block_decompressor& unpacker) {
  // No entry stays sorted in memory, so entries may be added meanwhile.
  if (empty()) return area_.merge({}, {}, unpacker, max_sources_);
  if (result<void> prepared = ready(); !prepared) return tl::unexpected(std::move(prepared.error()));
  if (runs_.empty()) return std::make_unique<set_stream>(set_);
  return area_.merge(runs_, {}, unpacker, max_sources_);
}

void sorted_entries::clear() noexcept {
  set_.clear();
  sorted_ = false;
  area_.remove(runs_);
  runs_.clear();
}

sorted_lines::sorted_lines(std::size_t memory, spill_area::directory_maker directory)
    : area_(std::move(directory)),
      lines_(area_, {}, 0, sorted_entries::within(std::max(memory, smallest_memory))) {}

result<void> sorted_lines::add(std::string_view line) {
  return lines_.add({line, partition_hash(line)});
}

result<void> sorted_lines::read(const std::function<result<void>(std::string_view line)>& take) {
  result<void> status;
  const result<void> read = lines_.each([&](const known_url& line) {
    status = take(line.url);
    return status.has_value();
  });
  lines_.clear();
  area_.discard();
  return read ? status : read;
}

}  // namespace urlsieve
