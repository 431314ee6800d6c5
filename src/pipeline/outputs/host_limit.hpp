// The limits of URLs per host and per registrable domain (filter_options::max_per_host, max_per_domain).
#ifndef URLSIEVE_PIPELINE_HOST_LIMIT_HPP
#define URLSIEVE_PIPELINE_HOST_LIMIT_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/dedup/hash_counts.hpp"
#include "src/pipeline/memory_budget.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// The hashes (XXH3-64) of the host of a URL, and of its registrable domain. A URL without a host has hashes
// of its own.
struct host_hashes {
  std::uint64_t host = 0;
  std::uint64_t domain = 0;
};

class host_limit {
 public:
  explicit host_limit(const filter_options& limits)
      : max_per_host_(limits.max_per_host), max_per_domain_(limits.max_per_domain) {}

  [[nodiscard]] bool is_set() const { return max_per_host_ != 0 || max_per_domain_ != 0; }
  [[nodiscard]] bool has_both() const { return max_per_host_ != 0 && max_per_domain_ != 0; }
  [[nodiscard]] std::uint64_t max_per_host() const { return max_per_host_; }
  [[nodiscard]] std::uint64_t max_per_domain() const { return max_per_domain_; }

  // Returns the hashes of the limits that are set; a limit of 0 leaves its hash 0. Uses `storage`.
  [[nodiscard]] host_hashes hashes_of(std::string_view url, std::string& storage) const;

  // Counts a dropped URL.
  static void count_dropped(bool by_host, stats& counted, std::uint64_t times = 1) {
    counted.pass_over("url", by_host ? "host-full" : "domain-full", times);
  }

 private:
  std::uint64_t max_per_host_;    // 0: no limit
  std::uint64_t max_per_domain_;  // 0: no limit
};

// Applies the limits to distinct URLs that come in input order. One thread at a time may use an object.
class host_counter {
 public:
  explicit host_counter(const filter_options& limits) : limit_(limits) {}

  [[nodiscard]] bool is_set() const { return limit_.is_set(); }

  // Returns true if the limits allow `url`, which then counts; else counts `url` as dropped.
  [[nodiscard]] bool admits(std::string_view url, stats& counted);

  // Fails with error_code::out_of_memory if the counts take more than a quarter of the memory.
  [[nodiscard]] result<void> check(const memory_budget& memory) const;

 private:
  host_limit limit_;
  hash_counts hosts_;
  hash_counts domains_;
  std::string storage_;
};

}  // namespace urlsieve

#endif
