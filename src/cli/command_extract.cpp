// urlsieve extract: inputs in, URLs out.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/exit_code.hpp"
#include "src/cli/flags.hpp"
#include "src/cli/progress.hpp"
#include "src/cli/report.hpp"
#include "src/cli/saying.hpp"
#include "src/cli/signals.hpp"
#include "src/cli/url_flags.hpp"
#include "src/input/listing.hpp"
#include "src/shards/output_file.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve::cli {

namespace {

constexpr const char* examples = R"(Examples:
  urlsieve extract mail.txt                            the URLs in a text, each once
  urlsieve extract -o links crawl/*.warc.gz            sorted, deduplicated shards
  urlsieve extract --fields url,source,where page.html --base http://example.com/
  zcat urls.gz | urlsieve extract --format urls -o unique --compress zstd --fields url,count

Exit code: 0 all read; 1 there were faults (see --bad-input); 2 wrong usage, or an argument names nothing;
3 the run failed, or none of the inputs could be read: no output.)";

class extract_command final : public command {
 public:
  void declare(CLI::App& app) override {
    flags_ = app.add_subcommand("extract", "Find, resolve, normalize and deduplicate the URLs in the inputs");
    flags_->footer(examples);
    flags_->add_option("INPUT", options_.input.paths,
                       "Files, directories, or - for standard input (the default)");
    flags_->add_option("--base", options_.base, "Base URL of documents that have none of their own")
        ->type_name("URL");
    flags_->add_flag("--content-location", options_.content_location,
                     "Content-Location of an HTTP response is the base of what it holds");
    add_input_flags(*flags_, options_.input);
    add_output_flags(*flags_, options_.output);
    add_url_flags(*flags_, options_.url);
    add_fragment_flag(*flags_, options_.url);
    add_key_flag(*flags_, options_.output.key);
    add_safety_flags(*flags_, options_.url, flags_of_text);
    add_convention_flags(*flags_, options_.url.conventions);
    add_same_document_flag(*flags_, options_.url);
    add_scheme_flags(*flags_, options_.url);
    add_text_flags(*flags_, options_.text);
    add_link_flags(*flags_, options_.links);
    add_mail_flags(*flags_, options_.mail);
    add_redirect_flags(*flags_, options_.redirects);
    add_running_flags(*flags_, options_);
    add_memory_flags(*flags_, options_.output);
    flags_->add_option("--stats", stats_file_, "Write what was counted as JSON to FILE (-: standard error)")
        ->type_name("FILE")
        ->group("Running");
    flags_->add_flag("-q,--quiet", quiet_, "Nothing on standard error but what ends the run")
        ->group("Running");
  }

  int run() override {
    if (!place_key(options_.output)) {
      say("--fields key needs --key surt");
      return wrong_usage;
    }
    run_monitor monitor;
    output_file stats_file;
    const bool stats_to_file = !stats_file_.empty() && stats_file_ != "-";
    if (stats_to_file) options_.also_written.push_back(stats_file_);
    const bool shown = !quiet_ && progress::possible();
    if (shown) monitor.stored_bytes_total = listing::total_size(options_.input);
    result<run_summary> done = tl::unexpected(error{error_code::interrupted, ""});
    {
      progress line(monitor, shown);
      if (!quiet_) {
        monitor.on_damage = [&](const damage_example& one) { line.say(damage_line(one)); };
        monitor.on_warning = [&](std::string_view warning) { line.say(fmt::format("warning: {}", warning)); };
      }
      const signal_watch watch(monitor.stop);
      if (stats_to_file) {
        result<output_file> made = output_file::create(stats_file_, &monitor.stop);
        if (!made) return fail(made.error());
        stats_file = std::move(*made);
        if (!quiet_ && !stats_file.removed().empty())
          line.say("warning: " + stats_file.removed() + " was left behind by a run that was killed: removed");
        monitor.before_publishing = [&](const run_summary& so_far) {
          return stats_file.write(stats_json(so_far))
              .and_then([&] { return stats_file.close(); })
              .and_then([&] { return stats_file.publish(); });
        };
        monitor.after_publishing = [&] { stats_file.settle(); };
      }
      done = extract(options_, STDOUT_FILENO, &monitor);
    }
    if (!done) return fail(done.error());
    return succeed(*done);
  }

 private:
  // With --key the field stands beside the URL where --fields does not say where; false: there is no key.
  static bool place_key(output_options& output) {
    std::vector<field>& fields = output.fields;
    const bool asked = std::find(fields.begin(), fields.end(), field::key) != fields.end();
    if (output.key == key_form::none) return !asked;
    if (!asked) {
      const auto url = std::find(fields.begin(), fields.end(), field::url);
      fields.insert(url == fields.end() ? url : url + 1, field::key);
    }
    return true;
  }

  static int fail(const error& what) {
    if (what.code == error_code::closed_output) return all_read;
    say(what);
    if (what.code == error_code::interrupted) signal_watch::end_by_signal();
    return exit_code_of(what.code);
  }

  int succeed(const run_summary& done) {
    if (!quiet_)
      for (const std::string& line : verdict_lines(done.counted)) say(line);
    if (done.ended == outcome::nothing_read) say("none of the inputs could be read: there is no output");
    if (stats_file_ == "-") say_bytes(stats_json(done));
    return exit_code_of(done.ended);
  }

  extract_options options_;
  std::string stats_file_;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<command> make_extract_command() {
  return std::make_unique<extract_command>();
}

}  // namespace urlsieve::cli
