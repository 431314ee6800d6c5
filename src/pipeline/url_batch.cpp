#include "urlsieve/url_batch.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/url/surt.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

constexpr field of_references[] = {field::url,    field::key,        field::raw,       field::source,
                                   field::offset, field::where,      field::delimited, field::rel,
                                   field::text,   field::message_id, field::part,      field::flags};

void append_flags(std::uint16_t flags, std::string& out) {
  const std::size_t begin = out.size();
  for (const flag::named& one : flag::names)
    if ((flags & one.bit) != 0) out.append(out.size() == begin ? "" : ",").append(one.name);
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
    default:
      return {};
  }
}

}  // namespace

result<url_batch> url_batch::with(std::span<const field> columns) {
  url_batch made;
  for (const field name : columns) {
    if (std::find(std::begin(of_references), std::end(of_references), name) == std::end(of_references))
      return tl::unexpected(error{error_code::usage, "a reference that is just met has no field \"" +
                                                         std::string(name_of(name)) + "\""});
    made.columns_.emplace_back().name = name;
  }
  if (made.columns_.empty()) return tl::unexpected(error{error_code::usage, "no fields are asked for"});
  return made;
}

void url_batch::add(const sieved_url& found) {
  for (batch_column& each : columns_) {
    if (each.is_number()) {
      each.numbers.push_back(found.offset);
      continue;
    }
    if (each.name == field::flags)
      append_flags(found.flags, each.bytes);
    else if (each.name == field::key)
      append_key(found.url, each.bytes);
    else
      each.bytes.append(text_of(found, each.name));
    each.ends.push_back(each.bytes.size());
  }
  ++size_;
}

void url_batch::clear() {
  for (batch_column& each : columns_) {
    each.bytes.clear();
    each.ends.resize(1);
    each.numbers.clear();
  }
  size_ = 0;
}

const batch_column* url_batch::column(field name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const batch_column& one) { return one.name == name; });
  return found == columns_.end() ? nullptr : &*found;
}

}  // namespace urlsieve
