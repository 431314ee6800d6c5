#include "src/input/members/members_ahead.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "src/codec/compression.hpp"
#include "src/codec/inflate_pair.hpp"
#include "src/codec/whole_member.hpp"
#include "src/input/members/member_run.hpp"

namespace urlsieve {
namespace {

// Decodes runs two at a time on one thread. Each lane of an inflate_pair decodes a run and then takes the
// next waiting run, so both lanes stay busy although members differ in size.
class run_pair final : public inflate_pair::work {
 public:
  run_pair(std::shared_ptr<member_run> first, std::shared_ptr<member_run> second, waiting_runs& waiting,
           const claim_once* awaited)
      : runs_{std::move(first), std::move(second)}, waiting_(&waiting), enough_(awaited) {
    for (const std::shared_ptr<member_run>& run : runs_) run->begin_in_own_memory();
  }

  bool next(unsigned lane, inflate_pair::task& member) override {
    std::shared_ptr<member_run>& run = runs_[lane];
    while (true) {
      if (!run) {
        if (enough_ != nullptr && enough_->done()) return false;
        run = waiting_->take();
        if (!run) return false;
        run->begin_in_own_memory();
      }
      if (run->next_gzip(member.stored, member.output)) return true;
      run->finish();
      run.reset();
    }
  }

  void done(unsigned lane, inflate_pair::outcome decoded) override { runs_[lane]->take(decoded); }

 private:
  std::array<std::shared_ptr<member_run>, inflate_pair::lanes> runs_;
  waiting_runs* waiting_;
  const claim_once* enough_;
};

// Returns true if two runs like `run` are decoded faster together than one after the other: gzip members, on
// a processor that supports inflate_pair.
bool decodes_in_pairs(const member_run& run) {
  return inflate_pair::available() && run.holds_gzip();
}

// Decodes `first`, and waiting runs with it, until none is left or `awaited` (may be null) is done. Requires:
// the caller has claimed the decoding of `first`.
void decode_runs(std::shared_ptr<member_run> first, waiting_runs& waiting, const claim_once* awaited) {
  std::shared_ptr<member_run> second = decodes_in_pairs(*first) ? waiting.take() : nullptr;
  if (!second) return first->decode();
  run_pair both(std::move(first), std::move(second), waiting, awaited);
  inflate_pair pair;
  pair.run(both);
}

}  // namespace

std::shared_ptr<member_run> members_ahead::decode_single(stored_window& window, std::size_t most) {
  min_capacity_ = 0;  // the run is used once
  const member_run* const found = find_one(window);
  if (found == nullptr || found->space() > most) return nullptr;
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
  const claim_once* const enough = how_.start ? &front.decoding() : nullptr;
  if (front.decoding().claim()) return decode_runs(runs_.front(), *waiting_, enough);
  while (!front.decoding().done()) {
    std::shared_ptr<member_run> waiting = waiting_->take();
    if (!waiting) return front.decoding().wait();
    decode_runs(std::move(waiting), *waiting_, enough);
  }
}

void members_ahead::release() {
  const std::shared_ptr<member_run> used = std::move(runs_.front());
  runs_.erase(runs_.begin());
  if (waiting_) waiting_->remove(used);
  // A run that another thread decodes is not reused.
  if (used->decoding().claim() || used->decoding().done()) free_.push_back(used);
}

std::shared_ptr<member_run> members_ahead::free_run() {
  if (free_.empty()) return std::make_shared<member_run>(min_capacity_);
  std::shared_ptr<member_run> run = std::move(free_.back());
  free_.pop_back();
  return run;
}

}  // namespace urlsieve
