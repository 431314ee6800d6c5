// A line is redrawn in place, at most a few times a second, and only on a terminal: a log must not fill with
// it.
#include "src/cli/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "src/cli/saying.hpp"

namespace urlsieve::cli {

namespace {

std::string in_bytes(double amount) {
  constexpr std::array<std::string_view, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < units.size()) {
    amount /= 1024;
    ++unit;
  }
  return fmt::format(fmt::runtime(unit == 0 ? "{:.0f} {}" : "{:.1f} {}"), amount, units[unit]);
}

std::string in_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

progress::progress(const run_monitor& watched, bool shown)
    : watched_(watched), shown_(shown), begun_(std::chrono::steady_clock::now()) {
  if (!shown_) return;
  try {
    thread_ = std::thread([this] {
      std::unique_lock lock(mutex_);
      while (!ended_changed_.wait_for(lock, std::chrono::milliseconds(200), [this] { return ended_; }))
        draw();
    });
  } catch (const std::system_error&) {
    // No thread is left for it: the run goes on without.
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
}

bool progress::possible() {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

void progress::erase() const {
  if (drawn_) say_bytes("\r\x1B[K");
}

void progress::say(std::string_view line) {
  const std::lock_guard lock(mutex_);
  erase();
  drawn_ = false;
  cli::say(line);
}

void progress::draw() {
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  const auto done = static_cast<double>(watched_.stored_bytes_done.load());
  const auto total = static_cast<double>(watched_.stored_bytes_total.load());
  std::string line = in_bytes(done);
  if (total > 0) line += fmt::format(" of {} ({:.0f} %)", in_bytes(total), 100 * done / total);
  const std::uint64_t unpacked = watched_.bytes_done;
  line +=
      fmt::format(", {:.1f} MB/s", (unpacked != 0 ? static_cast<double>(unpacked) : done) / 1e6 / elapsed);
  if (const std::uint64_t documents = watched_.documents; documents != 0)
    line += fmt::format(", {} documents", documents);
  if (const std::uint64_t unique = watched_.unique; unique != 0)
    line += fmt::format(", {} {}", unique, unpacked != 0 ? "unique URLs" : "rows");
  if (watched_.writing) {
    line += ", writing shards";
  } else if (total > 0 && done > 0) {
    line += fmt::format(", {} left", in_time(elapsed * (total - done) / done));
  }
  erase();
  say_bytes(line);
  drawn_ = true;
}

}  // namespace urlsieve::cli
