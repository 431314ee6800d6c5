#include "urlsieve/url_batch.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/pipeline/outputs/origin_values.hpp"
#include "src/url/normalize/surt.hpp"
#include "src/url/url_columns.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// Returns false for columns that are known only at the end of a run, or only in the store.
bool is_of_reference(field name) {
  return name != field::shard && name != field::count && name != field::sources && name != field::resolved;
}

void append_flags(std::uint16_t flags, std::string& out) {
  const std::size_t begin = out.size();
  flag::each_name(flags,
                  [&](std::string_view name) { out.append(out.size() == begin ? "" : ",").append(name); });
}

void append_key(std::string_view url, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + surt_room(url.size()));
  out.resize(begin + write_surt(url, out.data() + begin));
}

std::string_view text_of(const sieved_url& found, field name) {
  switch (name) {
    case field::url:
      return found.url;
    case field::raw:
      return found.raw;
    case field::source:
      return found.source;
    case field::where:
      return found.where;
    case field::delimited:
      return name_of(found.delimited);
    case field::rel:
      return found.rel;
    case field::text:
      return found.text;
    case field::message_id:
      return found.message_id;
    case field::part:
      return found.part;
    case field::column:
      return found.column;
    default:
      return {};
  }
}

}  // namespace

result<url_batch> url_batch::with(std::span<const field> columns) {
  url_batch made;
  for (const field name : columns) {
    if (!is_of_reference(name))
      return tl::unexpected(
          error{error_code::usage, "a single reference has no field \"" + std::string(name_of(name)) + "\""});
    made.columns_.emplace_back().name = name;
  }
  if (made.columns_.empty()) return tl::unexpected(error{error_code::usage, "no fields are requested"});
  return made;
}

void url_batch::add(const sieved_url& found) {
  std::optional<url_columns> split;
  for (batch_column& each : columns_) {
    bool is_there = true;
    if (each.is_number()) {
      const std::optional<std::uint64_t> number =
          each.name == field::offset ? found.offset : origin_number(found, each.name);
      is_there = number.has_value();
      each.numbers.push_back(number.value_or(0));
    } else {
      if (each.name == field::flags) {
        append_flags(found.flags, each.bytes);
      } else if (each.name == field::key) {
        append_key(found.url, each.bytes);
      } else if (is_of_url(each.name)) {
        if (!split) split.emplace(found.url);
        std::string room;
        const std::string_view value = split->value(each.name, room);
        is_there = value.data() != nullptr;
        each.bytes.append(value);
      } else {
        const std::string_view value =
            is_provenance(each.name) ? origin_text(found, each.name) : text_of(found, each.name);
        is_there = !value.empty();
        each.bytes.append(value);
      }
      each.ends.push_back(each.bytes.size());
    }
    if (!each.is_nullable()) continue;
    if (size_ % 8 == 0) each.present.push_back(0);
    if (is_there) each.present.back() = static_cast<std::uint8_t>(each.present.back() | 1U << (size_ % 8));
  }
  ++size_;
}

void url_batch::clear() {
  for (batch_column& each : columns_) {
    each.bytes.clear();
    each.ends.resize(1);
    each.numbers.clear();
    each.present.clear();
  }
  size_ = 0;
}

const batch_column* url_batch::column(field name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const batch_column& one) { return one.name == name; });
  return found == columns_.end() ? nullptr : &*found;
}

}  // namespace urlsieve
