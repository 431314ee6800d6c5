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
  starts_.clear();
  turn_.open();
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
    starts_.push_back({consumed_, produced_});
    consumed_ += consumed;
    produced_ += produced;
  }
  stored_memory_.reset();
  turn_.finish();
}

}  // namespace urlsieve
