#include "src/cli/reference_lines.hpp"

namespace urlsieve::cli {

std::string given_reference::place() const {
  const std::string counted = std::to_string(number);
  if (is_argument) return "argument " + counted;
  return (file.empty() ? "" : std::string(file) + ": ") + "line " + counted;
}

void reference_lines::declare(CLI::App& app, const std::string& what) {
  app.add_option("--lines", files_, what + " from the lines of FILE, compressed or not (-: standard input)")
      ->allow_extra_args(false)
      ->type_name("FILE");
}

result<void> reference_lines::open(stats& counted) {
  for (const std::string& file : files_) {
    std::unique_ptr<byte_source>& source = opened_.emplace_back(byte_source::open(file, counted));
    if (source) continue;
    const std::string why = counted.examples.empty() ? "" : ": " + counted.examples.back().detail;
    return tl::make_unexpected(error{error_code::usage, "--lines: cannot read " + file + why});
  }
  return {};
}

}  // namespace urlsieve::cli
