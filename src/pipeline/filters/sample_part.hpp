// Parses the size of a sample.
#ifndef URLSIEVE_PIPELINE_SAMPLE_PART_HPP
#define URLSIEVE_PIPELINE_SAMPLE_PART_HPP

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace urlsieve {

// Returns the fraction of "0.01" or "1%", above 0 and at most 1; nullopt for other texts.
[[nodiscard]] inline std::optional<double> sample_part(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  double part = 0;
  const auto [end, failed] =
      std::from_chars(text.data(), text.data() + text.size(), part, std::chars_format::fixed);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (percent) part /= 100;
  if (!(part > 0) || part > 1) return std::nullopt;
  return part;
}

}  // namespace urlsieve

#endif
