// The cursor stays at the beginning of the line. If the terminal becomes narrower and wraps the line, all of
// the line is after the cursor, where the next redraw erases it.
#include "src/cli/progress.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <string>
#include <system_error>

#include "src/cli/flag_values.hpp"
#include "src/cli/flag_words.hpp"
#include "src/cli/saying.hpp"
#include "src/cli/terminal/screen.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::string_view flag = "--progress";
constexpr std::string_view to_line_begin = "\r\x1B[J";
constexpr std::size_t as_wide_as_it_gets = 1000;

// True if the reader of standard output accepts no more data.
bool output_is_full() {
  pollfd asked{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&asked, 1, 0) == 0;
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
      return screen::redraws() ? form::drawn : form::lines;
    case progress_choice::automatic:
      const bool rows_there = prints_rows && ::isatty(STDOUT_FILENO) == 1;
      return !quiet && !rows_there && screen::redraws() ? form::drawn : form::none;
  }
  return form::none;
}

progress::progress(const run_monitor& watched, task doing, progress_choice choice, bool quiet,
                   bool prints_rows)
    : watched_(watched),
      doing_(doing),
      prints_rows_(prints_rows),
      forced_(choice == progress_choice::on),
      form_(form_for(choice, quiet, prints_rows)),
      begun_(std::chrono::steady_clock::now()) {
  if (!shown()) return;
  try {
    thread_ = std::thread([this] {
      const std::chrono::milliseconds pause(form_ == form::drawn ? 200 : 1000);
      std::unique_lock lock(mutex_);
      while (!ended_changed_.wait_for(lock, pause, [this] { return ended_; })) tell();
    });
  } catch (const std::system_error&) {
    // Without a free thread, the run continues without progress.
  }
}

progress::~progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  thread_.join();
  erase();
  if (form_ == form::objects) say_bytes(progress_json(look(), true));
}

void progress::erase() {
  if (drawn_.empty()) return;
  drawn_.clear();
  if (screen::takes_more()) say_bytes(to_line_begin);
}

void progress::say(std::string_view line) {
  const std::lock_guard lock(mutex_);
  erase();
  cli::say(line);
}

void progress::print_events(run_monitor& monitor, remote_options& remote, bool quiet) {
  if (quiet) return;
  monitor.on_warning = [this](std::string_view warning) {
    say(fmt::format("warning: {}", in_flags(warning)));
  };
  remote.on_retry = [this](std::string_view sentence) { say(sentence); };
}

run_progress progress::look() {
  run_progress now;
  now.doing = doing_;
  now.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  now.stored = watched_.stored_bytes_done;
  now.stored_total = watched_.stored_bytes_total;
  now.bytes = watched_.bytes_done;
  now.documents = watched_.documents;
  now.rows = watched_.unique;
  now.writing = watched_.writing;
  now.shards = watched_.shards_total;
  now.shards_written = watched_.shards_written;
  stored_speed_.note(now.seconds, now.stored);
  speed_.note(now.seconds, now.bytes);
  now.stored_per_second = stored_speed_.per_second();
  now.bytes_per_second = speed_.per_second();
  const std::uint64_t moved_to = now.stored + now.bytes + now.shards_written;
  looks_alike_ = moved_to == moved_to_ ? looks_alike_ + 1 : 0;
  moved_to_ = moved_to;
  now.waits_for_input = watched_.waiting && !now.writing;
  now.waits_for_output = prints_rows_ && !now.waits_for_input && looks_alike_ > 1 && output_is_full();
  return now;
}

void progress::tell() {
  const run_progress now = look();
  switch (form_) {
    case form::none:
      return;
    case form::drawn:
      return draw(now);
    case form::lines:
      return cli::say(fitting(progress_fields(now), as_wide_as_it_gets));
    case form::objects:
      return say_bytes(progress_json(now, false));
  }
}

// At the first call, all programs of a pipeline have started. A pager may take over the terminal at any time.
void progress::draw(const run_progress& now) {
  if (prints_rows_ && !forced_) {
    if (!asked_who_looks_) rows_are_shown_ = screen::shows_rows();
    asked_who_looks_ = true;
    if (rows_are_shown_ || screen::is_read_by_keys()) {
      drawn_.clear();
      return;
    }
  }
  if (!screen::takes_more()) return;
  // Some terminals wrap after the last column.
  const std::string line = fitting(progress_fields(now), screen::width() - 1);
  if (line == drawn_) return;
  say_bytes(std::string(to_line_begin) + line + '\r');
  drawn_ = line;
}

}  // namespace urlsieve::cli
