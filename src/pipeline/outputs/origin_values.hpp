// Returns values of the columns that describe the origin of a URL.
#ifndef URLSIEVE_PIPELINE_OUTPUTS_ORIGIN_VALUES_HPP
#define URLSIEVE_PIPELINE_OUTPUTS_ORIGIN_VALUES_HPP

#include <cstdint>
#include <optional>
#include <string_view>

#include "urlsieve/options.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve {

// Returns the text; empty if it is absent. Requires: is_provenance(name), and the column is a text.
[[nodiscard]] inline std::string_view origin_text(const sieved_url& found, field name) {
  if (name == field::media_type) return found.media_type();
  if (found.from == nullptr) return {};
  if (name == field::input) return found.from->input;
  return name == field::record_id ? found.from->record_id : found.from->date;
}

// Returns the number; nullopt if it is absent. Requires: is_provenance(name), and the column is a number.
[[nodiscard]] inline std::optional<std::uint64_t> origin_number(const sieved_url& found, field name) {
  if (name == field::line) return found.line == 0 ? std::nullopt : std::optional(found.line);
  if (found.from == nullptr) return std::nullopt;
  if (name == field::record_offset) return found.from->record_offset;
  return name == field::record_length ? found.from->record_length : found.from->status;
}

}  // namespace urlsieve

#endif
