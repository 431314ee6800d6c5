// Reads the JSON that json_writer writes (RFC 8259 without signs and fractions). Reading is strict: other
// syntax, an early end, and bytes after the end are errors with their place. Also errors: values nested
// deeper than 16 levels, objects of more than 4096 members, repeated names, and numbers above 2^64 - 1.
#ifndef URLSIEVE_TEXT_JSON_JSON_READER_HPP
#define URLSIEVE_TEXT_JSON_JSON_READER_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// A value with its content. The kind `is` determines the valid members.
struct json_value {
  enum class kind : std::uint8_t { null, truth, number, text, list, object };

  kind is = kind::null;
  bool truth = false;
  std::uint64_t number = 0;
  std::string text;
  std::vector<json_value> items;   // items of a list or an object
  std::vector<std::string> names;  // unique names of the items of an object

  // Returns the member with the name; null if the value has no such member or is no object. The pointer is
  // valid until the value changes.
  [[nodiscard]] const json_value* find(std::string_view name) const;

  // Return the value of the member with the name; empty, nullopt or false if no such member has the type.
  [[nodiscard]] std::string text_of(std::string_view name) const;
  [[nodiscard]] std::optional<std::uint64_t> number_of(std::string_view name) const;
  [[nodiscard]] bool truth_of(std::string_view name) const;

  // Returns the value as JSON on one line, in the format of json_writer.
  [[nodiscard]] std::string dump() const;
};

// Parses `text`. Fails with error_code::cannot_read, whose message names the fault and its byte.
[[nodiscard]] result<json_value> read_json(std::string_view text);

}  // namespace urlsieve

#endif
