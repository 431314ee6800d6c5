#include "src/transfer/remote_object.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <utility>

#include "src/transfer/range_download.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_state.hpp"
#include "src/transfer/remote_stream.hpp"

namespace urlsieve {

// The contiguous pieces from the current read offset on.
struct remote_object::state : remote_state {
  std::deque<std::shared_ptr<range_download>> pieces;
  prefetch_options pace;
  std::uint64_t next_size = 0;
  bool has_reader = false;  // read() was called

  void add_piece(const std::shared_ptr<state>& self, std::uint64_t begin) {
    std::uint64_t end = std::min(begin + next_size, pace.end);
    if (begun) end = std::min(end, version.size.value_or(end));
    next_size = std::min(2 * next_size, pace.largest);
    const std::weak_ptr<state> weak = self;
    pieces.push_back(std::make_shared<range_download>(self, begin, end, [weak] {
      if (const std::shared_ptr<state> locked = weak.lock()) locked->plan(locked);
    }));
    pieces.back()->request();
  }

  // Requests further pieces until every connection is busy.
  void plan(const std::shared_ptr<state>& self) {
    if (!has_reader || !begun || stream || fault || over || pieces.empty()) return;
    const std::size_t most = pace.connections != 0 ? pace.connections : access->connections();
    auto coming = static_cast<std::size_t>(
        std::count_if(pieces.begin(), pieces.end(), [](const auto& piece) { return !piece->done(); }));
    for (; coming < most && pieces.size() <= most &&
           pieces.back()->end() < std::min(version.size.value_or(0), pace.end);
         ++coming)
      add_piece(self, pieces.back()->end());
  }

  void cancel_all() {
    for (const std::shared_ptr<range_download>& piece : pieces) piece->cancel();
    pieces.clear();
  }

  // Drops the pieces before byte `at`. If no piece covers `at`, drops all and requests a piece there.
  void seek(const std::shared_ptr<state>& self, std::uint64_t at) {
    const bool ahead = !pieces.empty() && at >= pieces.front()->begin() && at < pieces.back()->end();
    if (!ahead) {
      cancel_all();
      next_size = pace.first;
      add_piece(self, at);
    }
    while (at >= pieces.front()->end()) {
      pieces.front()->cancel();
      pieces.pop_front();
    }
    plan(self);
  }
};

remote_object::remote_object(std::shared_ptr<remote_access> access, const std::string& name,
                             const std::atomic<bool>* stop, object_version expected, prefetch_options pace)
    : access_(std::move(access)), stop_(stop), state_(std::make_shared<state>()) {
  const std::lock_guard lock(state_->mutex);
  state_->access = access_.get();
  state_->name = name;
  state_->expected = std::move(expected);
  state_->pace = pace;
  state_->next_size = pace.first;
  state_->add_piece(state_, pace.begin);
}

remote_object::~remote_object() {
  const std::lock_guard lock(state_->mutex);
  state_->cancel_all();
  if (state_->stream) state_->stream->cancel();
  state_->stream.reset();
  state_->over = true;
}

bool remote_object::wait_for_response() {
  std::unique_lock lock(state_->mutex);
  while (!state_->begun && !state_->fault) {
    if (stop_ != nullptr && *stop_) return true;
    state_->changed.wait_for(lock, stop_poll_interval);
  }
  if (!state_->begun) failure_ = state_->fault;
  return state_->begun;
}

std::optional<std::size_t> remote_object::fail() {
  failure_ = state_->fault;
  errno = EIO;
  return std::nullopt;
}

std::optional<std::size_t> remote_object::read(std::uint64_t at, std::span<char> out) {
  if (out.empty()) return 0;
  std::unique_lock lock(state_->mutex);
  state_->has_reader = true;
  while (true) {
    if (stop_ != nullptr && *stop_) return 0;
    if (state_->fault && (!state_->begun || at >= state_->fault->at)) return fail();
    if (state_->stream) {
      if (const std::optional<std::size_t> got = state_->stream->read(out)) return got;
    } else if (state_->begun) {
      if (at >= state_->version.size.value_or(0)) return 0;
      if (!state_->fault) state_->seek(state_, at);
      if (const std::size_t got = copy(at, out); got != 0) return got;
      if (state_->fault && !is_held(at)) return fail();
    }
    state_->changed.wait_for(lock, stop_poll_interval);
  }
}

// Copies the bytes that have arrived from `at` on; returns their number.
std::size_t remote_object::copy(std::uint64_t at, std::span<char> out) const {
  std::size_t copied = 0;
  for (const std::shared_ptr<range_download>& piece : state_->pieces) {
    if (at < piece->begin() || copied == out.size()) break;
    const std::uint64_t skipped = at - piece->begin();
    if (skipped < piece->bytes().size()) {
      const std::string_view arrived = piece->bytes().substr(static_cast<std::size_t>(skipped));
      const std::size_t size = std::min(arrived.size(), out.size() - copied);
      std::memcpy(out.data() + copied, arrived.data(), size);
      copied += size;
      at += size;
    }
    if (at < piece->end()) break;
  }
  return copied;
}

// Returns true if a piece covers byte `at`, arrived or not.
bool remote_object::is_held(std::uint64_t at) const {
  return std::any_of(state_->pieces.begin(), state_->pieces.end(),
                     [at](const auto& piece) { return at >= piece->begin() && at < piece->end(); });
}

bool remote_object::random_access() const {
  const std::lock_guard lock(state_->mutex);
  return state_->begun && !state_->stream;
}

std::string remote_object::url() const {
  const std::lock_guard lock(state_->mutex);
  return state_->url;
}

std::uint64_t remote_object::size() const {
  const std::lock_guard lock(state_->mutex);
  return state_->version.size.value_or(0);
}

}  // namespace urlsieve
