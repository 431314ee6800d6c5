#include "src/cli/reference_lines.hpp"

#include "src/cli/line_reader.hpp"
#include "src/url/repair.hpp"
#include "src/url/typed_reference.hpp"

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

void reference_lines::each(std::size_t longest, stats& counted,
                           const std::function<bool(const given_reference&)>& take) {
  const auto read_standard_input = [&] {
    const std::unique_ptr<byte_source> source = byte_source::open("-", counted);
    return !source || read(*source, "", longest, counted, take);
  };
  std::uint64_t number = 0;
  for (const std::string& argument : arguments) {
    ++number;
    if (argument == "-") {
      if (!read_standard_input()) return;
      continue;
    }
    const std::string_view text = taken_off_ ? typed_reference(argument) : std::string_view(argument);
    if (!take({text, text.size() > longest, "", number, true})) return;
  }
  for (std::size_t i = 0; i < files_.size(); ++i)
    if (!read(*opened_[i], files_[i] == "-" ? "" : files_[i], longest, counted, take)) return;
  if (arguments.empty() && files_.empty()) static_cast<void>(read_standard_input());
}

bool reference_lines::read(byte_source& source, std::string_view file, std::size_t longest, stats& counted,
                           const std::function<bool(const given_reference&)>& take) const {
  line_reader lines(source, longest, counted);
  std::uint64_t number = 0;
  while (const auto line = lines.next()) {
    const std::string_view text = taken_off_ ? typed_reference(line->text) : line->text;
    const bool is_blank = !line->too_long && first_written(line->text) == line->text.size();
    if (!take({text, line->too_long, file, ++number, false, is_blank})) return false;
  }
  return true;
}

}  // namespace urlsieve::cli
