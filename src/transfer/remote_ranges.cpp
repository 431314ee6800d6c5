#include "src/transfer/remote_ranges.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <span>
#include <utility>

#include "src/transfer/range_download.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_state.hpp"
#include "src/transfer/remote_stream.hpp"

namespace urlsieve {

// The pieces of the expected ranges, in order. Pieces from `unasked` on have no request yet.
struct remote_ranges::state : remote_state {
  std::deque<std::shared_ptr<range_download>> pieces;
  std::size_t unasked = 0;

  void ask_waiting() {
    if (stream || over || fault) return;
    while (unasked < pieces.size()) {
      const std::shared_ptr<range_download>& piece = pieces[unasked++];
      if (piece->begin() < version.size.value_or(0)) piece->request();
    }
  }
};

remote_ranges::remote_ranges(std::shared_ptr<remote_access> access, const std::string& name,
                             const std::atomic<bool>* stop, object_version expected)
    : access_(std::move(access)), stop_(stop), state_(std::make_shared<state>()) {
  state_->access = access_.get();
  state_->name = name;
  state_->expected = std::move(expected);
}

remote_ranges::~remote_ranges() {
  const std::lock_guard lock(state_->mutex);
  for (const std::shared_ptr<range_download>& piece : state_->pieces) piece->cancel();
  state_->pieces.clear();
  if (state_->stream) state_->stream->cancel();
  state_->stream.reset();
  state_->over = true;
}

void remote_ranges::expect(std::uint64_t begin, std::size_t size) {
  const std::lock_guard lock(state_->mutex);
  expected_.push_back({begin, size});
  const std::weak_ptr<state> weak = state_;
  state_->pieces.push_back(std::make_shared<range_download>(state_, begin, begin + size, [weak] {
    if (const std::shared_ptr<state> locked = weak.lock()) locked->ask_waiting();
  }));
  if (state_->begun) {
    state_->ask_waiting();
  } else if (state_->pieces.size() == 1 && state_->unasked == 0) {
    state_->unasked = 1;
    state_->pieces.front()->request();
  }
}

object_version remote_ranges::version() const {
  const std::lock_guard lock(state_->mutex);
  return state_->version;
}

std::string remote_ranges::url() const {
  const std::lock_guard lock(state_->mutex);
  return state_->url;
}

bool remote_ranges::random_access() const {
  const std::lock_guard lock(state_->mutex);
  return !state_->stream;
}

bool remote_ranges::read(std::string& out) {
  out.clear();
  failure_.reset();
  const range wanted = expected_.front();
  expected_.pop_front();
  std::unique_lock lock(state_->mutex);
  const std::shared_ptr<range_download> piece = state_->pieces.front();
  bool is_read = false;
  while (stop_ == nullptr || !*stop_) {
    if (state_->stream) {
      lock.unlock();
      is_read = read_stream(wanted, out);
      lock.lock();
      break;
    }
    if (piece->done() || (state_->begun && wanted.begin >= state_->version.size.value_or(0))) {
      out = piece->bytes();
      is_read = true;
      break;
    }
    if (state_->fault && (!state_->begun || state_->fault->at < piece->end())) {
      failure_ = state_->fault;
      break;
    }
    state_->changed.wait_for(lock, stop_poll_interval);
  }
  if (!is_read) piece->cancel();
  state_->pieces.pop_front();
  if (state_->unasked != 0) --state_->unasked;
  return is_read;
}

// Reads on in the whole object up to the end of `wanted`.
bool remote_ranges::read_stream(const range& wanted, std::string& out) {
  if (wanted.begin < streamed_) {
    failure_ = remote_fault{damage::unreadable, wanted.begin, "the server does not support ranges", false};
    return false;
  }
  std::array<char, std::size_t{64} << 10U> block{};
  std::unique_lock lock(state_->mutex);
  while (streamed_ < wanted.begin + wanted.size) {
    if (stop_ != nullptr && *stop_) return false;
    if (state_->fault && streamed_ >= state_->fault->at) {
      failure_ = state_->fault;
      return false;
    }
    const bool is_before = streamed_ < wanted.begin;
    const std::uint64_t end = is_before ? wanted.begin : wanted.begin + wanted.size;
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), end - streamed_));
    const std::optional<std::size_t> got = state_->stream->read(std::span(block).first(most));
    if (!got) {
      state_->changed.wait_for(lock, stop_poll_interval);
      continue;
    }
    if (*got == 0) break;
    if (!is_before) out.append(block.data(), *got);
    streamed_ += *got;
  }
  return true;
}

}  // namespace urlsieve
