#include "src/transfer/http_client.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "src/transfer/curl_library.hpp"
#include "src/transfer/http_transfer.hpp"

namespace urlsieve {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

}  // namespace

class http_client::engine {
 public:
  engine() : multi_(curl_.curl_multi_init()), thread_([this] { work(); }) {}

  ~engine() {
    {
      const std::lock_guard lock(mutex_);
      is_closing_ = true;
    }
    curl_.curl_multi_wakeup(multi_);
    thread_.join();
    for (const auto& [id, exchange] : under_way_) exchange->close(multi_);
    curl_.curl_multi_cleanup(multi_);
  }

  engine(const engine&) = delete;
  engine& operator=(const engine&) = delete;

  exchange_id start(http_request request, std::shared_ptr<http_receiver> receiver, milliseconds delay) {
    auto exchange = std::make_unique<http_transfer>(curl_, std::move(request), std::move(receiver), reached_);
    const auto due = steady_clock::now() + delay;
    exchange_id id = 0;
    {
      const std::lock_guard lock(mutex_);
      id = ++last_id_;
      waiting_.emplace(id, start_order{due, std::move(exchange)});
    }
    curl_.curl_multi_wakeup(multi_);
    return id;
  }

  void cancel(exchange_id id) { send_order({id, true}); }
  void resume(exchange_id id) { send_order({id, false}); }

 private:
  struct start_order {
    steady_clock::time_point due;
    std::unique_ptr<http_transfer> exchange;
  };
  struct order {
    exchange_id id;
    bool cancels;
  };

  void send_order(order requested) {
    {
      const std::lock_guard lock(mutex_);
      orders_.push_back(requested);
    }
    curl_.curl_multi_wakeup(multi_);
  }

  void work() {
    while (true) {
      const int wait = take_orders();
      if (wait < 0) return;
      int running = 0;
      curl_.curl_multi_perform(multi_, &running);
      finish_some();
      end_stalled();
      curl_.curl_multi_poll(multi_, nullptr, 0, wait, nullptr);
    }
  }

  // Executes orders and begins due exchanges. Returns the milliseconds until the next start, at most 1000, or
  // -1 if the client is being destroyed.
  int take_orders() {
    constexpr milliseconds longest{1000};
    std::vector<order> orders;
    std::vector<std::pair<exchange_id, std::unique_ptr<http_transfer>>> due;
    steady_clock::duration wait = longest;
    {
      const std::lock_guard lock(mutex_);
      if (is_closing_) return -1;
      orders.swap(orders_);
      const auto now = steady_clock::now();
      for (const order& command : orders)
        if (command.cancels) waiting_.erase(command.id);
      for (auto at = waiting_.begin(); at != waiting_.end();) {
        if (at->second.due <= now) {
          due.emplace_back(at->first, std::move(at->second.exchange));
          at = waiting_.erase(at);
        } else {
          wait = std::min(wait, at->second.due - now);
          ++at;
        }
      }
    }
    for (const order& command : orders) obey(command);
    for (auto& [id, exchange] : due) {
      exchange->open(multi_);
      under_way_.emplace(id, std::move(exchange));
    }
    return static_cast<int>(std::chrono::ceil<milliseconds>(wait).count());
  }

  void obey(const order& command) {
    const auto found = under_way_.find(command.id);
    if (found == under_way_.end()) return;
    if (command.cancels) {
      found->second->close(multi_);
      under_way_.erase(found);
    } else {
      found->second->resume();
    }
  }

  void finish_some() {
    int left = 0;
    while (const CURLMsg* const message = curl_.curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      const CURL* const handle = message->easy_handle;
      const auto found = std::find_if(under_way_.begin(), under_way_.end(),
                                      [&](const auto& running) { return running.second->has(handle); });
      const std::unique_ptr<http_transfer> done = std::move(found->second);
      under_way_.erase(found);
      done->close(multi_);
      done->end(code);
    }
  }

  // Ends stalled exchanges. The speed limit of libcurl averages, so it would detect a stall seconds later.
  void end_stalled() {
    const auto now = steady_clock::now();
    for (auto at = under_way_.begin(); at != under_way_.end();) {
      if (!at->second->is_stalled(now)) {
        ++at;
        continue;
      }
      const std::unique_ptr<http_transfer> stalled = std::move(at->second);
      at = under_way_.erase(at);
      stalled->close(multi_);
      stalled->end_stalled();
    }
  }

  const curl_library& curl_ = curl_library::get();
  CURLM* multi_;
  std::set<std::string> reached_;  // origins of servers that answered; used only by the thread
  std::map<exchange_id, std::unique_ptr<http_transfer>> under_way_;  // used only by the thread

  std::mutex mutex_;  // guards waiting_, orders_, last_id_ and is_closing_
  std::map<exchange_id, start_order> waiting_;
  std::vector<order> orders_;
  exchange_id last_id_ = 0;
  bool is_closing_ = false;

  std::thread thread_;
};

http_client::http_client() : engine_(std::make_unique<engine>()) {}
http_client::~http_client() = default;

http_client::exchange_id http_client::start(http_request request, std::shared_ptr<http_receiver> receiver,
                                            milliseconds delay) {
  return engine_->start(std::move(request), std::move(receiver), delay);
}

void http_client::cancel(exchange_id id) {
  engine_->cancel(id);
}

void http_client::resume(exchange_id id) {
  engine_->resume(id);
}

}  // namespace urlsieve
