#include "src/records/argument_checks.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "src/input/lists/output_folder.hpp"
#include "src/pipeline/places/place_rows.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view standard_input = "-";

tl::unexpected<error> refuse_argument(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Returns the absolute path without links; empty: unknown.
fs::path resolved(const std::string& path) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(path, failed);
  return failed ? fs::path() : fs::weakly_canonical(absolute, failed);
}

bool find_status(const std::string& rows, struct stat& about) {
  if (rows == standard_input) return ::fstat(STDIN_FILENO, &about) == 0;
  return ::stat(rows.c_str(), &about) == 0;
}

}  // namespace

result<void> check_rows(const std::vector<std::string>& rows) {
  if (rows.empty()) return refuse_argument("no rows are given");
  if (std::count(rows.begin(), rows.end(), standard_input) > 1)
    return refuse_argument("standard input (-) can be read only once");
  for (const std::string& name : rows) {
    std::error_code failed;
    if (name != standard_input && !is_remote_name(name) &&
        fs::status(name, failed).type() == fs::file_type::not_found)
      return tl::unexpected(error{error_code::no_such_input, name + " does not exist"});
  }
  return {};
}

result<void> check_output(const std::string& output, const std::vector<std::string>& rows) {
  const std::string path = resolved(output).string();
  const fs::path parent = path.substr(0, part_name_begin(path));
  struct stat of_output{};
  const bool is_file = ::stat(output.c_str(), &of_output) == 0 && S_ISREG(of_output.st_mode);
  for (const std::string& name : rows) {
    std::error_code failed;
    const std::string directory = directory_of_rows(name);
    if (!directory.empty() && fs::equivalent(directory, parent, failed))
      return refuse_argument(output + " is part of an input: write to another file");
    struct stat of_rows{};
    if (is_file && find_status(name, of_rows) && of_rows.st_dev == of_output.st_dev &&
        of_rows.st_ino == of_output.st_ino)
      return refuse_argument(output + " is an input: write to another file");
  }
  return {};
}

bool have_equal_paths(const std::string& a, const std::string& b) {
  const fs::path path = resolved(a);
  return a == b || (!path.empty() && path == resolved(b));
}

}  // namespace urlsieve
