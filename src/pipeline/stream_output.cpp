#include "src/pipeline/stream_output.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/fingerprint_set.hpp"
#include "src/dedup/seen_set.hpp"
#include "src/pipeline/row_format.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "src/pipeline/write_all.hpp"

namespace urlsieve {

namespace {

// --no-dedup: rows are formatted where the URLs were found.
class every_reference final : public output {
 public:
  every_reference(const output_options& options, int stream) : rows_(options), stream_(stream) {}

  result<void> prepare(batch& done) override {
    const stopwatch timer(done.write_seconds);
    for (const found_url& found : done.found) rows_.append(found.url, 1, found.columns, done.rows);
    return {};
  }
  result<void> deliver(batch& done) override {
    const stopwatch timer(done.write_seconds);
    return write_all(stream_, done.rows);
  }
  result<void> finish(stats&) override { return {}; }
  [[nodiscard]] std::uint64_t unique() const override { return 0; }

 private:
  row_format rows_;
  int stream_;
};

// Each URL once, in the order of first appearance. Equal means equal 128-bit fingerprints under a random
// seed.
class first_appearances final : public output {
 public:
  first_appearances(const output_options& options, int stream)
      : rows_(options), stream_(stream), seed_(random_seed()) {}

  result<void> prepare(batch& done) override {
    const stopwatch timer(done.dedup_seconds);
    done.fingerprints.resize(done.found.size());
    for (std::size_t i = 0; i < done.found.size(); ++i) {
      done.fingerprints[i] = fingerprint_of(done.found[i].url, seed_);
    }
    return {};
  }
  result<void> deliver(batch& done) override {
    {
      const stopwatch timer(done.dedup_seconds);
      if (is_new_size_ < done.found.size()) {
        is_new_size_ = done.found.size();
        is_new_ = std::make_unique<bool[]>(is_new_size_);
      }
      known_.insert(done.fingerprints, {is_new_.get(), done.found.size()});
    }
    const stopwatch timer(done.write_seconds);
    for (std::size_t i = 0; i < done.found.size(); ++i) {
      if (is_new_[i]) rows_.append(done.found[i].url, 1, done.found[i].columns, done.rows);
    }
    return write_all(stream_, done.rows);
  }
  result<void> finish(stats& totals) override {
    totals.unique = known_.size();
    return {};
  }
  [[nodiscard]] std::uint64_t unique() const override { return known_.size(); }

 private:
  row_format rows_;
  int stream_;
  std::uint64_t seed_;
  fingerprint_set known_;
  std::unique_ptr<bool[]> is_new_;
  std::size_t is_new_size_ = 0;
};

// Each URL once with its count, which is known only at the end; in the order of first appearance all the
// same.
class counted_urls final : public output {
 public:
  counted_urls(const output_options& options, int stream)
      : rows_(options), stream_(stream), seen_(rows_.has_columns()) {}

  result<void> prepare(batch&) override { return {}; }
  result<void> deliver(batch& done) override {
    const stopwatch timer(done.dedup_seconds);
    sightings_.clear();
    std::uint64_t order = done.number << 32U;
    for (const found_url& found : done.found) {
      sightings_.push_back({found.url, partition_hash(found.url), order++, found.columns});
    }
    seen_.insert(sightings_);
    return {};
  }
  result<void> finish(stats& totals) override {
    totals.unique = seen_.size();
    seen_.sort_by_order();
    result<void> written;
    std::string block;
    seen_.for_each([&](const seen_set::entry& known) {
      if (!written) return;
      rows_.append(known.url, known.count, known.columns, block);
      if (block.size() < block_size) return;
      written = write_all(stream_, block);
      block.clear();
    });
    if (written) written = write_all(stream_, block);
    return written;
  }
  [[nodiscard]] std::uint64_t unique() const override { return seen_.size(); }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 20;
  row_format rows_;
  int stream_;
  seen_set seen_;
  std::vector<sighting> sightings_;
};

}  // namespace

std::unique_ptr<output> make_stream_output(const output_options& options, int stream) {
  if (!options.dedup) return std::make_unique<every_reference>(options, stream);
  if (std::find(options.fields.begin(), options.fields.end(), field::count) != options.fields.end()) {
    return std::make_unique<counted_urls>(options, stream);
  }
  return std::make_unique<first_appearances>(options, stream);
}

}  // namespace urlsieve
