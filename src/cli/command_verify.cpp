// urlsieve verify: checks output directories against their manifests.

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "src/cli/console.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/help/flag_text.hpp"
#include "src/cli/line_writer.hpp"
#include "src/cli/reader_flags.hpp"
#include "src/cli/watched_command.hpp"
#include "src/text/encodings/visible.hpp"
#include "urlsieve/verify_shards.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array<std::string_view, 1> verify_paragraphs{
    "Reads all of each DIR, and checks the names of files, _SUCCESS and its checksum, the manifest, and "
    "for each shard the size, checksum, lines, columns, first and last URL, the order of the URLs, no "
    "duplicates, and that each URL belongs to its shard. Of a web graph, checks sizes, checksums, "
    "columns, ids, order, and degrees against edges. Prints one line for each fault, nothing else."};
constexpr std::array<help_example, 1> verify_examples{
    {{"An output before a transfer", "urlsieve verify links"}}};
constexpr std::array<explained_word, 4> verify_exit_codes{{
    {"0", "there are no faults"},
    {"1", "a fault was found"},
    {"2", "wrong usage, or no such DIR"},
    {"3", "the check failed"},
}};
constexpr std::array<std::string_view, 2> verify_common{"--on-error", "--quiet"};
constexpr command_words words_of_verify{"verify",        "check a run or a web graph against its manifest",
                                        verify_common,   verify_paragraphs,
                                        verify_examples, verify_exit_codes};

class verify_command final : public watched_command {
 public:
  verify_command() : watched_command(words_of_verify) {}

  void declare(CLI::App& flags) override {
    flags.add_option("DIR", directories_, "Output directories")->required()->type_name("");
    add_threads_flag(flags, threads_);
    add_memory_flag(flags, memory_);
    add_mark_flag(flags, mark_);
    add_request_flags(flags, remote_);
    declare_watch(flags, "Return only the exit code");
  }

  result<int> execute() override {
    const closing_line closing(quiet());
    const result<verify_report> report = watch(task::verifying, remote_, [this] {
      return verify_shards(directories_, threads_, mark_, &monitor(), memory_, remote_);
    });
    if (!report) return tl::unexpected(report.error());
    line_writer out;
    if (!quiet())
      for (const std::string& fault : report->faults) out.add(visible(in_flags(fault)));
    if (const result<void> written = out.flush();
        !written && written.error().code != error_code::closed_output)
      return tl::unexpected(written.error());
    closing.print(verify_summary(*report, monitor().stored_bytes_total));
    return report->faults.empty() ? all_read : some_damaged;
  }

 private:
  std::vector<std::string> directories_;
  unsigned threads_ = 0;
  std::uint64_t memory_ = 0;
  remote_options remote_;
  success_marker_policy mark_ = success_marker_policy::required;
};

}  // namespace

std::unique_ptr<command> make_verify_command() {
  return std::make_unique<verify_command>();
}

}  // namespace urlsieve::cli
