#include "src/transfer/remote_survey.hpp"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "src/transfer/http_response.hpp"
#include "src/transfer/remote_access.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_at_a_time = 32;
constexpr unsigned survey_most_relocations = 3;
constexpr std::size_t max_error_body = std::size_t{4} << 10;

// The state that all questions share.
struct survey {
  remote_access* access = nullptr;  // valid while under_way > 0
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t under_way = 0;
  std::vector<object_probe> found;
  std::optional<error> failure;
};

// The question about one object, from the first request to an answer or a final failure.
class object_request final : public http_receiver, public std::enable_shared_from_this<object_request> {
 public:
  object_request(std::shared_ptr<survey> all, std::string name, std::size_t place)
      : all_(std::move(all)), name_(std::move(name)), place_(place) {}

  void request(std::chrono::milliseconds delay = {}) {
    result<http_request> request = all_->access->request_for(name_);
    if (!request) {
      const std::lock_guard lock(all_->mutex);
      if (!all_->failure) all_->failure = std::move(request.error());
      return end();
    }
    request->headers.emplace_back("Range: bytes=0-0");
    head_ = {};
    body_.clear();
    all_->access->client().start(std::move(*request), shared_from_this(), delay);
  }

  more begun(const http_head& head) override {
    head_ = head;
    return head.status == 200 ? more::no : more::yes;  // 200: the whole object follows
  }

  more take(std::string_view bytes) override {
    if (bytes.size() > max_error_body - body_.size()) return more::no;
    body_.append(bytes);
    return more::yes;
  }

  void ended(const http_end& outcome) override {
    if (head_.status == 0 || !finish_response()) return retry_or_refuse(outcome);
    const std::lock_guard lock(all_->mutex);
    end();
  }

 private:
  // Stores the version from the response; returns false if the response has none.
  bool finish_response() {
    const std::optional<content_range> range = parse_content_range(head_.field("content-range"));
    std::optional<std::uint64_t> size;
    if (head_.status == 200)
      size = head_.length();
    else if (head_.status == 206 && range)
      size = range->total;
    else if (head_.status == 416 && range && range->total == 0U)
      size = 0;
    else
      return false;
    const std::lock_guard lock(all_->mutex);
    all_->found[place_].version = version_of_response(head_, size);
    return true;
  }

  void retry_or_refuse(const http_end& how) {
    const bool answered = head_.status != 0;
    if (answered && relocations_ < survey_most_relocations && all_->access->is_elsewhere(head_)) {
      ++relocations_;
      return request();
    }
    const bool temporary = answered ? is_worth_retrying(head_.status) : how.temporary;
    std::string why = answered ? error_response_message(head_.status, body_) : how.why;
    if (temporary && failures_ < all_->access->retries()) {
      ++failures_;
      return request(all_->access->plan_retry(name_, failures_, head_.field("retry-after"), why));
    }
    const std::lock_guard lock(all_->mutex);
    all_->found[place_].refused = std::move(why);
    end();
  }

  // Requires: the caller holds the mutex.
  void end() {
    --all_->under_way;
    all_->changed.notify_all();
  }

  const std::shared_ptr<survey> all_;
  const std::string name_;
  const std::size_t place_;
  http_head head_;
  std::string body_;
  unsigned failures_ = 0;
  unsigned relocations_ = 0;
};

}  // namespace

result<std::vector<object_probe>> probe_objects(remote_access& access,
                                                const std::vector<std::string>& names) {
  const auto all = std::make_shared<survey>();
  all->access = &access;
  all->found.resize(names.size());
  std::unique_lock lock(all->mutex);
  for (std::size_t i = 0; i < names.size() && !all->failure; ++i) {
    all->changed.wait(lock, [&] { return all->under_way < most_at_a_time; });
    ++all->under_way;
    lock.unlock();
    std::make_shared<object_request>(all, names[i], i)->request();
    lock.lock();
  }
  all->changed.wait(lock, [&] { return all->under_way == 0; });
  if (all->failure) return tl::unexpected(std::move(*all->failure));
  return std::move(all->found);
}

}  // namespace urlsieve
