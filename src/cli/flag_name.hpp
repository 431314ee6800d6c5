// Converts the name of a library option to its flag: "fold_www" to "--fold-www".
#ifndef URLSIEVE_CLI_FLAG_NAME_HPP
#define URLSIEVE_CLI_FLAG_NAME_HPP

#include <algorithm>
#include <string>
#include <string_view>

namespace urlsieve::cli {

[[nodiscard]] inline std::string flag_of(std::string_view option) {
  std::string flag = "--";
  flag += option;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

}  // namespace urlsieve::cli

#endif
