#include "src/transfer/range_download.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "src/transfer/http_response.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_stream.hpp"

namespace urlsieve {
namespace {

constexpr unsigned most_relocations = 3;

}  // namespace

range_download::range_download(std::shared_ptr<remote_state> state, std::uint64_t begin, std::uint64_t end,
                               std::function<void()> planned)
    : state_(std::move(state)), begin_(begin), end_(end), planned_(std::move(planned)) {}

void range_download::request(std::chrono::milliseconds delay) {
  result<http_request> request = state_->access->request_for(state_->name);
  if (!request) return fail(damage::unreadable, std::move(request.error().message));
  request->headers.push_back("Range: bytes=" + std::to_string(begin_ + filled_) + '-' +
                             std::to_string(end_ - 1));
  head_ = {};
  filled_before_ = filled_;
  response_end_ = 0;
  violation_.clear();
  refusal_.clear();
  exchange_ = state_->access->client().start(std::move(*request), shared_from_this(), delay);
}

void range_download::cancel() {
  left_ = true;
  if (exchange_ != 0 && !done()) state_->access->client().cancel(exchange_);
}

http_receiver::more range_download::begun(const http_head& head) {
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->over || left_) return more::no;
    head_ = head;
    if (head.status == 206) return begin_range(head);
    if (head.status != 200) return more::yes;
    if (state_->begun) {
      if (std::optional<std::string> changed = state_->meet(head, head.length())) {
        fail(damage::changed_input, std::move(*changed));
        return more::no;
      }
      return reject("the server stopped supporting ranges");
    }
    // The server does not support ranges: the response is the whole object.
    state_->stream = stream_ = std::make_shared<remote_stream>(state_, exchange_);
  }
  return stream_->begun(head);
}

// Rejects a response that violates the protocol; ended() retries the request.
http_receiver::more range_download::reject(std::string violation) {
  violation_ = std::move(violation);
  return more::no;
}

http_receiver::more range_download::begin_range(const http_head& head) {
  const std::uint64_t wanted = begin_ + filled_;
  const std::optional<content_range> range = parse_content_range(head.field("content-range"));
  if (!range || range->end == 0) return reject("the reply to a range request has no range");
  if (range->begin != wanted || range->end > end_)
    return reject("the server sent another range than requested");
  if (head.length() && *head.length() != range->end - range->begin)
    return reject("the length of a range contradicts its Content-Length");
  if (!range->total) return reject("the reply to a range request has no total length");
  const bool first = !state_->begun;
  if (std::optional<std::string> changed = state_->meet(head, range->total)) {
    fail(damage::changed_input, std::move(*changed));
    return more::no;
  }
  response_end_ = range->end;
  end_ = std::min(end_, *state_->version.size);
  if (!data_) data_.reset(new (std::nothrow) char[static_cast<std::size_t>(end_ - begin_)]);
  if (!data_) {
    fail(damage::unreadable, "out of memory");
    return more::no;
  }
  if (first) planned_();
  return more::yes;
}

http_receiver::more range_download::take(std::string_view bytes) {
  if (stream_) return stream_->take(bytes);
  const std::lock_guard lock(state_->mutex);
  if (state_->over || left_) return more::no;
  if (response_end_ == 0) {
    refusal_.append(bytes.substr(0, max_error_body - std::min(max_error_body, refusal_.size())));
    return more::yes;
  }
  if (begin_ + filled_ + bytes.size() > response_end_) {
    filled_ = filled_before_;
    return reject("a range is longer than its header says");
  }
  std::memcpy(data_.get() + filled_, bytes.data(), bytes.size());
  filled_ += bytes.size();
  state_->changed.notify_all();
  return more::yes;
}

void range_download::ended(const http_end& outcome) {
  if (stream_) return stream_->ended(outcome);
  const std::lock_guard lock(state_->mutex);
  if (state_->over || left_ || (state_->fault && begin_ >= state_->fault->at)) return;
  finish_response(outcome);
}

void range_download::finish_response(const http_end& outcome) {
  if (!violation_.empty()) return try_again(violation_);
  if (response_end_ != 0) {
    if (filled_ != filled_before_) failures_ = 0;
    if (done()) return planned_();
    if (begin_ + filled_ == response_end_)
      return filled_ != filled_before_ ? request() : try_again("a range is empty");
    return try_again(outcome.arrived ? "a range is shorter than its header says" : outcome.why);
  }
  if (!outcome.arrived)
    return outcome.temporary ? try_again(outcome.why) : fail(damage::unreadable, outcome.why);
  if (head_.status == 416 && !state_->begun && reports_empty_object()) {
    // Amazon S3 does not repeat the validators of the object. All empty objects have the same bytes.
    if (state_->expected.size == 0U && head_.field("etag").empty()) state_->expected.etag.clear();
    if (state_->expected.size == 0U && head_.field("last-modified").empty())
      state_->expected.modified.clear();
    if (std::optional<std::string> changed = state_->meet(head_, 0))
      return fail(damage::changed_input, std::move(*changed));
    end_ = begin_;
    return;
  }
  if (relocations_ < most_relocations && state_->access->is_elsewhere(head_)) {
    ++relocations_;
    return request();
  }
  error_response refused = classify_error_response(*state_, head_.status, refusal_);
  if (refused.temporary) return try_again(std::move(refused.why));
  left_ = true;
  state_->fail(refused.reason, begin_ + filled_, std::move(refused.why), refused.is_missing);
}

// Returns true if the response, whose status is 416, reports a size of 0: in Content-Range, or in the error
// of Amazon S3, which sends no Content-Range.
bool range_download::reports_empty_object() const {
  const std::optional<content_range> range = parse_content_range(head_.field("content-range"));
  return range ? range->total == 0U
               : refusal_.find("<ActualObjectSize>0</ActualObjectSize>") != std::string::npos;
}

void range_download::fail(damage reason, std::string why) {
  left_ = true;
  state_->fail(reason, begin_ + filled_, std::move(why));
}

void range_download::try_again(std::string why) {
  const unsigned most = state_->access->retries();
  if (failures_ >= most) {
    if (most != 0) why += ", " + std::to_string(failures_ + 1) + " times in a row";
    return fail(damage::unreadable, std::move(why));
  }
  ++failures_;
  request(state_->access->plan_retry(state_->name, failures_, head_.field("retry-after"), why));
}

}  // namespace urlsieve
