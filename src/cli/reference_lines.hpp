// Reads the references for normalize, resolve, parse and compare: first the arguments ("-": the lines of
// standard input), then the lines of the files of --files-from; without either, standard input. Removes white
// space, "<>", quotes and "url:" around a reference (src/url/parse/typed_reference.hpp).
#ifndef URLSIEVE_CLI_REFERENCE_LINES_HPP
#define URLSIEVE_CLI_REFERENCE_LINES_HPP

#include <CLI/App.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/line_reader.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/saying.hpp"
#include "src/input/byte_source.hpp"
#include "src/url/parse/repair.hpp"
#include "src/url/parse/typed_reference.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

struct given_reference {
  std::string_view text;  // valid until the next reference
  bool too_long = false;  // then `text` may be empty
  std::string_view file;  // from --files-from; empty: standard input, or an argument
  std::uint64_t number = 0;
  bool is_argument = false;
  bool is_blank = false;  // a line with nothing but white space

  // Returns "line 3", "FILE: line 3" or "argument 2".
  [[nodiscard]] std::string place() const;
};

class reference_lines {
 public:
  // `taken_off`: removes the wrappers around a reference; false for lines with several references.
  explicit reference_lines(bool taken_off = true) : taken_off_(taken_off) {}

  // Adds --files-from, --line-buffered and --quiet.
  void declare(CLI::App& app, const std::string& what);

  std::vector<std::string> arguments;
  bool quiet = false;

  // Sets the output for the results: `out` writes each line at once with --line-buffered, otherwise whenever
  // the input pauses.
  void written_to(line_writer& out) {
    if (line_buffered_) out.write_each();
    if (!before_waiting_) before_waiting_ = [&out] { static_cast<void>(out.flush()); };
  }

  // Sets a function to call before the input is waited for, instead of the flush. Call before written_to().
  void when_waiting(std::function<void()> call) { before_waiting_ = std::move(call); }

  [[nodiscard]] bool is_line_buffered() const { return line_buffered_; }

  // Returns the number of references passed to `take`.
  [[nodiscard]] std::uint64_t given() const { return given_; }

  [[nodiscard]] bool has_files() const { return !files_.empty(); }

  // Opens the files; call before each(). Fails with error_code::usage for a missing file or a directory, and
  // with error_code::cannot_read for an unreadable file or lack of resources (urlsieve/shortage.hpp).
  [[nodiscard]] result<void> open(stats& counted);

  // Passes the references to `take` until it returns false. References longer than `longest` are marked too
  // long. Fails with error_code::cannot_read if resources run out.
  template <class Take>
  [[nodiscard]] result<void> each(std::size_t longest, stats& counted, const Take& take);

 private:
  // Opens one input. Returns null if it cannot be opened, which is counted.
  [[nodiscard]] result<std::unique_ptr<byte_source>> open_one(const std::string& file, stats& counted) const;
  [[nodiscard]] static result<void> check_read(const byte_source& source);

  // Reads one input. Returns false if `take` wants no more.
  template <class Take>
  [[nodiscard]] result<bool> read(byte_source& source, std::string_view file, std::size_t longest,
                                  stats& counted, const Take& take);

  bool taken_off_;
  bool line_buffered_ = false;
  std::function<void()> before_waiting_;
  std::uint64_t given_ = 0;
  std::vector<std::string> files_;
  std::vector<std::unique_ptr<byte_source>> opened_;
};

template <class Take>
result<void> reference_lines::each(std::size_t longest, stats& counted, const Take& take) {
  const auto read_standard_input = [&]() -> result<bool> {
    const result<std::unique_ptr<byte_source>> source = open_one("-", counted);
    if (!source) return tl::unexpected(source.error());
    return *source ? read(**source, "", longest, counted, take) : true;
  };
  std::uint64_t number = 0;
  for (const std::string& argument : arguments) {
    ++number;
    if (argument == "-") {
      const result<bool> more = read_standard_input();
      if (!more) return tl::unexpected(more.error());
      if (!*more) return {};
      continue;
    }
    const std::string_view text = taken_off_ ? typed_reference(argument) : std::string_view(argument);
    ++given_;
    if (!take({text, text.size() > longest, "", number, true})) return {};
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const result<bool> more = read(*opened_[i], files_[i] == "-" ? "" : files_[i], longest, counted, take);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
  }
  if (!arguments.empty() || !files_.empty()) return {};
  if (!quiet) say_if_typed();
  const result<bool> read_whole = read_standard_input();
  return read_whole ? result<void>() : tl::unexpected(read_whole.error());
}

template <class Take>
result<bool> reference_lines::read(byte_source& source, std::string_view file, std::size_t longest,
                                   stats& counted, const Take& take) {
  line_reader lines(source, longest, counted, before_waiting_);
  given_reference one;
  one.file = file;
  while (const auto line = lines.next()) {
    const std::string_view text = line->text;
    one.text = taken_off_ ? typed_reference(text) : text;
    one.too_long = line->too_long;
    one.is_blank =
        !line->too_long && (text.empty() || text.front() <= ' ') && end_of_leading_space(text) == text.size();
    ++one.number;
    ++given_;
    if (!take(one)) return false;
  }
  return check_read(source).map([] { return true; });
}

}  // namespace urlsieve::cli

#endif
