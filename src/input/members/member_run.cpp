#include "src/input/members/member_run.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "src/codec/inflate_pair.hpp"

namespace urlsieve {

void member_run::set(std::uint64_t begin, std::shared_ptr<const char[]> memory, std::string_view stored,
                     std::size_t plain) {
  begin_ = begin;
  stored_memory_ = std::move(memory);
  stored_ = stored;
  space_ = plain;
  consumed_ = produced_ = 0;
  broken_ = false;
  starts_.clear();
  decoding_.open();
}

void member_run::decode() {
  begin_in_own_memory();
  decode_into(out_);
}

void member_run::decode_into(std::span<char> out) {
  out_ = out;
  while (!broken_ && consumed_ < stored_.size()) decode_next();
  finish();
}

void member_run::begin_in_own_memory() {
  try {
    plain_.grow(run_headroom + std::max(space_, min_capacity_) + inflate_pair::slack, 0);
  } catch (const std::bad_alloc&) {
    space_ = 0;  // no member fits then, so all are decoded as streams
  }
  out_ = {plain_.data() + run_headroom, space_};
}

void member_run::decode_next() {
  take(decoder_.decode(stored_.substr(consumed_), out_.subspan(produced_)));
}

bool member_run::next_gzip(std::string_view& stored, std::span<char>& out) {
  while (!broken_ && consumed_ < stored_.size()) {
    stored = stored_.substr(consumed_);
    // Without memory, no member is decoded, and there is no slack.
    if (space_ != 0 && whole_member_decoder::is_gzip(stored)) {
      out = {out_.data() + produced_, out_.size() - produced_ + inflate_pair::slack};
      return true;
    }
    decode_next();
  }
  return false;
}

void member_run::take(whole_member_decoder::outcome decoded) {
  broken_ = decoded.consumed == 0 || decoded.produced > out_.size() - produced_;
  if (broken_) return;
  starts_.push_back({consumed_, produced_});
  consumed_ += decoded.consumed;
  produced_ += decoded.produced;
}

void member_run::finish() {
  stored_memory_.reset();
  decoding_.finish();
}

}  // namespace urlsieve
