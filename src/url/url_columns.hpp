// A URL split into its columns: the one place that says what each of them is.
#ifndef URLSIEVE_URL_URL_COLUMNS_HPP
#define URLSIEVE_URL_URL_COLUMNS_HPP

#include <string>
#include <string_view>

#include "src/url/host_names.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

class url_columns {
 public:
  // Of a URL as it is written: nothing is repaired. The bytes must outlive this.
  explicit url_columns(std::string_view url);
  explicit url_columns(const url_view& parsed) : url_(parsed) {}

  // Without data where the URL has no such column; it may be empty for that ("http://a/?" has a query). The
  // view points into the URL, or into `room`. REQUIRES: is_of_url(name).
  [[nodiscard]] std::string_view value(field name, std::string& room);

 private:
  [[nodiscard]] const host_names& names();
  [[nodiscard]] std::string_view extension(std::string& room) const;

  url_view url_;
  host_names names_;
  bool has_names_ = false;
  bool has_small_name_ = false;  // the host is one of names_of_plain_host()
};

}  // namespace urlsieve

#endif
