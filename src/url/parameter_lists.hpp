// The parameters that url_options::drop_params and keep_params name: those of http and https URLs go or stay.
#ifndef URLSIEVE_URL_PARAMETER_LISTS_HPP
#define URLSIEVE_URL_PARAMETER_LISTS_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class parameter_lists {
 public:
  explicit parameter_lists(const url_options& options);

  [[nodiscard]] bool any() const { return !drop_.empty() || !keep_.empty(); }

  // As a convention rewrites a URL (conventions.hpp).
  [[nodiscard]] std::size_t fold(char* url, std::size_t size) const;

 private:
  struct names {
    std::vector<std::string> whole;  // in lower case, in order
    std::vector<std::string> begins;
    [[nodiscard]] bool empty() const { return whole.empty() && begins.empty(); }
    [[nodiscard]] bool has(std::string_view name) const;
  };
  [[nodiscard]] static names names_of(const std::vector<std::string>& listed);

  names drop_;
  names keep_;
};

// Adds a name as it is typed, or, of "@FILE", those of the file, one a line ("#" begins a comment). Names are
// of what may stand before the "=" of a parameter; "*" only at the end. error_code::usage names the file and
// line, cannot_open the file.
[[nodiscard]] result<void> add_parameter_names(std::string_view typed, std::vector<std::string>& to);

}  // namespace urlsieve

#endif
