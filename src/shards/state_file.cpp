#include "src/shards/state_file.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "src/shards/partition.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"
#include "src/text/saturated_sum.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t state_format = 1;
constexpr std::string_view layer_prefix = "layer-";
constexpr std::size_t least_digits = 6;
constexpr std::size_t checksum_digits = 32;

using value_kind = json_value::kind;

tl::unexpected<error> refuse_state(std::string why) {
  return tl::unexpected(error{error_code::cannot_read, std::move(why)});
}

bool is_checksum(std::string_view text) {
  return text.size() == checksum_digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Returns the member if it is a list; else null.
const json_value* list_in(const json_value& object, std::string_view name) {
  const json_value* const found = object.find(name);
  return found != nullptr && found->is == value_kind::list ? found : nullptr;
}

}  // namespace

std::string layer_name(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string name(layer_prefix);
  name.append(least_digits - std::min(least_digits, digits.size()), '0');
  return name.append(digits);
}

std::uint64_t layer_number(std::string_view name) {
  if (!name.starts_with(layer_prefix)) return 0;
  std::uint64_t number = 0;
  const std::string_view digits = name.substr(layer_prefix.size());
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return parsed.ec == std::errc() && layer_name(number) == name ? number : 0;
}

std::uint64_t state_file::unique() const {
  return std::accumulate(lines.begin(), lines.end(), std::uint64_t{0},
                         [](std::uint64_t a, std::uint64_t b) { return saturated_sum(a, b); });
}

std::string state_file::json(std::string_view version) const {
  json_writer out;
  out.begin_object();
  out.key("format").value(state_format);
  out.key("urlsieve").value(version);
  out.key("layers").begin_array();
  for (const state_layer& layer : layers) {
    out.begin_object(true);
    out.key("name").value(layer.name);
    out.key("xxh128").value(layer.manifest_checksum);
    out.end_object();
  }
  out.end_array();
  out.key("lines").begin_array(true);
  for (const std::uint64_t count : lines) out.value(count);
  out.end_array();
  out.end_object();
  return out.take();
}

result<state_file> read_state_file(std::string_view json) {
  const result<json_value> root = read_json(json);
  if (!root) return tl::unexpected(root.error());
  if (root->number_of("format") != state_format)
    return refuse_state("\"format\" is not known to this version");
  const json_value* const layers = list_in(*root, "layers");
  const json_value* const lines = list_in(*root, "lines");
  if (layers == nullptr || layers->items.empty()) return refuse_state("\"layers\" is missing or empty");
  if (lines == nullptr || lines->items.empty() || lines->items.size() > max_shards)
    return refuse_state("\"lines\" is missing or empty");
  state_file read;
  for (const json_value& entry : layers->items) {
    state_layer layer{entry.text_of("name"), entry.text_of("xxh128")};
    if (layer_number(layer.name) == 0 || !is_checksum(layer.manifest_checksum))
      return refuse_state("\"layers\" has an invalid entry");
    if (std::ranges::find(read.layers, layer.name, &state_layer::name) != read.layers.end())
      return refuse_state("\"layers\" names a layer twice");
    read.layers.push_back(std::move(layer));
  }
  for (const json_value& count : lines->items) {
    if (count.is != value_kind::number) return refuse_state("\"lines\" has an invalid entry");
    read.lines.push_back(count.number);
  }
  return read;
}

}  // namespace urlsieve
