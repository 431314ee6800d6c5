// Cuts the next bytes of an input into runs of members, and lets other threads decode the runs ahead.
//
// The beginning of a run is a guess, unless the run before ended there or the reader arrived there. A run
// counts only if the reader is at its first byte, and only up to its first corrupt member. The reader decodes
// the rest as a stream. Stored bytes are cut once, so no byte is decoded more than once ahead and once as a
// stream. The cuts depend on the stored bytes alone.
#ifndef URLSIEVE_INPUT_MEMBERS_MEMBERS_AHEAD_HPP
#define URLSIEVE_INPUT_MEMBERS_MEMBERS_AHEAD_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "src/input/members/member_run.hpp"
#include "src/input/members/stored_window.hpp"
#include "src/input/read_ahead.hpp"

namespace urlsieve {

// A thread-safe queue of runs that no thread decodes yet, in input order.
class waiting_runs {
 public:
  // Appends `run`, and returns the number of waiting runs.
  std::size_t add(std::shared_ptr<member_run> run) {
    const std::lock_guard lock(mutex_);
    runs_.push_back(std::move(run));
    return runs_.size();
  }

  // Removes the first run that no thread has claimed, and claims its decoding() for the caller, who must
  // decode the run. Returns null if there is none; never waits for a run.
  [[nodiscard]] std::shared_ptr<member_run> take() {
    const std::lock_guard lock(mutex_);
    while (!runs_.empty()) {
      std::shared_ptr<member_run> first = std::move(runs_.front());
      runs_.pop_front();
      if (first->decoding().claim()) return first;
    }
    return nullptr;
  }

  // Removes `run` if it is in the queue.
  void remove(const std::shared_ptr<member_run>& run) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find(runs_.begin(), runs_.end(), run);
    if (found != runs_.end()) runs_.erase(found);
  }

 private:
  std::mutex mutex_;
  std::deque<std::shared_ptr<member_run>> runs_;
};

class members_ahead {
 public:
  // Size limits of a member in a run, stored and decompressed, in bytes.
  static constexpr std::size_t max_stored = std::size_t{2} << 20;
  static constexpr std::size_t max_plain = std::size_t{8} << 20;

  explicit members_ahead(read_ahead ahead) : how_(std::move(ahead)) {}

  // Returns the run at the window's position, where a member must begin, or null if there is none. The run
  // may not be decoded yet (see complete()). Reads further bytes, which invalidates the window's rest(). The
  // pointer is valid until release() or the next find().
  [[nodiscard]] member_run* find(stored_window& window) { return find(window, how_.runs); }

  // Like find(), without cutting further runs.
  [[nodiscard]] member_run* find_one(stored_window& window) { return find(window, 1); }

  // Returns the first run alone, decoded, for begin_with(). Returns null if there is none, or if its expected
  // size exceeds `most` bytes.
  [[nodiscard]] std::shared_ptr<member_run> decode_single(stored_window& window, std::size_t most);

  // Uses `first`, a run of the same bytes that another object decoded; may be null. Requires: find() was not
  // called.
  void begin_with(std::shared_ptr<member_run> first) { first_ = std::move(first); }

  // Returns true if no other run follows the run that find() returned.
  [[nodiscard]] bool has_single_run() const { return runs_.size() == 1; }

  // Decodes the run that find() returned, or decodes other runs until the thread that has the run is done.
  // Requires: find() returned a run.
  void complete();

  // Discards the run that find() returned, so that its memory can be reused.
  void release();

 private:
  [[nodiscard]] member_run* find(stored_window& window, std::size_t most);
  void use_first(stored_window& window);
  [[nodiscard]] bool cut(stored_window& window);
  [[nodiscard]] std::shared_ptr<member_run> free_run();

  read_ahead how_;
  std::size_t min_capacity_ = how_.run_bytes;      // buffer size of a new run
  std::shared_ptr<member_run> first_;              // the run of begin_with(), until the first find()
  std::vector<std::shared_ptr<member_run>> runs_;  // a few, in input order
  std::vector<std::shared_ptr<member_run>> free_;
  // Shared with other threads, which may outlive the object. Null before the first run.
  std::shared_ptr<waiting_runs> waiting_;
  std::uint64_t cut_from_ = 0;  // offset in the input; all members before it were cut
};

}  // namespace urlsieve

#endif
