// The limits of URLs per host and per registrable domain (filter_options::max_per_host, max_per_domain).
#ifndef URLSIEVE_PIPELINE_HOST_LIMIT_HPP
#define URLSIEVE_PIPELINE_HOST_LIMIT_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/dedup/fingerprint_counts.hpp"
#include "src/pipeline/memory_budget.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

enum class limited_part : std::uint8_t { host, domain };

// A URL exceeds the limit of its host if max_per_host URLs of the host precede the URL in the input. A URL
// exceeds the limit of its domain if max_per_domain URLs of the domain precede the URL that do not exceed the
// limits of their hosts.
class host_limit {
 public:
  explicit host_limit(const filter_options& limits)
      : max_per_host_(limits.max_per_host), max_per_domain_(limits.max_per_domain) {}

  [[nodiscard]] bool is_set() const { return max_per_host_ != 0 || max_per_domain_ != 0; }
  // Returns the maximum number of URLs; 0: no limit.
  [[nodiscard]] std::uint64_t most(limited_part part) const {
    return part == limited_part::host ? max_per_host_ : max_per_domain_;
  }

  // Returns the fingerprint of the host or domain of `url`, or of the whole URL if it has no host. The seed
  // is secret, so that no page can use up the limit of another host. Uses `storage`.
  [[nodiscard]] fingerprint part_of(std::string_view url, limited_part part, std::string& storage) const;

  // Counts dropped URLs.
  static void count_dropped(limited_part part, stats& counted, std::uint64_t times = 1) {
    counted.count_skipped("url", part == limited_part::host ? "host-full" : "domain-full", times);
  }

 private:
  std::uint64_t max_per_host_;
  std::uint64_t max_per_domain_;
  std::uint64_t seed_ = process_seed();
};

// Applies the limits to distinct URLs that come in input order. One thread at a time may use an object.
class host_counter {
 public:
  explicit host_counter(const filter_options& limits) : limit_(limits) {}

  [[nodiscard]] bool is_set() const { return limit_.is_set(); }

  // Returns true if the limits allow `url`, which then counts; else counts `url` as dropped.
  [[nodiscard]] bool admits(std::string_view url, stats& counted);

  // Fails with error_code::out_of_memory if the counts may soon take more than a quarter of the memory.
  [[nodiscard]] result<void> check(const memory_budget& memory) const;

 private:
  [[nodiscard]] bool is_full(std::string_view url, limited_part part, fingerprint_counts& counts);

  host_limit limit_;
  fingerprint_counts hosts_;
  fingerprint_counts domains_;
  std::string storage_;
};

}  // namespace urlsieve

#endif
