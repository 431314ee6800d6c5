// The frame of the subcommands that read references line for line: normalize, resolve, parse, compare, get.
#ifndef URLSIEVE_CLI_LINE_COMMAND_HPP
#define URLSIEVE_CLI_LINE_COMMAND_HPP

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/cli/command.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/reference_lines.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

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

  // Called behind the last reference, and after an error of reading. Returns the first error of take().
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
