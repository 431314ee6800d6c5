#include "src/cli/reader_flags.hpp"

#include <CLI/Option.hpp>
#include <memory>
#include <string_view>

#include "src/cli/flag_values.hpp"
#include "src/cli/option_flags.hpp"
#include "src/codec/compression.hpp"
#include "urlsieve/merge_shards.hpp"
#include "urlsieve/option_table.hpp"

namespace urlsieve::cli {

CLI::Option* add_threads_flag(CLI::App& app, unsigned& threads) {
  constexpr const option_row& row = *find_option("threads");
  return add_number(app, "-j,--threads", threads, row.range.least, row.range.most, std::string(row.standing),
                    std::string(row.help));
}

CLI::Option* add_memory_flag(CLI::App& app, std::uint64_t& memory, const std::string& help) {
  constexpr const option_row& row = *find_option("memory");
  return add_size(app, "--memory", memory, row.range.least, row.range.most, "half of the machine's", help);
}

void add_request_flags(CLI::App& app, remote_options& options) {
  const auto parsed = std::make_shared<extract_options>();
  for (const std::string_view word : request_options) add_flag(app, word, *parsed);
  app.parse_complete_callback([parsed, &options] { options = parsed->remote; });
}

void add_filter_flag(CLI::App& app, std::optional<std::uint32_t>& bits) {
  constexpr const option_row& row = *find_option("filter-bits");
  app.add_option("--filter-bits", bits, "Write a filter of N + 4% bits per URL beside each shard; 0: none")
      ->check(CLI::Range(row.range.least, row.range.most).description(""))
      ->type_name("N")
      ->default_str("as in the first DIR");
}

void add_merge_flags(CLI::App& app, std::optional<compression>& packing, std::uint64_t& memory) {
  add_choice<std::optional<compression>>(app, "--compress", packing,
                                         words_of<compression, std::optional<compression>>(is_writable),
                                         "Compression of the shards")
      ->default_str("as in the first DIR");
  add_memory_flag(
      app, memory,
      "Memory for the whole process; a merge that needs more uses fewer threads or several steps");
}

void add_form_flag(CLI::App& app, std::optional<row_form>& form, const std::string& default_value) {
  add_choice<std::optional<row_form>>(app, "--output-format", form,
                                      words_of<row_form, std::optional<row_form>>(is_of_shards),
                                      "Form of rows: columns separated by tabs, JSON objects, or rows of "
                                      "Parquet files")
      ->default_str(default_value);
}

void add_revision_flag(CLI::App& app, revision_policy& policy) {
  add_choice<revision_policy>(
      app, "--bad-revision", policy, {{"fault", revision_policy::fault}, {"ok", revision_policy::ok}},
      "Refuse (fault) or accept (ok) DIRs whose URLs were made under other revisions of the rules");
}

void add_mark_flag(CLI::App& app, success_marker_policy& mark) {
  add_choice<success_marker_policy>(
      app, "--on-error", mark,
      {{"fail", success_marker_policy::required}, {"ignore", success_marker_policy::may_be_missing}},
      "Refuse (fail) or accept (ignore) a DIR without _SUCCESS: not all of its input was read");
}

}  // namespace urlsieve::cli
