#include "src/cli/url_row.hpp"

#include "src/url/url_columns.hpp"

namespace urlsieve::cli {

std::string_view url_row::of(std::string_view url) {
  row_.clear();
  if (url.empty()) return row_;
  url_columns split(url);
  for (const field name : fields_) {
    if (name == field::url)
      row_ += url;
    else
      row_ += split.value(name == field::key ? field::surt : name, room_);
    row_ += '\t';
  }
  row_.pop_back();
  return row_;
}

}  // namespace urlsieve::cli
