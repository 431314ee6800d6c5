#include "src/cli/line_command.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "src/cli/closing_line.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/stats_text.hpp"
#include "src/input/lists/list_source.hpp"
#include "src/input/lists/named_paths.hpp"

namespace urlsieve::cli {
namespace {

error read_error(std::string_view file, int exhaustion) {
  std::string message("cannot read ");
  message.append(file == "-" ? "standard input" : file).append(": ");
  return {error_code::cannot_read, message + std::system_category().message(exhaustion)};
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
  int exhaustion = 0;
  read_ahead ahead;
  if (line_buffered_) ahead.patience = std::chrono::milliseconds(0);
  std::unique_ptr<byte_source> source =
      byte_source::open(file, counted, nullptr, std::move(ahead), &exhaustion);
  if (exhaustion != 0) return tl::unexpected(read_error(file, exhaustion));
  return source ? as_list(std::move(source)) : nullptr;
}

result<void> reference_lines::check_read(const byte_source& source) {
  if (source.exhaustion() == 0) return {};
  return tl::unexpected(read_error(source.name(), source.exhaustion()));
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

result<int> line_command::execute() {
  const closing_line closing(references_.quiet);
  references_.set_output(out_);
  if (const result<void> opened = prepare().and_then([this] { return references_.open(counted_); }); !opened)
    return tl::unexpected(opened.error());
  result<void> ended = read();
  const result<void> finished = finish();
  if (ended) ended = finished;
  if (!references_.quiet) {
    print_totals();
    for (const damage_example& example : counted_.examples) print_message(damage_line(example));
  }
  const result<void> written = out_.flush();
  if (written && ended) closing.print(summary());
  return code_after(written ? ended : written, code());
}

result<void> line_command::read() {
  const result<bool> more = begin();
  if (!more) return tl::unexpected(more.error());
  if (!*more) return {};
  return references_.each(longest(), counted_,
                          [this](const input_reference& reference) { return take(reference); });
}

std::string line_command::summary() const {
  return lines_summary(references_.count(), rejected_);
}

int line_command::code() const {
  return rejected_ != 0 || counted_.total_damage() != 0 ? some_damaged : all_read;
}

}  // namespace urlsieve::cli
