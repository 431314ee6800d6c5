#include "src/dedup/sorted_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/dedup/set_stream.hpp"
#include "src/text/fingerprint.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_open_runs = 256;

}  // namespace

sorted_lines::sorted_lines(std::size_t memory, directory_maker directory)
    : memory_(std::max(memory, smallest_memory)), directory_(std::move(directory)), held_(false, 0) {}

result<void> sorted_lines::add(std::string_view line) {
  const sighting seen{line, partition_hash(line)};
  held_.insert({&seen, 1});
  return held_.footprint() > memory_ ? spill() : result<void>{};
}

result<void> sorted_lines::spill() {
  if (!area_) {
    result<std::string> directory = directory_();
    if (!directory) return tl::unexpected(std::move(directory.error()));
    area_ = std::make_unique<spill_area>(std::move(*directory));
  }
  held_.sort_by_bytes();
  set_stream sorted(held_);
  result<run_file> written = area_->write(sorted, {});
  held_.clear();
  if (!written) return tl::unexpected(std::move(written.error()));
  runs_.push_back(std::move(*written));
  return {};
}

result<void> sorted_lines::read(const std::function<result<void>(std::string_view line)>& take) {
  std::unique_ptr<entry_stream> lines;
  block_unpacker unpacker;
  if (area_) {
    const std::size_t at_a_time = std::clamp<std::size_t>(memory_ / run_reader::memory, 2, most_open_runs);
    result<void> ready = held_.size() == 0 ? result<void>{} : spill();
    if (ready) ready = area_->reduce(runs_, at_a_time, {}, 0);
    if (!ready) return ready;
    result<std::unique_ptr<entry_stream>> merged = area_->merge(runs_, {}, unpacker, 0);
    if (!merged) return tl::unexpected(std::move(merged.error()));
    lines = std::move(*merged);
  } else {
    held_.sort_by_bytes();
    lines = std::make_unique<set_stream>(held_);
  }
  result<void> taken;
  while (taken && lines->advance()) taken = take(lines->entry().url);
  if (taken) taken = lines->state();
  lines.reset();
  held_.clear();
  if (area_) area_->discard();
  runs_.clear();
  return taken;
}

}  // namespace urlsieve
