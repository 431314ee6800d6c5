// The contract of a subcommand: it declares its flags, and runs when it was named.
#ifndef URLSIEVE_CLI_COMMAND_HPP
#define URLSIEVE_CLI_COMMAND_HPP

#include <CLI/App.hpp>
// Without these two a subcommand's object file needs main's for the tables of their virtual functions.
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>

namespace urlsieve::cli {

class command {
 public:
  virtual ~command() = default;

  // Adds the subcommand to `app` and keeps it.
  virtual void declare(CLI::App& app) = 0;

  // Whether the subcommand was named on the command line.
  [[nodiscard]] bool named() const { return flags_ != nullptr && flags_->parsed(); }

  // REQUIRES: named(). Returns the exit code.
  [[nodiscard]] virtual int run() = 0;

 protected:
  CLI::App* flags_ = nullptr;
};

[[nodiscard]] std::unique_ptr<command> make_extract_command();
[[nodiscard]] std::unique_ptr<command> make_normalize_command();
[[nodiscard]] std::unique_ptr<command> make_resolve_command();
[[nodiscard]] std::unique_ptr<command> make_parse_command();
[[nodiscard]] std::unique_ptr<command> make_compare_command();
[[nodiscard]] std::unique_ptr<command> make_merge_command();
[[nodiscard]] std::unique_ptr<command> make_verify_command();
[[nodiscard]] std::unique_ptr<command> make_stats_command();

}  // namespace urlsieve::cli

#endif
