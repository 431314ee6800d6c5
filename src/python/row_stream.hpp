// Passes rows from a thread of the library to an iterator in Python.
#ifndef URLSIEVE_PYTHON_ROW_STREAM_HPP
#define URLSIEVE_PYTHON_ROW_STREAM_HPP

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "src/python/binding.hpp"
#include "src/python/waiting.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve::python {

// A bounded queue between a producer of rows and an iterator: a producer that is a few batches ahead waits.
template <class Row>
class row_queue {
 public:
  // Adds a row of about `bytes` bytes. Returns false if the iterator wants no more rows. Called by the
  // producer.
  [[nodiscard]] bool add(Row row, std::size_t bytes) {
    filling_.push_back(std::move(row));
    bytes_ += bytes;
    return filling_.size() < most_rows && bytes_ < most_bytes ? !stopped_ : pass_on();
  }

  // True as soon as the iterator wants no more rows. Lives as long as the queue.
  [[nodiscard]] const std::atomic<bool>& stopped() const { return stopped_; }

 private:
  template <class>
  friend class row_stream;
  using batch = std::vector<Row>;

  static constexpr std::size_t most_rows = 4096;
  static constexpr std::size_t most_bytes = std::size_t{1} << 20U;
  static constexpr std::size_t most_batches = 3;

  bool pass_on() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopped_ || full_.size() < most_batches; });
    full_.push_back(std::exchange(filling_, {}));
    bytes_ = 0;
    changed_.notify_all();
    return !stopped_;
  }

  void end(result<void> ended, std::exception_ptr thrown) {
    const std::lock_guard lock(mutex_);
    if (!filling_.empty()) full_.push_back(std::move(filling_));
    ended_ = std::move(ended);
    thrown_ = std::move(thrown);
    changed_.notify_all();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

  // Waits up to `between_signals` for a batch or the end.
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, between_signals, [this] { return ended_ || !full_.empty(); });
  }

  batch filling_;
  std::size_t bytes_ = 0;  // of filling_
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<batch> full_;
  std::optional<result<void>> ended_;
  std::exception_ptr thrown_;
};

// An iterator over the rows of a producer, which runs in a thread of its own. Destruction stops the producer.
template <class Row>
class row_stream {
 public:
  // Starts a thread that calls produce(queue), which returns result<void> and uses no Python objects. Throws
  // std::system_error if no thread can be started.
  template <class Produce>
  explicit row_stream(Produce produce)
      : thread_([this, produce = std::move(produce)]() mutable {
          result<void> ended;
          std::exception_ptr thrown;
          try {
            ended = produce(queue_);
          } catch (...) {
            thrown = std::current_exception();
          }
          queue_.end(std::move(ended), std::move(thrown));
        }) {}
  row_stream(const row_stream&) = delete;
  row_stream& operator=(const row_stream&) = delete;
  ~row_stream() {
    queue_.stop();
    thread_.join();
  }

  // Returns the next row; nullopt at the end. Waits without the GIL, and throws py::error_already_set after a
  // signal. Throws the error of the producer behind its last row. Several threads may call next(). Requires:
  // the GIL is held.
  [[nodiscard]] std::optional<Row> next() {
    if (place_ == batch_.size() && !take_batch()) return std::nullopt;
    return std::move(batch_[place_++]);
  }

 private:
  // Waits for the next batch. Returns false at the end. While the GIL is released, another thread may take
  // the batch, and even its rows.
  bool take_batch() {
    while (true) {
      {
        const py::gil_scoped_release free;
        queue_.wait();
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (place_ != batch_.size()) return true;
      const std::lock_guard lock(queue_.mutex_);
      if (!queue_.full_.empty()) {
        batch_ = std::move(queue_.full_.front());
        place_ = 0;
        queue_.full_.pop_front();
        queue_.changed_.notify_all();
        return true;
      }
      if (!queue_.ended_) continue;
      if (queue_.thrown_) std::rethrow_exception(std::exchange(queue_.thrown_, nullptr));
      if (!*queue_.ended_) throw failure(std::exchange(*queue_.ended_, result<void>()).error());
      return false;
    }
  }

  row_queue<Row> queue_;
  std::vector<Row> batch_;
  std::size_t place_ = 0;
  std::thread thread_;  // last, because the thread uses the members above
};

}  // namespace urlsieve::python

#endif
