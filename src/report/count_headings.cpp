#include "src/report/count_headings.hpp"

#include <charconv>
#include <cstdint>

#include "src/report/html_text.hpp"
#include "urlsieve/log_histogram.hpp"

namespace urlsieve {

std::size_t bucket_named(std::string_view name) {
  std::uint64_t least = 0;
  std::from_chars(name.data(), name.data() + name.size(), least);
  return log_histogram::bucket_of(least);
}

std::string sizes_in(std::size_t bucket) {
  const std::uint64_t least = log_histogram::least_of(bucket);
  if (bucket + 1 == log_histogram::buckets) return grouped(least) + " and more";
  const std::uint64_t last = log_histogram::least_of(bucket + 1) - 1;
  return least == last ? grouped(least) : grouped(least) + " to " + grouped(last);
}

}  // namespace urlsieve
