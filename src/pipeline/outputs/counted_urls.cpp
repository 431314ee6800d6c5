#include "src/pipeline/outputs/counted_urls.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/dedup/sighting_set.hpp"
#include "src/pipeline/outputs/host_limit.hpp"
#include "src/pipeline/outputs/near_duplicates.hpp"
#include "src/pipeline/outputs/overflow_rows.hpp"
#include "src/pipeline/outputs/stream_rows.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {
namespace {

// Returns the error of a run with a limit of rows whose URLs exceed the memory.
tl::unexpected<error> too_many_for_limit(const memory_budget& memory) {
  return tl::unexpected(
      error{error_code::out_of_memory, "the distinct URLs do not fit into the memory of this run (" +
                                           std::to_string(memory.total() >> 20U) +
                                           " MiB), which filter_options::limit needs with counts or sources: "
                                           "allow more with output_options::memory"});
}

class counted_urls final : public output {
 public:
  counted_urls(const output_options& options, const filter_options& filters, int stream, memory_budget memory)
      : rows_(options),
        stream_(options, rows_.format(), stream),
        limit_(filters.limit),
        no_limit_(0),
        by_host_(filters),
        memory_(std::move(memory)),
        dedup_by_(options.dedup_by),
        max_sources_(rows_.format().wants_sources() ? options.max_sources : 0),
        overflow_(options, rows_, stream_, {no_limit_, by_host_}, memory_),
        seen_(rows_.format().has_columns() || dedup_by_ != dedup_choice::url, max_sources_) {
    seen_.expect(options.expected);
  }

  result<void> prepare(batch& done) override {
    const stopwatch timer(done.dedup_seconds);
    find_keys(done, dedup_by_);
    return {};
  }
  result<void> deliver(batch& done) override {
    const stopwatch timer(done.dedup_seconds);
    sightings_.clear();
    std::uint64_t order = (done.number << 32U) + done.first;
    for (std::size_t i = 0; i < done.found.size(); ++i) {
      const found_details details = done.details_of(i);
      const std::string_view key = done.dedup_keys()[i];
      sighting seen{key, partition_hash(key), order++, details.columns, {}, done.count_of(i)};
      if (dedup_by_ != dedup_choice::url)
        seen.columns = first_of_key(done.found[i], details.columns, done.storage);
      if (rows_.format().wants_sources())
        seen.sources = list_of_source(details.source, seen.order, done.storage);
      sightings_.push_back(seen);
    }
    if (overflow_.has_begun()) return overflow_.insert(sightings_, 0);
    if (limit_ == 0 || seen_.size() + sightings_.size() < limit_)
      seen_.insert(sightings_);
    else
      insert_selected();
    if (fits_with_overflow(seen_.footprint(), seen_.footprint(), memory_)) return {};
    if (limit_ != 0) return too_many_for_limit(memory_);
    return overflow_.begin(max_sources_, done).and_then([this] { return move_to_overflow(); });
  }
  result<void> finish(stats& totals, const publish_hook& complete) override {
    if (overflow_.has_begun()) {
      return overflow_.print(totals).and_then([&] { return stream_.finish(); }).and_then([&] {
        return complete({}, {});
      });
    }
    seen_.sort_by_order();
    result<void> written;
    std::string block;
    typed_row scratch;
    seen_.for_each([&](const known_url& known) {
      if (!written) return;
      if (by_host_.is_set() && !by_host_.admits(url_of(known, dedup_by_), totals)) return;
      ++totals.unique;
      rows_.append(known, dedup_by_, totals, scratch, block);
      if (block.size() < bytes_of_a_write) return;
      written = by_host_.check(memory_).and_then([&] { return stream_.write(block); });
      block.clear();
    });
    if (written) written = stream_.write(block);
    return written.and_then([&] { return stream_.finish(); }).and_then([&] { return complete({}, {}); });
  }
  [[nodiscard]] bool has_enough() const override { return reached_; }
  [[nodiscard]] std::uint64_t unique() const override { return seen_.size() + overflow_.unique(); }

 private:
  // Moves all URLs to the overflow, which joins counts and sources of equal URLs.
  result<void> move_to_overflow() {
    seen_.sort_by_order();
    result<void> moved;
    seen_.for_each([&](const known_url& known) {
      const sighting entry{known.url,  partition_hash(known.url), known.order, known.columns, known.sources,
                           known.count};
      if (moved) moved = overflow_.insert({&entry, 1}, seen_.footprint());
    });
    seen_.clear();
    return moved;
  }

  // Inserts URLs up to the limit. References behind the last wanted URL add to no count.
  void insert_selected() {
    for (const sighting& entry : sightings_) {
      seen_.insert({&entry, 1});
      reached_ = seen_.size() == limit_;
      if (reached_) return;
    }
  }

  row_maker rows_;
  row_stream stream_;
  std::uint64_t limit_;  // 0: no limit
  row_limit no_limit_;   // of the overflow, which has no limit
  host_counter by_host_;
  std::atomic<bool> reached_{false};
  memory_budget memory_;
  dedup_choice dedup_by_;
  std::uint32_t max_sources_;
  overflow_rows overflow_;
  sighting_set seen_;
  std::vector<sighting> sightings_;
};

}  // namespace

std::unique_ptr<output> make_counted_urls(const output_options& options, const filter_options& filters,
                                          int stream, memory_budget memory) {
  return std::make_unique<counted_urls>(options, filters, stream, std::move(memory));
}

}  // namespace urlsieve
