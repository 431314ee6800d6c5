#include "src/input/inputs_ahead.hpp"

#include <cerrno>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

#include "src/input/claim_once.hpp"
#include "src/input/mail_stores/mail_repository.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/remote_object.hpp"

namespace urlsieve {

struct inputs_ahead::upcoming {
  // `counters`: counters to add to, if the input's turn has come; null: counts in `waiting` until then.
  explicit upcoming(stats* counters)
      : waiting(counters == nullptr ? std::make_unique<stats>() : nullptr),
        counted(counters == nullptr ? *waiting : *counters) {}

  std::optional<listed_input> listed;  // nullopt: the end
  std::unique_ptr<stats> waiting;
  stats& counted;
  std::unique_ptr<remote_object> remote;  // requested before the input's turn
  std::unique_ptr<byte_source> source;
  std::exception_ptr failure;
  int exhaustion = 0;  // errno of the shortage that kept the input closed
  claim_once opening;

  // Consumers open directories and parts themselves.
  [[nodiscard]] bool is_opened_here() const {
    return !listed->directory && !listed->part && !listed->is_parquet_part();
  }

  // Requests the first bytes of a remote input.
  void request(const std::atomic<bool>* stop, const read_ahead& ahead) {
    if (remote || !ahead.remote || !is_remote_name(listed->path) || !is_opened_here()) return;
    remote = std::make_unique<remote_object>(ahead.remote, listed->path, stop, listed->expected);
  }

  void open(const std::atomic<bool>* stop, const read_ahead& ahead) {
    exhaustion = 0;
    request(stop, ahead);
    if (remote) {
      source = byte_source::open_remote(listed->path, std::move(remote), counted, ahead);
      return;
    }
    const std::uint64_t size = listed->regular && !listed->part ? listed->size : 0;
    source = listed->commit.empty() ? byte_source::open(listed->path, counted, stop, ahead, &exhaustion, size)
                                    : open_mail_repository(listed->path, listed->commit, counted);
  }
};

bool inputs_ahead::wait_out(const std::function<bool()>& attempt) {
  const auto last = std::chrono::steady_clock::now() + longest_wait;
  while (!attempt()) {
    if ((stop_ != nullptr && *stop_) || std::chrono::steady_clock::now() > last) return false;
    close_ahead();
    std::this_thread::sleep_for(pause);
  }
  return true;
}

void inputs_ahead::close_ahead() {
  for (const std::shared_ptr<upcoming>& entry : queue_) {
    if (!entry->listed || !entry->opening.done() || !entry->source) continue;
    entry->source.reset();
    entry->exhaustion = EMFILE;
  }
}

void inputs_ahead::list_next(upcoming& entry) {
  entry.listed = listing_.next(entry.counted);
  if (entry.listed || listing_.exhaustion() == 0) return;
  const bool passed = wait_out([&] {
    entry.listed = listing_.next(entry.counted);
    return listing_.exhaustion() == 0;
  });
  if (!passed)
    failure_ = error{error_code::cannot_open,
                     "cannot list the inputs: " + std::system_category().message(listing_.exhaustion())};
}

void inputs_ahead::open_in_turn(upcoming& first) {
  if (first.opening.claim())
    first.open(stop_, how_);
  else
    first.opening.wait();
  if (first.failure) std::rethrow_exception(first.failure);
  if (first.exhaustion == 0) return;
  const bool passed = wait_out([&] {
    first.open(stop_, how_);
    return first.exhaustion == 0;
  });
  if (!passed)
    failure_ = error{error_code::cannot_open, "cannot open " + first.listed->path + ": " +
                                                  std::system_category().message(first.exhaustion)};
}

void inputs_ahead::list(stats* counted) {
  auto entry = std::make_shared<upcoming>(counted);
  list_next(*entry);
  if (!entry->listed && !failure_) failure_ = listing_.failure();
  listed_all_ = !entry->listed;
  queue_.push_back(entry);
  if (!entry->listed) return;
  entry->opening.open();
  if (!is_ahead() || !entry->listed->regular || !entry->is_opened_here() || entry->listed->size > max_size)
    return;
  to_open_.push_back(entry);
  bytes_to_open_ += entry->listed->size;
  if (to_open_.size() == most_files_a_task || bytes_to_open_ >= enough_bytes_a_task) start_opening();
}

// Starts a task that opens the listed files. The consumer may open each of them first.
void inputs_ahead::start_opening() {
  if (to_open_.empty()) return;
  bytes_to_open_ = 0;
  how_.start([entries = std::exchange(to_open_, {}), stop = stop_, ahead = how_] {
    for (const std::shared_ptr<upcoming>& entry : entries) {
      if (!entry->opening.claim()) continue;
      try {
        entry->open(stop, ahead);
        if (entry->source) entry->source->prepare();
      } catch (...) {
        entry->failure = std::current_exception();
      }
      entry->opening.finish();
    }
  });
}

const listed_input* inputs_ahead::peek() {
  if (queue_.empty() && !listed_all_) list(nullptr);
  return queue_.empty() || !queue_.front()->listed ? nullptr : &*queue_.front()->listed;
}

// Requests the first bytes of the next remote input while the current one is read.
void inputs_ahead::request_ahead() {
  if (queue_.empty() || !opens_ahead_) return;
  upcoming& next = *queue_.front();
  if (next.listed) next.request(stop_, how_);
}

std::shared_ptr<inputs_ahead::upcoming> inputs_ahead::take(stats& counted) {
  if (queue_.empty()) list(is_ahead() ? nullptr : &counted);
  std::shared_ptr<upcoming> first = std::move(queue_.front());
  queue_.pop_front();
  return first;
}

std::optional<inputs_ahead::input> inputs_ahead::next(stats& counted) {
  const std::size_t most = is_ahead() ? files_a_run * how_.runs : 0;
  if (queue_.size() <= most / 2) {
    while (!listed_all_ && queue_.size() < most) list(nullptr);
    start_opening();
  }
  if (queue_.empty() && listed_all_) return std::nullopt;
  const std::shared_ptr<upcoming> first = take(counted);
  if (first->listed && first->is_opened_here()) open_in_turn(*first);
  if (first->waiting) counted.add(*first->waiting);
  if (!first->listed) return std::nullopt;
  if (!first->source && first->exhaustion != 0) return std::nullopt;
  request_ahead();
  return input{std::move(*first->listed), std::move(first->source)};
}

std::optional<listed_input> inputs_ahead::pass(stats& counted) {
  if (queue_.empty() && listed_all_) return std::nullopt;
  const std::shared_ptr<upcoming> first = take(counted);
  if (first->waiting) counted.add(*first->waiting);
  return std::move(first->listed);
}

}  // namespace urlsieve
