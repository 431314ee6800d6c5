// The frame of the subcommands that read references line for line: normalize, resolve, parse, compare, get.
#ifndef URLSIEVE_CLI_LINE_COMMAND_HPP
#define URLSIEVE_CLI_LINE_COMMAND_HPP

#include <CLI/App.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/console.hpp"
#include "src/cli/line_reader.hpp"
#include "src/cli/line_writer.hpp"
#include "src/input/byte_source.hpp"
#include "src/url/parse/repair.hpp"
#include "src/url/parse/typed_reference.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

// A reference: an argument, or a line of an input.
struct input_reference {
  std::string_view text;  // valid until the next reference
  bool too_long = false;  // then `text` may be empty
  std::string_view file;  // from --files-from; empty: standard input, or an argument
  std::uint64_t number = 0;
  bool is_argument = false;
  bool is_blank = false;  // a line with nothing but white space

  // Returns "line 3", "FILE: line 3" or "argument 2".
  [[nodiscard]] std::string place() const;
};

// Reads the references for the subcommands: first the arguments ("-": the lines of standard input), then the
// lines of the files of --files-from; without either, standard input. Removes white space, "<>", quotes and
// "url:" around a reference (src/url/parse/typed_reference.hpp).
class reference_lines {
 public:
  // `removes_wrappers`: removes the wrappers around a reference; false for lines with several references.
  explicit reference_lines(bool removes_wrappers = true) : removes_wrappers_(removes_wrappers) {}

  // Adds --files-from, --line-buffered and --quiet.
  void declare(CLI::App& app, const std::string& noun);

  std::vector<std::string> arguments;
  bool quiet = false;

  // Sets the output for the results: `out` writes each line at once with --line-buffered, otherwise whenever
  // the input pauses.
  void set_output(line_writer& out) {
    if (line_buffered_) out.set_line_buffered();
    if (!before_waiting_) before_waiting_ = [&out] { static_cast<void>(out.flush()); };
  }

  // Sets a function to call before the input is waited for, instead of the flush. Call before set_output().
  void set_wait_callback(std::function<void()> callback) { before_waiting_ = std::move(callback); }

  [[nodiscard]] bool is_line_buffered() const { return line_buffered_; }

  // Returns the number of references passed to `take`.
  [[nodiscard]] std::uint64_t count() const { return count_; }

  [[nodiscard]] bool has_files() const { return !files_.empty(); }

  // Opens the files; call before each(). Fails with error_code::usage for a missing file or a directory, and
  // with error_code::cannot_read for an unreadable file or lack of resources
  // (src/text/resource_exhaustion.hpp).
  [[nodiscard]] result<void> open(stats& counted);

  // Passes the references to `take` until it returns false. References longer than `longest` are marked too
  // long. Fails with error_code::cannot_read if resources run out.
  template <class Take>
  [[nodiscard]] result<void> each(std::size_t longest, stats& counted, const Take& take);

 private:
  // Opens one input. Returns null if it cannot be opened, which is counted.
  [[nodiscard]] result<std::unique_ptr<byte_source>> open_input(const std::string& file,
                                                                stats& counted) const;
  [[nodiscard]] static result<void> check_read(const byte_source& source);

  // Reads one input. Returns false if `take` wants no more.
  template <class Take>
  [[nodiscard]] result<bool> read(byte_source& source, std::string_view file, std::size_t longest,
                                  stats& counted, const Take& take);

  bool removes_wrappers_;
  bool line_buffered_ = false;
  std::function<void()> before_waiting_;
  std::uint64_t count_ = 0;
  std::vector<std::string> files_;
  std::vector<std::unique_ptr<byte_source>> opened_;
};

template <class Take>
result<void> reference_lines::each(std::size_t longest, stats& counted, const Take& take) {
  const auto read_standard_input = [&]() -> result<bool> {
    const result<std::unique_ptr<byte_source>> source = open_input("-", counted);
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
    const std::string_view text = removes_wrappers_ ? typed_reference(argument) : std::string_view(argument);
    ++count_;
    if (!take({text, text.size() > longest, "", number, true})) return {};
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const result<bool> more = read(*opened_[i], files_[i] == "-" ? "" : files_[i], longest, counted, take);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
  }
  if (!arguments.empty() || !files_.empty()) return {};
  if (!quiet) print_input_hint();
  const result<bool> read_whole = read_standard_input();
  return read_whole ? result<void>() : tl::unexpected(read_whole.error());
}

template <class Take>
result<bool> reference_lines::read(byte_source& source, std::string_view file, std::size_t longest,
                                   stats& counted, const Take& take) {
  line_reader lines(source, longest, counted, before_waiting_);
  input_reference reference;
  reference.file = file;
  while (const auto line = lines.next()) {
    const std::string_view text = line->text;
    reference.text = removes_wrappers_ ? typed_reference(text) : text;
    reference.too_long = line->too_long;
    reference.is_blank =
        !line->too_long && (text.empty() || text.front() <= ' ') && end_of_leading_space(text) == text.size();
    ++reference.number;
    ++count_;
    if (!take(reference)) return false;
  }
  return check_read(source).map([] { return true; });
}

class line_command : public command {
 public:
  // Calls the functions below in their order, prints damage of the inputs, and flushes the output. The exit
  // code is that of the first error: of the output, else of the functions, else code().
  result<int> execute() override;

 protected:
  // `removes_wrappers`: see reference_lines.
  explicit line_command(const command_words& words, bool removes_wrappers = true)
      : command(words), references_(removes_wrappers) {}

  // Called before the files of references are opened. An error ends the subcommand.
  [[nodiscard]] virtual result<void> prepare() = 0;

  // Called when all files are open. Returns false if the subcommand reads no references.
  [[nodiscard]] virtual result<bool> begin() { return true; }

  // Returns the longest reference, in bytes. Longer references are marked as too long.
  [[nodiscard]] virtual std::size_t longest() const = 0;

  // Takes one reference and prints its result. Returns false if the subcommand needs no further references.
  [[nodiscard]] virtual bool take(const input_reference& reference) = 0;

  // Called after the last reference, and after an error of reading. Returns the first error of take().
  [[nodiscard]] virtual result<void> finish() { return {}; }

  // Prints messages about all references.
  virtual void print_totals() const {}

  // Returns the text of the closing line.
  [[nodiscard]] virtual std::string summary() const;

  // Returns the exit code without errors.
  [[nodiscard]] virtual int code() const;

  reference_lines references_;
  line_writer out_;
  stats counted_;               // damage of the inputs
  std::uint64_t rejected_ = 0;  // references

 private:
  [[nodiscard]] result<void> read();
};

}  // namespace urlsieve::cli

#endif
