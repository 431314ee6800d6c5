// Applies url_options::drop_params and keep_params to the queries of http and https URLs. Removes a parameter
// if drop_params lists its name, or if keep_params lists only other names. Names ignore case; "*" at the end
// matches any suffix.
#ifndef URLSIEVE_URL_CONVENTIONS_PARAMETER_LISTS_HPP
#define URLSIEVE_URL_CONVENTIONS_PARAMETER_LISTS_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct url_options;

class parameter_lists {
 public:
  explicit parameter_lists(const url_options& options);

  // Returns true if fold() may remove parameters.
  [[nodiscard]] bool any() const { return !drop_.empty() || !keep_.empty(); }

  // Removes parameters from `url` in place and returns the new size, as a convention does (conventions.hpp).
  [[nodiscard]] std::size_t fold(char* url, std::size_t size) const;

 private:
  struct names {
    std::vector<std::string> whole;  // lower case, sorted
    std::vector<std::string> begins;
    [[nodiscard]] bool empty() const { return whole.empty() && begins.empty(); }
    [[nodiscard]] bool has(std::string_view name) const;
  };
  [[nodiscard]] static names names_of(const std::vector<std::string>& listed);

  names drop_;
  names keep_;
};

// Returns FILE if `typed` is "@FILE", or else an empty text.
[[nodiscard]] std::string_view file_of_names(std::string_view typed);

// Adds the name `typed`, or for "@FILE" the names in the file, one per line ("#" begins a comment). A name
// has only characters that are valid before the "=" of a parameter, and "*" only at the end. Fails with
// error_code::usage (names the file and line) or cannot_open.
[[nodiscard]] result<void> add_parameter_names(std::string_view typed, std::vector<std::string>& names);

// The same for names of index pages: last segments of paths, "home.html".
[[nodiscard]] result<void> add_index_names(std::string_view typed, std::vector<std::string>& names);

}  // namespace urlsieve

#endif
