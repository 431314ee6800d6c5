#include "src/input/member_run.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace urlsieve {

void member_run::set(std::uint64_t begin, std::shared_ptr<const char[]> memory, std::string_view stored,
                     std::size_t plain) {
  begin_ = begin;
  stored_memory_ = std::move(memory);
  stored_ = stored;
  room_ = plain;
  consumed_ = produced_ = 0;
  state_.store(state::waiting, std::memory_order_release);
}

bool member_run::claim() {
  state expected = state::waiting;
  return state_.compare_exchange_strong(expected, state::claimed, std::memory_order_acquire,
                                        std::memory_order_relaxed);
}

void member_run::decode() {
  try {
    plain_.grow(run_headroom + std::max(room_, least_room_), 0);
  } catch (const std::bad_alloc&) {
    room_ = 0;  // then nothing fits, and the members are decoded as a stream
  }
  decode_into({plain_.data() + run_headroom, room_});
}

void member_run::decode_into(std::span<char> out) {
  while (consumed_ < stored_.size()) {
    const auto [consumed, produced] = decoder_.decode(stored_.substr(consumed_), out.subspan(produced_));
    if (consumed == 0) break;
    consumed_ += consumed;
    produced_ += produced;
  }
  stored_memory_.reset();
  state_.store(state::done, std::memory_order_release);
  state_.notify_all();
}

void member_run::wait() const {
  for (state now = state_.load(std::memory_order_acquire); now != state::done;
       now = state_.load(std::memory_order_acquire))
    state_.wait(now, std::memory_order_acquire);
}

}  // namespace urlsieve
