#include "src/transfer/remote_access.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include "src/transfer/http_response.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/remote_options.hpp"

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

tl::unexpected<error> interrupted() {
  return tl::unexpected(error{error_code::interrupted, "interrupted"});
}

}  // namespace

bool wait_unless_stopped(std::chrono::milliseconds time, const std::atomic<bool>* stop) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    if (stop != nullptr && *stop) return false;
    std::this_thread::sleep_for(std::min(stop_poll_interval, time));
  }
  return true;
}

http_reply exchange(http_client& client, http_request request, std::size_t most,
                    const std::atomic<bool>* stop) {
  const auto waiting = std::make_shared<whole_reply>(most);
  const http_client::exchange_id id = client.start(std::move(request), waiting);
  while (!waiting->wait(stop_poll_interval)) {
    if (stop == nullptr || !*stop) continue;
    client.cancel(id);
    http_reply stopped;
    stopped.end.why = "interrupted";
    return stopped;
  }
  return std::move(waiting->reply());
}

remote_access::remote_access(const remote_options& options)
    : options_(std::make_unique<const remote_options>(options)) {}

remote_access::~remote_access() = default;

unsigned remote_access::connections() const {
  return options_->connections;
}

unsigned remote_access::retries() const {
  return options_->retries;
}

http_client& remote_access::client() {
  const std::lock_guard lock(mutex_);
  if (!client_) client_ = std::make_unique<http_client>();
  return *client_;
}

result<http_request> remote_access::s3_request(const s3_operation& operation) {
  {
    const std::lock_guard lock(mutex_);
    if (!s3_) {
      result<std::unique_ptr<s3_service>> opened = s3_service::open(*options_);
      if (!opened) return tl::unexpected(std::move(opened.error()));
      s3_ = std::move(*opened);
    }
  }
  http_request request = s3_->request(operation);
  request.stall = std::chrono::seconds(options_->stall);
  return request;
}

result<http_request> remote_access::request_for(const std::string& name) {
  if (is_s3_name(name)) {
    return s3_location::of(name).and_then([&](s3_location&& place) {
      s3_operation whole;
      whole.place = std::move(place);
      return s3_request(whole);
    });
  }
  http_request request;
  request.stall = std::chrono::seconds(options_->stall);
  request.url = name;
  return request;
}

bool remote_access::is_elsewhere(const http_head& head) {
  const std::lock_guard lock(mutex_);
  return s3_ && s3_->learn_region(head);
}

result<http_reply> remote_access::send_s3_request(const s3_operation& operation, std::size_t most,
                                                  const std::atomic<bool>* stop, unsigned* status) {
  const std::string name = "s3://" + operation.place.bucket + '/' + operation.place.key;
  return request(name, [&] { return s3_request(operation); }, most, stop, status);
}

result<http_reply> remote_access::fetch(const std::string& name, std::size_t most,
                                        const std::atomic<bool>* stop, unsigned* status) {
  return request(name, [&] { return request_for(name); }, most, stop, status);
}

std::chrono::milliseconds remote_access::plan_retry(const std::string& name, unsigned failures,
                                                    std::string_view retry_after, std::string_view why) {
  constexpr std::chrono::seconds between_reports{1};
  const std::chrono::milliseconds pause = backoff_delay(failures, retry_after);
  if (!options_->on_retry) return pause;
  const std::lock_guard lock(retry_mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now - last_retry_report_ < between_reports) return pause;
  last_retry_report_ = now;
  const auto tenths = std::max<std::int64_t>(1, (pause.count() + 50) / 100);
  options_->on_retry(without_password(name) + ": retry " + std::to_string(failures) + " of " +
                     std::to_string(options_->retries) + " in " + std::to_string(tenths / 10) + '.' +
                     std::to_string(tenths % 10) + " s: " + std::string(why));
  return pause;
}

result<http_reply> remote_access::request(const std::string& name,
                                          const std::function<result<http_request>()>& make, std::size_t most,
                                          const std::atomic<bool>* stop, unsigned* status) {
  constexpr unsigned most_relocations = 3;
  unsigned relocations = 0;
  for (unsigned failures = 0;;) {
    result<http_request> request = make();
    if (!request) return tl::unexpected(std::move(request.error()));
    http_reply reply = exchange(client(), std::move(*request), most, stop);
    if (stop != nullptr && *stop) return interrupted();
    if (status != nullptr) *status = reply.head.status;
    if (reply.end.arrived && reply.head.status / 100 == 2) return reply;
    if (reply.end.arrived && relocations < most_relocations && is_elsewhere(reply.head)) {
      ++relocations;
      continue;
    }
    const bool temporary = reply.end.arrived ? is_worth_retrying(reply.head.status) : reply.end.temporary;
    const std::string why =
        reply.end.arrived ? error_response_message(reply.head.status, reply.body) : reply.end.why;
    if (temporary && failures < options_->retries) {
      ++failures;
      if (!wait_unless_stopped(plan_retry(name, failures, reply.head.field("retry-after"), why), stop))
        return interrupted();
      continue;
    }
    return tl::unexpected(error{error_code::cannot_read, why});
  }
}

std::chrono::milliseconds backoff_delay(unsigned failures, std::string_view retry_after) {
  using std::chrono::milliseconds;
  constexpr milliseconds first{100};
  constexpr milliseconds longest{20'000};
  constexpr unsigned max_retry_after = 60;
  const milliseconds grown = std::min(longest, first * (1U << std::min(failures - 1, 10U)));
  thread_local std::minstd_rand chance{std::random_device{}()};
  const milliseconds jitter(std::uniform_int_distribution<long>(0, grown.count() / 2)(chance));
  unsigned seconds = 0;
  std::from_chars(retry_after.data(), retry_after.data() + retry_after.size(), seconds);
  return std::max(grown + jitter, milliseconds(1000 * std::min(seconds, max_retry_after)));
}

}  // namespace urlsieve
