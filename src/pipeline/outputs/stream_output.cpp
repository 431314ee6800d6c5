#include "src/pipeline/outputs/stream_output.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/dedup/fingerprint_set.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/input/lists/named_paths.hpp"
#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/memory_budget.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/pipeline/outputs/counted_urls.hpp"
#include "src/pipeline/outputs/host_limit.hpp"
#include "src/pipeline/outputs/near_duplicates.hpp"
#include "src/pipeline/outputs/overflow_rows.hpp"
#include "src/pipeline/outputs/stream_rows.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "src/text/slab.hpp"

namespace urlsieve {

namespace {

// --no-dedup: rows are formatted in prepare(), in parallel.
class every_reference final : public output {
 public:
  every_reference(const option_parts& options, int stream)
      : rows_(options.output),
        stream_(options.output, rows_.format(), stream),
        limit_(options.filters.limit) {}

  result<void> prepare(batch& done) override {
    const stopwatch timer(done.write_seconds);
    for (const std::string_view url : done.found) rows_.count_length(url.size(), done.counted);
    typed_row scratch;
    if (!rows_.format().wants_sources()) {
      for (std::size_t i = 0; i < done.found.size(); ++i) rows_.append(done, i, scratch, done.rows);
      return {};
    }
    for (std::size_t i = 0; i < done.found.size(); ++i) {
      const found_details details = done.details_of(i);
      const std::string_view sources = list_of_source(details.source, 0, done.storage);
      rows_.format().append(
          {done.found[i], done.count_of(i), details.columns, sources, rows_.shard(done.found[i])}, scratch,
          done.rows);
    }
    return {};
  }
  result<void> deliver(batch& done) override {
    const stopwatch timer(done.write_seconds);
    return stream_.write(limit_.is_bounded() ? selected_rows(done.rows) : std::string_view(done.rows));
  }
  [[nodiscard]] bool has_enough() const override { return limit_.reached(); }
  result<void> finish(stats&, const publish_hook& complete) override {
    return stream_.finish().and_then([&] { return complete({}, {}); });
  }
  [[nodiscard]] std::uint64_t unique() const override { return 0; }

 private:
  std::string_view selected_rows(std::string_view rows) {
    std::size_t end = 0;
    while (end != rows.size() && !limit_.reached()) {
      end += first_row_size(rows.substr(end), rows_.format().form());
      limit_.take();
    }
    return rows.substr(0, end);
  }

  row_maker rows_;
  row_stream stream_;
  row_limit limit_;
};

// Prints each URL once, in the order of first appearance. Equal 128-bit fingerprints under a random seed
// count as equal URLs.
class first_appearances final : public output {
 public:
  first_appearances(const option_parts& options, int stream, memory_budget memory)
      : rows_(options.output),
        stream_(options.output, rows_.format(), stream),
        limit_(options.filters.limit),
        by_host_(options.filters),
        memory_(std::move(memory)),
        seed_(random_seed()),
        dedup_by_(options.output.dedup_by),
        known_(fits_with_overflow(fingerprint_set().memory_with(options.output.expected), 0, memory_)
                   ? options.output.expected
                   : 0),
        overflow_(options.output, rows_, stream_, {limit_, by_host_}, memory_) {}

  result<void> prepare(batch& done) override {
    const stopwatch timer(done.dedup_seconds);
    find_keys(done, dedup_by_);
    done.fingerprints.resize(done.found.size());
    fingerprints_of(done.dedup_keys(), seed_, done.fingerprints);
    return {};
  }
  result<void> deliver(batch& done) override {
    {
      const stopwatch timer(done.dedup_seconds);
      if (is_new_size_ < done.found.size()) {
        is_new_size_ = done.found.size();
        is_new_ = std::make_unique<bool[]>(is_new_size_);
      }
      const std::span<bool> is_new(is_new_.get(), done.found.size());
      if (!overflow_.has_begun() && !may_grow(known_.memory_with(done.found.size())))
        if (result<void> begun = overflow_.begin(0, done); !begun) return begun;
      if (overflow_.has_begun()) {
        known_.find_new(done.fingerprints, is_new);
        return overflow_.insert(done, is_new_.get(), known_.memory());
      }
      known_.insert(done.fingerprints, is_new);
    }
    const stopwatch timer(done.write_seconds);
    if (limit_.is_bounded() || by_host_.is_set()) {
      select_rows(done);
      if (result<void> fits = by_host_.check(memory_); !fits) return fits;
    }
    if (rows_.format().only_url()) return stream_.write(new_lines_of(done));
    for (std::size_t i = 0; i < done.found.size(); ++i) {
      if (!is_new_[i]) continue;
      rows_.count_length(done.found[i].size(), done.counted);
      rows_.append(done, i, scratch_, done.rows);
    }
    return stream_.write(done.rows);
  }
  result<void> finish(stats& totals, const publish_hook& complete) override {
    totals.unique = printed_ = known_.size() - beyond_;
    if (overflow_.has_begun()) {
      known_.clear();
      if (result<void> printed = overflow_.print(totals); !printed) return printed;
    }
    return stream_.finish().and_then([&] { return complete({}, {}); });
  }
  [[nodiscard]] bool has_enough() const override { return limit_.reached(); }
  [[nodiscard]] std::uint64_t unique() const override {
    return (printed_ != 0 ? printed_ : known_.size() - beyond_) + overflow_.unique();
  }

 private:
  // Checks the memory before the set grows, and otherwise every 16 batches, because the system call takes as
  // long as a hundred URLs.
  bool may_grow(std::size_t needed) {
    constexpr unsigned batches_between = 16;
    if (needed == needed_ && ++unchecked_ < batches_between) return true;
    needed_ = needed;
    unchecked_ = 0;
    return fits_with_overflow(needed, known_.memory(), memory_);
  }

  // New URLs beyond a limit become not new.
  void select_rows(batch& done) {
    for (std::size_t i = 0; i < done.found.size(); ++i) {
      if (!is_new_[i]) continue;
      if (!limit_.reached() && (!by_host_.is_set() || by_host_.admits(done.found[i], done.counted))) {
        if (limit_.is_bounded()) limit_.take();
        continue;
      }
      is_new_[i] = false;
      ++beyond_;
    }
  }

  // Returns the lines of new URLs, without a branch on new or short URLs, which are unpredictable. Copies the
  // front and the end of each line; the next line overwrites a line that is not new.
  std::string_view new_lines_of(batch& done) {
    constexpr std::size_t step = arena::read_padding;
    const std::span<const std::string_view> urls = done.found;
    const bool* const is_new = is_new_.get();
    std::size_t capacity = 2 * step;
    for (const std::string_view url : urls) capacity += url.size() + 1;
    lines_.grow(capacity, 0);
    std::array<std::uint64_t, 4 * step> sizes{};  // lines by size; longer lines are counted one by one
    char* to = lines_.data();
    for (std::size_t i = 0; i < urls.size(); ++i) {
      const std::string_view url = urls[i];
      const std::size_t before_end = url.size() > step ? url.size() - step : 0;
      std::memcpy(to, url.data(), step);
      std::memcpy(to + before_end, url.data() + before_end, step);
      for (std::size_t copied = step; copied < before_end; copied += step) [[unlikely]]
        std::memcpy(to + copied, url.data() + copied, step);
      to[url.size()] = '\n';
      to += is_new[i] ? url.size() + 1 : 0;
      if (url.size() < sizes.size())
        sizes[url.size()] += is_new[i] ? 1 : 0;
      else
        rows_.count_length(url.size(), done.counted, is_new[i] ? 1 : 0);
    }
    for (std::size_t size = 0; size != sizes.size(); ++size)
      rows_.count_length(size, done.counted, sizes[size]);
    return {lines_.data(), static_cast<std::size_t>(to - lines_.data())};
  }

  row_maker rows_;
  typed_row scratch_;
  row_stream stream_;
  row_limit limit_;
  host_counter by_host_;
  memory_budget memory_;
  std::uint64_t seed_;
  dedup_choice dedup_by_;
  fingerprint_set known_;
  std::uint64_t beyond_ = 0;  // known URLs beyond a limit
  std::size_t needed_ = 0;    // bytes of the set at the last check of its memory
  unsigned unchecked_ = 0;    // batches since that check
  std::unique_ptr<bool[]> is_new_;
  std::size_t is_new_size_ = 0;
  slab lines_;
  overflow_rows overflow_;
  std::uint64_t printed_ = 0;  // rows before the rows of the overflow, once the set is gone
};

// --exact: prints each URL once like first_appearances, but compares and keeps the bytes of the URLs.
class exact_appearances final : public output {
 public:
  exact_appearances(const option_parts& options, int stream, memory_budget memory)
      : rows_(options.output),
        stream_(options.output, rows_.format(), stream),
        limit_(options.filters.limit),
        by_host_(options.filters),
        memory_(std::move(memory)),
        dedup_by_(options.output.dedup_by),
        overflow_(options.output, rows_, stream_, {limit_, by_host_}, memory_) {
    known_.expect(options.output.expected);
  }

  result<void> prepare(batch& done) override {
    const stopwatch timer(done.dedup_seconds);
    find_keys(done, dedup_by_);
    const std::vector<std::string_view>& keys = done.dedup_keys();
    done.fingerprints.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) done.fingerprints[i].low = partition_hash(keys[i]);
    return {};
  }
  result<void> deliver(batch& done) override {
    if (overflow_.has_begun()) return insert_into_overflow(done);
    const std::uint64_t before = known_.next_position();
    {
      const stopwatch timer(done.dedup_seconds);
      sightings_.clear();
      for (std::size_t i = 0; i < done.found.size(); ++i)
        sightings_.push_back({done.dedup_keys()[i], done.fingerprints[i].low, i});
      known_.insert(sightings_);
    }
    if (!fits_with_overflow(known_.footprint(), known_.footprint(), memory_))
      if (result<void> begun = overflow_.begin(0, done); !begun) return begun;
    const stopwatch timer(done.write_seconds);
    known_.new_since(before, [&](const known_url& known) {
      const std::string_view url = done.found[known.order];
      if (limit_.reached() || (by_host_.is_set() && !by_host_.admits(url, done.counted))) {
        ++beyond_;
        return;
      }
      if (limit_.is_bounded()) limit_.take();
      rows_.count_length(url.size(), done.counted);
      rows_.append(done, known.order, scratch_, done.rows);
    });
    if (result<void> fits = by_host_.check(memory_); !fits) return fits;
    return stream_.write(done.rows);
  }
  result<void> finish(stats& totals, const publish_hook& complete) override {
    totals.unique = printed_ = known_.size() - beyond_;
    if (overflow_.has_begun()) {
      known_.clear();
      if (result<void> printed = overflow_.print(totals); !printed) return printed;
    }
    return stream_.finish().and_then([&] { return complete({}, {}); });
  }
  [[nodiscard]] bool has_enough() const override { return limit_.reached(); }
  [[nodiscard]] std::uint64_t unique() const override {
    return (printed_ != 0 ? printed_ : known_.size() - beyond_) + overflow_.unique();
  }

 private:
  result<void> insert_into_overflow(batch& done) {
    const stopwatch timer(done.dedup_seconds);
    const auto is_new = std::make_unique<bool[]>(done.found.size());
    for (std::size_t i = 0; i < done.found.size(); ++i)
      is_new[i] = !known_.find(done.dedup_keys()[i], done.fingerprints[i].low);
    return overflow_.insert(done, is_new.get(), known_.footprint());
  }

  row_maker rows_;
  typed_row scratch_;
  row_stream stream_;
  row_limit limit_;
  host_counter by_host_;
  memory_budget memory_;
  dedup_choice dedup_by_;
  sighting_set known_;
  std::uint64_t beyond_ = 0;  // known URLs beyond a limit
  std::vector<sighting> sightings_;
  overflow_rows overflow_;
  std::uint64_t printed_ = 0;  // rows before the rows of the overflow, once the set is gone
};

}  // namespace

result<std::unique_ptr<output>> make_stream_output(const extract_options& given, int stream) {
  const option_parts options(given);
  const output_options& rows = options.output;
  if (!rows.dedup) return std::make_unique<every_reference>(options, stream);
  if (!rows.temporary.empty())
    if (result<void> found = find_directories({&rows.temporary, 1}); !found)
      return tl::unexpected(found.error());
  result<memory_budget> memory = memory_budget::of(batch_memory_of(given), 1);
  if (!memory) return tl::unexpected(memory.error());
  const auto asked = [&rows](field name) {
    return std::find(rows.fields.begin(), rows.fields.end(), name) != rows.fields.end();
  };
  if (asked(field::count) || asked(field::sources))
    return make_counted_urls(rows, options.filters, stream, std::move(*memory));
  if (rows.exact) return std::make_unique<exact_appearances>(options, stream, std::move(*memory));
  return std::make_unique<first_appearances>(options, stream, std::move(*memory));
}

}  // namespace urlsieve
