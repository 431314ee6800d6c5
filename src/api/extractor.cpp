// Extracts from single pages with the reference_extractor of files: find, resolve, normalize; then
// deduplicates, and delivers URLs to the consumer. Rows are views, so only the URL is copied.
#include "urlsieve/extractor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

#include "src/api/option_check.hpp"
#include "src/dedup/fingerprint_set.hpp"
#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/filters/url_filter.hpp"
#include "src/pipeline/outputs/near_duplicates.hpp"
#include "src/pipeline/page_stream.hpp"
#include "src/pipeline/reference_extractor.hpp"
#include "urlsieve/learnt_rules.hpp"

namespace urlsieve {
namespace {

extract_options for_pages(extract_options options) {
  options.input.paths.clear();
  options.input.files_from.clear();
  const output_options original = std::exchange(options.output, {});
  options.output.edges = original.edges;
  options.output.self_loops = original.self_loops;
  options.output.hosts_as = original.hosts_as;
  options.output.dedup_by = original.dedup_by;
  options.documents = {};
  options.filters.limit = 0;
  options.filters.max_per_host = 0;
  options.filters.max_per_domain = 0;
  options.rejects = {};
  options.redirects.write_to.clear();
  options.redirects.learn = false;
  options.redirects.canonical = false;
  return options;
}

struct low_half {
  std::size_t operator()(const fingerprint& of) const { return static_cast<std::size_t>(of.low); }
};

// The table of redirects if there are none to follow.
const observed_redirects& none() {
  static const observed_redirects empty(0, {});
  return empty;
}

}  // namespace

class extractor::state {
 public:
  state(const extract_options& options, dedup_scope dedup, known_redirects known,
        std::unique_ptr<const url_filter> filter)
      : options_(options),
        dedup_(dedup),
        known_(std::move(known)),
        filter_(std::move(filter)),
        stage_(options_, sieved_rows::viewed, known_.table() == nullptr ? none() : *known_.table(),
               {filter_.get(), nullptr}),
        stream_(options_) {
    stage_.set_flush([this] { deliver(); });
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  bool run(const page& whole, const url_consumer& take) {
    begin_page();
    take_ = &take;
    if (whole.bytes.size() > options_.input.max_document) {
      stream_.whole(whole, read_, work_.counted);
    } else if (const std::optional<media> type = kind_of(whole, whole.bytes, options_.links, work_.counted)) {
      document opened = as_document(whole);
      opened.type = *type;
      opened.body = whole.bytes;
      read(opened);
    }
    return !stopped_;
  }

  void begin(const page& metadata) {
    begin_page();
    stream_.begin(metadata);
  }

  bool feed(std::string_view bytes, const url_consumer& take) {
    return run_step(take, [&] { stream_.feed(bytes, read_, work_.counted); });
  }

  bool end(const url_consumer& take) {
    return run_step(take, [&] { stream_.end(read_, work_.counted); });
  }

  [[nodiscard]] const stats& counted() const { return work_.counted; }

  void forget() {
    work_.counted = {};
    seen_.clear();
    kept_back_.clear();
  }

 private:
  void begin_page() {
    stopped_ = false;
    work_.clear_found();
    if (dedup_ == dedup_scope::page) seen_.clear();
  }

  void read(const document& opened) {
    if (!stopped_) stage_.extract(opened, work_);
  }

  // Runs a step of the page. After an exception of the consumer, the rest of the page is ignored.
  template <class Step>
  bool run_step(const url_consumer& take, const Step& step) {
    if (stopped_) return false;
    take_ = &take;
    try {
      step();
    } catch (...) {
      stopped_ = true;
      throw;
    }
    return !stopped_;
  }

  void deliver() {
    const std::size_t size = work_.sieved.size();
    if (!stopped_ && size != 0) {
      if (dedup_ != dedup_scope::off) find_new(size);
      std::size_t next = 0;
      try {
        while (next < size && !stopped_) {
          const std::size_t i = next++;
          if (dedup_ != dedup_scope::off && !is_new_[i]) continue;
          ++work_.counted.unique;
          stopped_ = !(*take_)(work_.sieved[i]);
        }
      } catch (...) {
        keep_back(next);
        throw;
      }
      keep_back(next);
    }
    work_.clear_found();
  }

  // URLs that were not delivered, because the consumer stopped, are new when they occur again.
  void keep_back(std::size_t from) {
    if (dedup_ != dedup_scope::extractor) return;
    for (std::size_t i = from; i < work_.fingerprints.size(); ++i)
      if (is_new_[i]) kept_back_.insert(work_.fingerprints[i]);
  }

  void find_new(std::size_t size) {
    if (is_new_size_ < size) {
      is_new_size_ = 2 * size;
      is_new_ = std::make_unique<bool[]>(is_new_size_);
    }
    work_.fingerprints.resize(size);
    find_keys(work_, options_.output.dedup_by);
    fingerprints_of(work_.dedup_keys(), seed_, work_.fingerprints);
    seen_.insert(work_.fingerprints, {is_new_.get(), size});
    for (std::size_t i = 0; i < size && !kept_back_.empty(); ++i)
      is_new_[i] = is_new_[i] || kept_back_.erase(work_.fingerprints[i]) != 0;
  }

  const extract_options options_;
  const dedup_scope dedup_;
  const known_redirects known_;
  const std::unique_ptr<const url_filter> filter_;
  const std::uint64_t seed_ = process_seed();
  reference_extractor stage_;
  page_stream stream_;
  const page_stream::document_consumer read_ = [this](const document& opened) { read(opened); };

  batch work_;  // has the counts of all pages
  fingerprint_set seen_;
  std::unordered_set<fingerprint, low_half> kept_back_;  // in `seen_`, but not delivered yet
  std::unique_ptr<bool[]> is_new_;
  std::size_t is_new_size_ = 0;
  const url_consumer* take_ = nullptr;
  bool stopped_ = false;
};

result<extractor> extractor::make(const extract_options& options, dedup_scope dedup, known_redirects known) {
  extract_options of_pages = for_pages(options);
  if (result<void> status = check_options(of_pages).and_then([&] { return load_rules(of_pages.url); });
      !status)
    return tl::unexpected(std::move(status.error()));
  if (known.table() == nullptr &&
      (options.url.ladder == rung::protocol || !options.redirects.read_from.empty())) {
    result<known_redirects> loaded = known_redirects::load(of_pages.url, options.redirects,
                                                           options.output.memory, options.output.temporary);
    if (!loaded) return tl::unexpected(std::move(loaded.error()));
    known = std::move(*loaded);
  }
  result<std::unique_ptr<const url_filter>> filter = url_filter::make(of_pages.filters, nullptr);
  if (!filter) return tl::unexpected(std::move(filter.error()));
  return extractor(std::make_unique<state>(of_pages, dedup, std::move(known), std::move(*filter)));
}

extractor::extractor(std::unique_ptr<state> impl) : state_(std::move(impl)) {}
extractor::extractor(extractor&&) noexcept = default;
extractor& extractor::operator=(extractor&&) noexcept = default;
extractor::~extractor() = default;

bool extractor::run(const page& whole, const url_consumer& take) {
  return state_->run(whole, take);
}
void extractor::begin(const page& metadata) {
  state_->begin(metadata);
}
bool extractor::feed(std::string_view bytes, const url_consumer& take) {
  return state_->feed(bytes, take);
}
bool extractor::end(const url_consumer& take) {
  return state_->end(take);
}
const stats& extractor::counted() const {
  return state_->counted();
}
void extractor::forget() {
  state_->forget();
}

}  // namespace urlsieve
