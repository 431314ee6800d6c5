#include "src/pipeline/rejected_row.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/json/json_string.hpp"

namespace urlsieve {

namespace {

void append_column(std::string_view value, std::string& out) {
  const std::size_t begin = out.size();
  out.append(value);
  std::replace_if(
      out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
      [](char c) { return c == '\t' || c == '\r' || c == '\n'; }, ' ');
  out.push_back('\t');
}

}  // namespace

void rejected_row::append_to(std::string& out, bool json) const {
  if (!json) {
    for (const std::string_view value : {name_of(reason), raw, source, where}) append_column(value, out);
    out.append(std::to_string(offset)).push_back('\n');
    return;
  }
  out.append("{\"reason\":");
  append_json_string(name_of(reason), out);
  out.append(",\"raw\":");
  append_json_string(raw, out);
  out.append(",\"source\":");
  append_json_string(source, out);
  out.append(",\"where\":");
  append_json_string(where, out);
  out.append(",\"offset\":").append(std::to_string(offset)).append("}\n");
}

}  // namespace urlsieve
