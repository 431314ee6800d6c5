// Splits a URL into output columns; the only definition of the columns.
#ifndef URLSIEVE_URL_URL_COLUMNS_HPP
#define URLSIEVE_URL_URL_COLUMNS_HPP

#include <string>
#include <string_view>

#include "src/url/hosts/host_names.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

class url_columns {
 public:
  // Parses `url` as written; repairs nothing. The bytes must outlive the object.
  explicit url_columns(std::string_view url);
  explicit url_columns(const url_view& parsed) : url_(parsed) {}

  // Returns the value of column `name`, a view into the URL or into `buffer`. The view has null data if the
  // URL has no such column; an existing column may be empty ("http://a/?" has a query). Requires:
  // is_of_url(name). A host column throws as public_suffix_list::system() does.
  [[nodiscard]] std::string_view value(field name, std::string& buffer);

 private:
  struct part;
  [[nodiscard]] const host_names& names();
  [[nodiscard]] std::string_view extension(std::string& buffer) const;

  url_view url_;
  host_names names_;
  bool has_names_ = false;
  bool has_small_name_ = false;  // the host is valid for names_of_plain_host()
};

}  // namespace urlsieve

#endif
