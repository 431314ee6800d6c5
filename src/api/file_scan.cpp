#include "urlsieve/file_scan.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "urlsieve/fields.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class file_scan::state {
 public:
  state(const extract_options& options, url_batch empty, std::size_t rows)
      : options_(options), empty_(std::move(empty)), rows_(std::max<std::size_t>(rows, 1)) {
    thread_ = std::thread([this] { run(); });
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() {
    stop();
    thread_.join();
  }

  result<std::unique_ptr<url_batch>> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return has_news(); });
    if (!waiting_.empty()) {
      std::unique_ptr<url_batch> first = std::move(waiting_.front());
      waiting_.pop_front();
      changed_.notify_all();
      return first;
    }
    if (thrown_) std::rethrow_exception(thrown_);
    if (!*ended_) return tl::unexpected(ended_->error());
    return std::unique_ptr<url_batch>();
  }

  bool ready(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [this] { return has_news(); });
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    monitor_.stop = true;
    changed_.notify_all();
  }

  [[nodiscard]] const run_summary& summary() const { return **ended_; }

 private:
  static constexpr std::size_t ahead = 3;

  [[nodiscard]] bool has_news() const { return !waiting_.empty() || ended_ || thrown_; }

  void run() {
    std::optional<result<run_summary>> ended;
    std::exception_ptr thrown;
    try {
      ended = extract_files(options_, [this](const sieved_url& found) { return take(found); }, &monitor_);
      if (filling_) queue_batch();
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    // A requested stop is no failure.
    if (stopped_ && ended && !*ended && ended->error().code == error_code::interrupted) {
      ended = run_summary();
      (*ended)->stopped = true;
    }
    ended_ = std::move(ended);
    thrown_ = thrown;
    changed_.notify_all();
  }

  bool take(const sieved_url& found) {
    if (!filling_) filling_ = std::make_unique<url_batch>(empty_);
    filling_->add(found);
    return filling_->size() < rows_ || queue_batch();
  }

  // Queues the batch; waits while the queue is full.
  bool queue_batch() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopped_ || waiting_.size() < ahead; });
    waiting_.push_back(std::move(filling_));
    changed_.notify_all();
    return !stopped_;
  }

  const extract_options options_;
  const url_batch empty_;
  const std::size_t rows_;
  run_monitor monitor_;
  std::unique_ptr<url_batch> filling_;  // used by the threads of the run, one at a time

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<url_batch>> waiting_;
  std::optional<result<run_summary>> ended_;
  std::exception_ptr thrown_;
  bool stopped_ = false;
  std::thread thread_;
};

result<file_scan> file_scan::open(const extract_options& options, std::vector<field> columns,
                                  std::size_t rows) {
  result<url_batch> empty = url_batch::with(columns);
  if (!empty) return tl::unexpected(std::move(empty.error()));
  extract_options scan_options = options;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(scan_options.output.fields), is_provenance);
  scan_options.links.note_context =
      scan_options.links.note_context || any_needs(columns, column_need::context);
  try {
    return file_scan(std::make_unique<state>(scan_options, std::move(*empty), rows));
  } catch (const std::system_error& failed) {
    return tl::unexpected(
        error{error_code::out_of_memory, std::string("no thread can be started: ") + failed.what()});
  }
}

file_scan::file_scan(std::unique_ptr<state> impl) : state_(std::move(impl)) {}
file_scan::file_scan(file_scan&&) noexcept = default;
file_scan& file_scan::operator=(file_scan&&) noexcept = default;
file_scan::~file_scan() = default;

result<std::unique_ptr<url_batch>> file_scan::next() {
  return state_->next();
}
bool file_scan::ready(std::chrono::milliseconds patience) {
  return state_->ready(patience);
}
const run_summary& file_scan::summary() const {
  return state_->summary();
}
void file_scan::stop() {
  state_->stop();
}

}  // namespace urlsieve
