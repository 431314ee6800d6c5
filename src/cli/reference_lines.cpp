#include "src/cli/reference_lines.hpp"

#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/input/lists/list_source.hpp"
#include "src/input/lists/named_paths.hpp"

namespace urlsieve::cli {

namespace {

error read_error(std::string_view file, int shortage) {
  std::string message("cannot read ");
  message.append(file == "-" ? "standard input" : file).append(": ");
  return {error_code::cannot_read, message + std::system_category().message(shortage)};
}

}  // namespace

std::string input_reference::place() const {
  const std::string counted = std::to_string(number);
  if (is_argument) return "argument " + counted;
  return (file.empty() ? "" : std::string(file) + ": ") + "line " + counted;
}

void reference_lines::declare(CLI::App& app, const std::string& noun) {
  app.add_option("--files-from", files_,
                 "Read " + noun + " from the lines of FILE, compressed or not (-: standard input)")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_flag("--line-buffered", line_buffered_,
               "Write each line as soon as its input is read (default: within 100 ms)");
  app.add_flag("-q,--quiet", quiet, "Report only errors that end the run");
}

result<std::unique_ptr<byte_source>> reference_lines::open_input(const std::string& file,
                                                                 stats& counted) const {
  int shortage = 0;
  read_ahead ahead;
  if (line_buffered_) ahead.patience = std::chrono::milliseconds(0);
  std::unique_ptr<byte_source> source =
      byte_source::open(file, counted, nullptr, std::move(ahead), &shortage);
  if (shortage != 0) return tl::unexpected(read_error(file, shortage));
  return source ? as_list(std::move(source)) : nullptr;
}

result<void> reference_lines::check_read(const byte_source& source) {
  if (source.shortage() == 0) return {};
  return tl::unexpected(read_error(source.name(), source.shortage()));
}

result<void> reference_lines::open(stats& counted) {
  for (const std::string& file : files_) {
    result<std::unique_ptr<byte_source>> source = open_input(file, counted);
    if (!source) return tl::unexpected(source.error());
    if (opened_.emplace_back(*std::move(source))) continue;
    const std::string why = counted.examples.empty() ? "" : ": " + counted.examples.back().detail;
    std::error_code ignored;
    const bool names_no_file = !find_named({&file, 1}) || std::filesystem::is_directory(file, ignored);
    return tl::unexpected(error{names_no_file ? error_code::usage : error_code::cannot_read,
                                "--files-from: cannot read " + file + why});
  }
  return {};
}

}  // namespace urlsieve::cli
