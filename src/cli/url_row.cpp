#include "src/cli/url_row.hpp"

#include <cstddef>
#include <cstring>

#include "src/url/normalize/surt.hpp"
#include "src/url/url_columns.hpp"

namespace urlsieve::cli {

void url_row::write(std::string_view url, line_writer& out) {
  if (url.empty()) return out.add(url);
  url_columns split(url);
  // No column is longer than the bound for the SURT key.
  char* const begin = out.begin_line(fields_.size() * (surt_room(url.size()) + 1));
  char* end = begin;
  for (const field name : fields_) {
    const std::string_view value =
        name == field::url ? url : split.value(name == field::key ? field::surt : name, buffer_);
    if (!value.empty()) std::memcpy(end, value.data(), value.size());
    end += value.size();
    *end++ = '\t';
  }
  out.end_line(static_cast<std::size_t>(end - begin) - 1);
}

}  // namespace urlsieve::cli
