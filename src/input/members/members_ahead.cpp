#include "src/input/members/members_ahead.hpp"

#include <algorithm>
#include <utility>

#include "src/codec/compression.hpp"
#include "src/codec/whole_member.hpp"
#include "src/input/members/run_pair.hpp"

namespace urlsieve {

std::shared_ptr<member_run> members_ahead::decode_one(stored_window& window, std::size_t most) {
  least_room_ = 0;  // the run is used once
  const member_run* const found = find_one(window);
  if (found == nullptr || found->room() > most) return nullptr;
  complete();
  std::shared_ptr<member_run> run = std::move(runs_.front());
  runs_.erase(runs_.begin());
  waiting_->remove(run);
  return run;
}

// Reads the stored bytes of the run in any case, because later members are behind them.
void members_ahead::use_first(stored_window& window) {
  const std::shared_ptr<member_run> first = std::move(first_);
  if (window.position() != first->begin()) return;
  while (window.rest().size() < first->stored_size() && window.refill()) {
  }
  if (window.rest().size() < first->stored_size()) return;
  cut_from_ = first->begin() + first->stored_size();
  runs_.push_back(first);
}

member_run* members_ahead::find(stored_window& window, std::size_t most) {
  if (first_) use_first(window);
  while (!runs_.empty() && runs_.front()->begin() < window.position()) release();
  if (runs_.empty() && how_.runs != 0 && cut_from_ <= window.position()) {
    cut_from_ = window.position();
    if (!cut(window)) return nullptr;
  }
  if (runs_.empty() || runs_.front()->begin() != window.position()) return nullptr;
  while (runs_.size() < most && cut(window)) {
  }
  return runs_.front().get();
}

// Cuts a run of the members expected at `cut_from_`. Returns false if there are none.
bool members_ahead::cut(stored_window& window) {
  using enum member_size_hint::answer;
  const auto from = static_cast<std::size_t>(cut_from_ - window.position());
  std::size_t stored = 0;
  std::size_t plain = 0;
  while (plain < how_.run_bytes) {
    const std::size_t at = from + stored;
    const std::string_view rest = window.rest().substr(std::min(at, window.rest().size()));
    const member_size_hint next = predict_member_size(rest, window.ended());
    if ((next.known == more || rest.size() < compression_head_size) && !window.ended() &&
        rest.size() < max_stored) {
      if (window.pauses()) {
        // A stream decodes the bytes that are present.
        if (stored == 0) cut_from_ += std::max<std::size_t>(rest.size(), 1);
        break;
      }
      window.refill();
      continue;
    }
    if (next.known != sizes || next.stored > max_stored || next.plain > max_plain) {
      // The reader decodes this member as a stream.
      if (stored == 0) cut_from_ += next.known == more ? max_stored : std::max<std::size_t>(next.stored, 1);
      break;
    }
    if (stored != 0 && plain + next.plain > how_.run_bytes) break;
    stored += next.stored;
    plain += next.plain;
  }
  if (stored == 0) return false;
  const std::shared_ptr<member_run> run = free_run();
  run->set(cut_from_, window.memory(), window.rest().substr(from, stored), plain);
  cut_from_ += stored;
  runs_.push_back(run);
  if (!waiting_) waiting_ = std::make_shared<waiting_runs>();
  // Gzip is faster in pairs, so the first run of a pair waits for the second; without a second, complete()
  // decodes it.
  const bool is_half = waiting_->add(run) % 2 != 0 && decodes_in_pairs(*run);
  if (how_.start && !is_half) {
    how_.start([waiting = waiting_] {
      if (std::shared_ptr<member_run> first = waiting->take())
        decode_runs(std::move(first), *waiting, nullptr);
    });
  }
  return true;
}

void members_ahead::complete() {
  member_run& front = *runs_.front();
  // Without other threads, waiting runs are decoded together, before their turn.
  const claim_once* const enough = how_.start ? &front.turn() : nullptr;
  if (front.turn().claim()) return decode_runs(runs_.front(), *waiting_, enough);
  while (!front.turn().done()) {
    std::shared_ptr<member_run> waiting = waiting_->take();
    if (!waiting) return front.turn().wait();
    decode_runs(std::move(waiting), *waiting_, enough);
  }
}

void members_ahead::release() {
  const std::shared_ptr<member_run> used = std::move(runs_.front());
  runs_.erase(runs_.begin());
  if (waiting_) waiting_->remove(used);
  // A run that another thread decodes is not reused.
  if (used->turn().claim() || used->turn().done()) free_.push_back(used);
}

std::shared_ptr<member_run> members_ahead::free_run() {
  if (free_.empty()) return std::make_shared<member_run>(least_room_);
  std::shared_ptr<member_run> run = std::move(free_.back());
  free_.pop_back();
  return run;
}

}  // namespace urlsieve
