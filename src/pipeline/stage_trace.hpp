// A record of the times at which threads worked in the stages of a run, for measurements
// (bench/stage_timeline.cpp). A run without a trace records nothing.
#ifndef URLSIEVE_PIPELINE_STAGE_TRACE_HPP
#define URLSIEVE_PIPELINE_STAGE_TRACE_HPP

#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

// decode: members of archives and small files, ahead of the reader. finish: what follows the last batch, such
// as writing shards.
enum class run_stage : std::uint8_t { decode, read, find, deliver, finish };
template <>
inline constexpr auto words_for<run_stage> = enum_table<run_stage>({{run_stage::decode, "decode"},
                                                                    {run_stage::read, "read"},
                                                                    {run_stage::find, "find"},
                                                                    {run_stage::deliver, "deliver"},
                                                                    {run_stage::finish, "finish"}});

// An uninterrupted stretch of work of one thread.
struct stage_span {
  run_stage stage = run_stage::read;
  std::thread::id thread;
  std::uint64_t batch = 0;  // batch::number; 0 for decode and finish
  std::chrono::steady_clock::time_point begin;
  std::chrono::steady_clock::time_point end;
};

class stage_trace {
 public:
  // Thread-safe.
  void add(const stage_span& span) {
    const std::lock_guard lock(mutex_);
    spans_.push_back(span);
  }
  // Returns the recorded spans in order of their ends. Requires: no thread adds spans.
  [[nodiscard]] std::vector<stage_span> take() { return std::exchange(spans_, {}); }

 private:
  std::mutex mutex_;
  std::vector<stage_span> spans_;
};

// Adds the span from its construction to its destruction to a trace, which may be null.
class traced_scope {
 public:
  // `batch` is read at destruction, because the reader numbers a batch when it fills it.
  traced_scope(stage_trace* trace, run_stage stage, const std::uint64_t& batch)
      : trace_(trace), stage_(stage), batch_(batch) {
    if (trace_ != nullptr) begin_ = std::chrono::steady_clock::now();
  }
  traced_scope(const traced_scope&) = delete;
  traced_scope& operator=(const traced_scope&) = delete;
  ~traced_scope() {
    if (trace_ == nullptr) return;
    trace_->add({stage_, std::this_thread::get_id(), batch_, begin_, std::chrono::steady_clock::now()});
  }

 private:
  stage_trace* trace_;
  run_stage stage_;
  const std::uint64_t& batch_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace urlsieve

#endif
