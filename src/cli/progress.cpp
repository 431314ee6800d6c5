// The cursor stays at the beginning of the line. If the terminal becomes narrower and wraps the line, all of
// the line is after the cursor, where the next redraw erases it.
#include "src/cli/progress.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "src/cli/console.hpp"
#include "src/cli/flag_values.hpp"
#include "src/cli/help/flag_text.hpp"
#include "src/cli/terminal/screen.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::string_view flag = "--progress";
constexpr std::string_view to_line_begin = "\r\x1B[J";
constexpr std::size_t unlimited_columns = 1000;

// True if the reader of standard output accepts no more data.
bool output_is_full() {
  pollfd request{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&request, 1, 0) == 0;
}

}  // namespace

CLI::Option* add_progress_flag(CLI::App& app, progress_choice& choice) {
  return add_choice<progress_choice>(app, std::string(flag), choice,
                                     {{"auto", progress_choice::automatic},
                                      {"on", progress_choice::on},
                                      {"off", progress_choice::off},
                                      {"json", progress_choice::json}},
                                     "Show progress on standard error: a line on a terminal that shows no "
                                     "rows, always (also without a word), never, or a JSON object a second");
}

std::vector<std::string> with_progress_word(std::vector<std::string> words) {
  for (std::size_t at = 0; at < words.size() && words[at] != "--"; ++at) {
    if (words[at] != flag) continue;
    const std::string_view next = at + 1 < words.size() ? std::string_view(words[at + 1]) : "";
    if (next != "auto" && next != "on" && next != "off" && next != "json")
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, "on");
    ++at;
  }
  return words;
}

progress::form progress::form_for(progress_choice choice, bool quiet, bool prints_rows) {
  switch (choice) {
    case progress_choice::off:
      break;
    case progress_choice::json:
      return form::objects;
    case progress_choice::on:
      return screen::can_redraw() ? form::drawn : form::lines;
    case progress_choice::automatic:
      const bool rows_there = prints_rows && ::isatty(STDOUT_FILENO) == 1;
      return !quiet && !rows_there && screen::can_redraw() ? form::drawn : form::none;
  }
  return form::none;
}

progress::progress(const run_monitor& monitor, task activity, progress_choice choice, bool quiet,
                   bool prints_rows)
    : monitor_(monitor),
      activity_(activity),
      prints_rows_(prints_rows),
      is_forced_(choice == progress_choice::on),
      form_(form_for(choice, quiet, prints_rows)),
      start_(std::chrono::steady_clock::now()) {
  if (!is_shown()) return;
  try {
    thread_ = std::thread([this] {
      const std::chrono::milliseconds pause(form_ == form::drawn ? 200 : 1000);
      std::unique_lock lock(mutex_);
      while (!end_changed_.wait_for(lock, pause, [this] { return is_ended_; })) report();
    });
  } catch (const std::system_error&) {
    // Without a free thread, the run continues without progress.
  }
}

progress::~progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
  }
  end_changed_.notify_all();
  thread_.join();
  erase();
  if (form_ == form::objects) print_bytes(progress_json(snapshot(), true));
}

void progress::erase() {
  if (line_.empty()) return;
  line_.clear();
  if (screen::is_writable()) print_bytes(to_line_begin);
}

void progress::print(std::string_view line) {
  const std::lock_guard lock(mutex_);
  erase();
  cli::print_message(line);
}

void progress::print_events(run_monitor& monitor, remote_options& remote, bool quiet) {
  if (quiet) return;
  monitor.on_warning = [this](std::string_view warning) {
    print(fmt::format("warning: {}", in_flags(warning)));
  };
  remote.on_retry = [this](std::string_view sentence) { print(sentence); };
}

run_progress progress::snapshot() {
  run_progress now;
  now.activity = activity_;
  now.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  now.stored = monitor_.stored_bytes_done;
  now.stored_total = monitor_.stored_bytes_total;
  now.bytes = monitor_.bytes_done;
  now.documents = monitor_.documents;
  now.rows = monitor_.unique;
  now.writing = monitor_.writing;
  now.shards = monitor_.shards_total;
  now.shards_written = monitor_.shards_written;
  stored_speed_.note(now.seconds, now.stored);
  speed_.note(now.seconds, now.bytes);
  now.stored_per_second = stored_speed_.per_second();
  now.bytes_per_second = speed_.per_second();
  const std::uint64_t work_done = now.stored + now.bytes + now.shards_written;
  idle_snapshots_ = work_done == work_done_ ? idle_snapshots_ + 1 : 0;
  work_done_ = work_done;
  now.waits_for_input = monitor_.waiting && !now.writing;
  now.waits_for_output = prints_rows_ && !now.waits_for_input && idle_snapshots_ > 1 && output_is_full();
  return now;
}

void progress::report() {
  const run_progress now = snapshot();
  switch (form_) {
    case form::none:
      return;
    case form::drawn:
      return draw(now);
    case form::lines:
      return cli::print_message(fitting(progress_fields(now), unlimited_columns));
    case form::objects:
      return print_bytes(progress_json(now, false));
  }
}

// At the first call, all programs of a pipeline have started. A pager may take over the terminal at any time.
void progress::draw(const run_progress& now) {
  if (prints_rows_ && !is_forced_) {
    if (!has_checked_rows_) rows_are_shown_ = screen::shows_rows();
    has_checked_rows_ = true;
    if (rows_are_shown_ || screen::reads_single_keys()) {
      line_.clear();
      return;
    }
  }
  if (!screen::is_writable()) return;
  // Some terminals wrap after the last column.
  const std::string line = fitting(progress_fields(now), screen::width() - 1);
  if (line == line_) return;
  print_bytes(std::string(to_line_begin) + line + '\r');
  line_ = line;
}

}  // namespace urlsieve::cli
