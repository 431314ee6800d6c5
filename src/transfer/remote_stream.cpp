#include "src/transfer/remote_stream.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "src/transfer/remote_access.hpp"

namespace urlsieve {

std::optional<std::size_t> remote_stream::read(std::span<char> out) {
  const std::size_t size = std::min(out.size(), buffer_.size() - buffer_begin_);
  if (size == 0) return done_ ? std::optional<std::size_t>(0) : std::nullopt;
  std::memcpy(out.data(), buffer_.data() + buffer_begin_, size);
  buffer_begin_ += size;
  if (buffer_begin_ == buffer_.size()) {
    buffer_.clear();
    buffer_begin_ = 0;
  }
  if (is_paused_ && buffer_.size() - buffer_begin_ < max_buffered / 2) {
    is_paused_ = false;
    state_->access->client().resume(exchange_);
  }
  return size;
}

void remote_stream::cancel() {
  if (!done_) state_->access->client().cancel(exchange_);
}

http_receiver::more remote_stream::begun(const http_head& head) {
  const std::lock_guard lock(state_->mutex);
  if (state_->over) return more::no;
  head_ = head;
  if (head.status != 200) return more::yes;
  if (std::optional<std::string> changed = state_->meet(head, head.length())) {
    state_->fail(damage::changed_input, arrived_, std::move(*changed));
    return more::no;
  }
  accepted_ = true;
  return more::yes;
}

// Removes repeated bytes from the front of `bytes`; returns false if the repeated bytes differ.
bool remote_stream::repeat(std::string_view& bytes) {
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), arrived_ - repeated_));
  again_.add(bytes.substr(0, size));
  repeated_ += size;
  bytes.remove_prefix(size);
  return repeated_ != arrived_ || size == 0 || again_.hex() == arrived_checksum_.hex();
}

http_receiver::more remote_stream::take(std::string_view bytes) {
  const std::lock_guard lock(state_->mutex);
  if (state_->over) return more::no;
  if (!accepted_) {
    refusal_.append(bytes.substr(0, max_error_body - std::min(max_error_body, refusal_.size())));
    return more::yes;
  }
  if (buffer_.size() - buffer_begin_ >= max_buffered) {
    is_paused_ = true;
    return more::later;
  }
  if (!repeat(bytes)) {
    state_->fail(damage::changed_input, arrived_, "earlier bytes of the object changed");
    return more::no;
  }
  if (bytes.empty()) return more::yes;
  if (buffer_begin_ > buffer_.size() / 2) buffer_.erase(0, std::exchange(buffer_begin_, 0));
  buffer_.append(bytes);
  arrived_checksum_.add(bytes);
  arrived_ += bytes.size();
  repeated_ = arrived_;
  progress_ = true;
  state_->changed.notify_all();
  return more::yes;
}

void remote_stream::ended(const http_end& outcome) {
  const std::lock_guard lock(state_->mutex);
  if (state_->over || state_->fault) return;
  finish_response(outcome);
}

void remote_stream::finish_response(const http_end& outcome) {
  if (progress_) failures_ = 0;
  if (!accepted_) {
    if (!outcome.arrived)
      return outcome.temporary ? try_again(outcome.why)
                               : state_->fail(damage::unreadable, arrived_, outcome.why);
    error_response refused = classify_error_response(*state_, head_.status, refusal_);
    if (refused.temporary) return try_again(std::move(refused.why));
    return state_->fail(refused.reason, arrived_, std::move(refused.why));
  }
  if (!outcome.arrived) return try_again(outcome.why);
  if (repeated_ < arrived_ || (state_->version.size && arrived_ != *state_->version.size))
    return try_again("it ended before its announced length");
  if (!head_.is_delimited())
    return state_->fail(damage::unreadable, arrived_,
                        "the server announced neither length nor end, so bytes may be missing");
  done_ = true;
  state_->changed.notify_all();
}

void remote_stream::try_again(std::string why) {
  const unsigned most = state_->access->retries();
  if (failures_ >= most) {
    if (most != 0) why += ", " + std::to_string(failures_ + 1) + " times in a row";
    return state_->fail(damage::unreadable, arrived_, std::move(why));
  }
  ++failures_;
  request(state_->access->plan_retry(state_->name, failures_, head_.field("retry-after"), why));
}

void remote_stream::request(std::chrono::milliseconds delay) {
  result<http_request> request = state_->access->request_for(state_->name);
  if (!request) return state_->fail(damage::unreadable, arrived_, request.error().message);
  head_ = {};
  accepted_ = progress_ = false;
  repeated_ = 0;
  again_ = running_checksum();
  refusal_.clear();
  exchange_ = state_->access->client().start(std::move(*request), shared_from_this(), delay);
}

}  // namespace urlsieve
