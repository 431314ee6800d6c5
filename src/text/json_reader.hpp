// Reads the JSON that json_writer writes (RFC 8259 without signs and fractions), whole and strictly: what is
// not that, ends early or goes on behind the end is an error with its place.
#ifndef URLSIEVE_TEXT_JSON_READER_HPP
#define URLSIEVE_TEXT_JSON_READER_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// A value with all that is in it. Which members matter depends on `is`.
struct json_value {
  enum class kind : std::uint8_t { null, truth, number, text, list, object };

  kind is = kind::null;
  bool truth = false;
  std::uint64_t number = 0;
  std::string text;
  std::vector<json_value> items;   // of a list or an object
  std::vector<std::string> names;  // of the items of an object, each once

  // The member of that name, or null.
  [[nodiscard]] const json_value* find(std::string_view name) const;

  // What the member of that name is; empty, nothing, false where there is none of this kind.
  [[nodiscard]] std::string text_of(std::string_view name) const;
  [[nodiscard]] std::optional<std::uint64_t> number_of(std::string_view name) const;
  [[nodiscard]] bool truth_of(std::string_view name) const;

  // As JSON on one line, the way json_writer writes it.
  [[nodiscard]] std::string dump() const;
};

// error_code::cannot_read says what is wrong and at which byte.
[[nodiscard]] result<json_value> read_json(std::string_view text);

}  // namespace urlsieve

#endif
