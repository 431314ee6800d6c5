// The rows whose URLs a conversion rejects: counts by reason, and the first rows in the order of the input.
#ifndef URLSIEVE_DATASETS_REJECTED_ROWS_HPP
#define URLSIEVE_DATASETS_REJECTED_ROWS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Returns true for reasons that an option of the run requests: the URLs are dropped on purpose.
[[nodiscard]] bool is_requested(rejection why);

class rejected_rows {
 public:
  struct row {
    std::uint64_t order = 0;  // in the input
    rejection why = rejection::none;
    std::string place;  // file and row
    std::string url;
  };

  // Keeps the first `most` rows that no option requests.
  explicit rejected_rows(std::size_t most) : most_(most) {}

  // Adds a row with `count` references. `place` is called only if the row is kept.
  template <class Place>
  void add(std::uint64_t order, rejection why, std::uint64_t count, std::string_view url,
           const Place& place) {
    counts_[static_cast<std::size_t>(why)] += count;
    rows_ += is_requested(why) ? 0 : 1;
    add_example(order, why, url);
    if (is_requested(why) || (first_.size() == most_ && order > first_.back().order)) return;
    insert({order, why, place(), std::string(url)});
  }
  void add(const rejected_rows& more);

  // Return the number of rows whose rejection no option requests, and the number of their references.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] std::uint64_t references() const;
  // Returns the first of these rows, ascending by order.
  [[nodiscard]] const std::vector<row>& first() const { return first_; }

  // Moves the references from the kept references of `output` to the rejected references, and adds examples.
  void note(manifest& output) const;

 private:
  struct example {
    std::uint64_t order = 0;
    std::string text;
  };

  void insert(row&& rejected);
  void add_example(std::uint64_t order, rejection why, std::string_view url);

  std::size_t most_;
  std::vector<row> first_;
  std::uint64_t rows_ = 0;
  std::array<std::uint64_t, rejection_count> counts_{};
  std::array<std::vector<example>, rejection_count> examples_;  // the first different URLs of each reason
};

}  // namespace urlsieve

#endif
