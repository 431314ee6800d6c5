// urlsieve diff: prints the differences between two output directories.
#include <fmt/core.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/cli/amounts.hpp"
#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "urlsieve/diff_shards.hpp"
#include "urlsieve/enum_table.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 2> diff_paragraphs{
    "Prints a line for each difference: -, TAB and the row if only A has the row; +, TAB and the row if only "
    "B has the row; ~, TAB, the URL and both counts if the counts of a URL differ, and both have the field "
    "count. Rows stream, in the order of A.",
    "A and B may have different numbers of shards, and different partitions. The options that shape a URL "
    "(ladder, conventions ...) must be the same, and so must the order: bytes or surt."};
constexpr std::array<help_example, 3> diff_examples{{
    {"Added and removed rows", "urlsieve diff monday tuesday"},
    {"Number of differences", "urlsieve diff --summary monday tuesday"},
    {"Added rows only", "urlsieve diff --only added monday tuesday | cut -f2-"},
}};
constexpr std::array<explained_word, 4> diff_exit_codes{{
    {"0", "there is no difference (with --only: of this kind)"},
    {"1", "there is a difference"},
    {"2", "wrong usage, no such directory, or directories that cannot be compared"},
    {"3", "a directory is damaged or has no _SUCCESS, or reading or writing failed"},
}};
constexpr std::array<std::string_view, 3> diff_common{"--only", "--summary", "--quiet"};
constexpr command_words words_of_diff{"diff",        "report the differences between two runs",
                                      diff_common,   diff_paragraphs,
                                      diff_examples, diff_exit_codes};

constexpr auto difference_words = enum_table<difference>(
    {{difference::removed, "removed"}, {difference::added, "added"}, {difference::changed, "changed"}});
constexpr auto signs = enum_table<difference, char>(
    {{difference::removed, '-'}, {difference::added, '+'}, {difference::changed, '~'}});

class diff_command final : public watched_command {
 public:
  diff_command() : watched_command(words_of_diff) {}

  void declare(CLI::App& flags) override {
    flags.add_option("A", options_.first, "First output directory")->required()->type_name("");
    flags.add_option("B", options_.second, "Output directory to compare with A")->required()->type_name("");
    choices<std::optional<difference>> kinds;
    for (std::size_t i = 0; i < difference_words.size(); ++i)
      kinds.emplace_back(difference_words[i], static_cast<difference>(i));
    add_choice<std::optional<difference>>(flags, "--only", only_, kinds,
                                          "Report only differences of this kind");
    flags.add_flag("--summary", summary_, "Print only the number of differences of each kind");
    add_threads_flag(flags, options_.threads);
    add_memory_flag(flags, options_.memory, "Memory for the whole process");
    add_mark_flag(flags, options_.mark);
    add_request_flags(flags, options_.remote);
    declare_watch(flags, "Return only the exit code");
  }

  result<int> execute() override {
    const closing_line closing(quiet());
    const result<difference_counts> counts = watch(
        task::comparing, options_.remote,
        [this] {
          return diff_shards(
              options_, [this](const row_difference& change) { return take(change); }, &monitor());
        },
        prints_rows());
    if (!counts) {
      static_cast<void>(out_.flush());
      return tl::unexpected(counts.error());
    }
    if (summary_ && !quiet()) {
      for (std::size_t i = 0; i < difference_words.size(); ++i)
        if (is_asked(static_cast<difference>(i)))
          out_.add(fmt::format("{}\t{}", difference_words[i], counts->of[i]));
    }
    if (const result<void> written = out_.flush(); !written) return tl::unexpected(written.error());
    closing.print(fmt::format("{} removed, {} added, {} changed, {} the same", in_thousands(counts->of[0]),
                              in_thousands(counts->of[1]), in_thousands(counts->of[2]),
                              in_thousands(counts->same)));
    const bool differs = only_ ? (*counts)[*only_] != 0 : counts->any();
    return differs ? some_damaged : all_read;
  }

 private:
  [[nodiscard]] bool prints_rows() const { return !quiet() && !summary_; }
  [[nodiscard]] bool is_asked(difference kind) const { return !only_ || *only_ == kind; }

  bool take(const row_difference& change) {
    if (!is_asked(change.kind)) return true;
    if (quiet()) return false;  // one difference decides the exit code
    if (summary_) return true;
    line_.assign(1, signs[static_cast<unsigned>(change.kind)]).append(1, '\t');
    if (change.kind == difference::changed) {
      line_.append(change.url).append(fmt::format("\t{}\t{}", change.before, change.after));
    } else {
      line_.append(change.row);
    }
    out_.add(line_);
    return !out_.failed();
  }

  diff_options options_;
  std::optional<difference> only_;
  bool summary_ = false;
  line_writer out_;
  std::string line_;
};

}  // namespace

std::unique_ptr<command> make_diff_command() {
  return std::make_unique<diff_command>();
}

}  // namespace urlsieve::cli
