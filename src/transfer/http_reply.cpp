#include "src/transfer/http_reply.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

namespace urlsieve {

namespace {

using std::chrono::milliseconds;

class whole_reply final : public http_receiver {
 public:
  explicit whole_reply(std::size_t most) : most_(most) {}

  more begun(const http_head& head) override {
    reply_.head = head;
    return more::yes;
  }
  more take(std::string_view bytes) override {
    if (reply_.body.size() + bytes.size() > most_) {
      too_long_ = true;
      return more::no;
    }
    reply_.body.append(bytes);
    return more::yes;
  }
  void ended(const http_end& outcome) override {
    const std::lock_guard lock(mutex_);
    reply_.end = outcome;
    if (too_long_) reply_.end.why = "the reply is too long";
    done_ = true;
    ended_.notify_all();
  }

  // Waits at most `time`; returns true if the exchange has ended.
  [[nodiscard]] bool wait(milliseconds time) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, time, [this] { return done_; });
  }
  [[nodiscard]] http_reply& reply() { return reply_; }

 private:
  std::size_t most_;
  bool too_long_ = false;
  http_reply reply_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
};

}  // namespace

http_reply exchange(http_client& client, http_request request, std::size_t most,
                    const std::atomic<bool>* stop) {
  constexpr milliseconds poll_interval{50};
  const auto waiting = std::make_shared<whole_reply>(most);
  const http_client::exchange_id id = client.start(std::move(request), waiting);
  while (!waiting->wait(poll_interval)) {
    if (stop == nullptr || !*stop) continue;
    client.cancel(id);
    http_reply stopped;
    stopped.end.why = "interrupted";
    return stopped;
  }
  return std::move(waiting->reply());
}

}  // namespace urlsieve
