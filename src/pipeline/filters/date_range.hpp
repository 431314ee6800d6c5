// A range of dates whose bounds are periods: "2024-01..2024-03" is January to March 2024.
#ifndef URLSIEVE_PIPELINE_DATE_RANGE_HPP
#define URLSIEVE_PIPELINE_DATE_RANGE_HPP

#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

class date_range {
 public:
  // Reads "FROM..TO", "FROM..", "..TO" or a single period. A bound is a prefix of a date in ISO 8601
  // ("2024", "2024-01-31T12:30Z") or of 14 digits ("20240131"), in UTC. Returns nullopt for other texts, for
  // dates that do not exist, and for a range that ends before it begins.
  [[nodiscard]] static std::optional<date_range> of(std::string_view written);

  // Returns true if the period of `date` (ISO 8601 in UTC, of any precision) and the range have a moment in
  // common.
  [[nodiscard]] bool covers(std::string_view date) const;

 private:
  std::string from_;  // digits; empty: no bound
  std::string to_;
};

}  // namespace urlsieve

#endif
