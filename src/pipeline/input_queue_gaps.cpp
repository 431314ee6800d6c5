// The part of input_queue for runs with a journal: an input that cannot be opened leaves a gap, counts are
// divided at the gap, and a later run reads the gaps alone.
#include <string>
#include <utility>

#include "src/pipeline/input_queue.hpp"

namespace urlsieve {

std::string input_queue::words_of(const listed_input& listed) {
  std::string words = listed.path;
  words.append(1, '\0').append(std::to_string(listed.size)).append(1, ' ');
  words.append(std::to_string(listed.modified)).append(listed.commit);
  if (listed.part) words.append(1, ' ').append(std::to_string(listed.part->from));
  return words;
}

result<void> input_queue::resume_from(std::vector<input_gap> gaps, std::uint64_t inputs, std::string checksum,
                                      std::uint64_t next_batch) {
  const bool has_gaps = !gaps.empty();
  gaps_->resume_from(std::move(gaps), inputs, std::move(checksum), next_batch);
  inputs_->open_ahead(false);
  if (has_gaps) return {};
  while (gaps_->next_step() == gap_walk::step::pass && skip_input()) {
  }
  if (state_ && !gaps_->is_as_before()) fail_as_changed();
  return state_;
}

bool input_queue::can_resume() {
  stats ignored;
  while (true) {
    switch (gaps_->next_step()) {
      case gap_walk::step::reach:
        static_cast<void>(gaps_->reach());
        break;
      case gap_walk::step::inside: {
        const listed_input* const behind = inputs_->peek();
        if (inputs_->failure()) return false;
        if (!gaps_->ends_at(behind == nullptr ? std::string() : checksum_of(words_of(*behind)))) {
          if (!inputs_->pass(ignored)) return false;
          break;
        }
        const bool passes = gaps_->passes_behind();
        gaps_->leave();
        if (passes && !skip_input()) return false;
        break;
      }
      case gap_walk::step::pass:
        if (!skip_input()) return false;
        break;
      case gap_walk::step::finish:
      case gap_walk::step::read:
        return gaps_->is_as_before();
    }
  }
}

// Skips an input that an earlier run opened, and drops counts that the earlier run has already.
bool input_queue::skip_input() {
  stats counted_before;
  const std::optional<listed_input> listed = inputs_->pass(counted_before);
  if (!listed) {
    fail_as_changed();
    return false;
  }
  note(*listed);
  gaps_->pass(words_of(*listed));
  stored_before_ += listed->size;
  return true;
}

void input_queue::fail_as_changed() {
  state_ = tl::unexpected(changed_inputs());
}

// Stores the next input to open, or the end of the listing, in arriving_ and returns true. Returns false if
// the run has to divide its counts before that input, or after an error, which state() returns.
bool input_queue::approach(current_input& input, batch& next) {
  while (state_ && inputs_ && !gaps_->has_events()) {
    if (!arriving_) {
      switch (gaps_->next_step()) {
        case gap_walk::step::pass:
          static_cast<void>(skip_input());
          continue;
        case gap_walk::step::reach:
          batches_ = gaps_->reach();
          continue;
        case gap_walk::step::inside:
          approach_inside();
          continue;
        case gap_walk::step::finish:
          if (!gaps_->is_as_before()) {
            fail_as_changed();
            continue;
          }
          batches_ = gaps_->finish();
          inputs_->open_ahead(true);
          pause_after(stretch_);
          continue;
        case gap_walk::step::read:
          arrive();
          break;
      }
    }
    if (arriving_->counted.inputs.not_read != 0) {
      if (gaps_->is_open() || !gaps_->begin(batches_)) count_unopened(input, next);
    } else if (gaps_->is_open()) {
      // Counts between the gap and the input belong to the gap, because a later run meets them there.
      next.counted.add(std::exchange(arriving_->counted, {}));
      batches_ =
          gaps_->end(arriving_->input ? checksum_of(words_of(arriving_->input->listed)) : std::string());
    } else if (arriving_->is_passed) {
      next.counted.add(arriving_->counted);
      gaps_->leave();
      note(arriving_->input->listed);
      gaps_->pass(words_of(arriving_->input->listed));
      stored_before_ += arriving_->input->listed.size;
      arriving_.reset();
    } else {
      return true;
    }
  }
  return false;
}

// Reads the next input of a known gap, or passes the input behind the gap.
void input_queue::approach_inside() {
  const listed_input* const peeked = inputs_->peek();
  if (peeked == nullptr && inputs_->failure()) {
    state_ = tl::unexpected(*inputs_->failure());
    return;
  }
  const std::string checksum = peeked == nullptr ? std::string() : checksum_of(words_of(*peeked));
  if (!gaps_->ends_at(checksum)) {
    if (peeked == nullptr) return fail_as_changed();
    return arrive();
  }
  if (!gaps_->passes_behind()) {
    if (!gaps_->is_open()) return gaps_->leave();
    batches_ = gaps_->end(checksum);
    return;
  }
  if (peeked == nullptr) return fail_as_changed();
  arriving_.emplace();
  arriving_->is_passed = true;
  arriving_->input.emplace();
  arriving_->input->listed = *inputs_->pass(arriving_->counted);
}

void input_queue::arrive() {
  arriving_.emplace();
  arriving_->input = inputs_->next(arriving_->counted);
  if (!arriving_->input) return;
  const listed_input& listed = arriving_->input->listed;
  const bool is_opened_here = listed.directory || listed.part || listed.is_parquet_part();
  arriving_->is_unopened = !is_opened_here && !arriving_->input->source;
}

// Counts an input that could not be opened as missing. Its gap stays open until an input opens or the listing
// ends.
void input_queue::count_unopened(current_input& input, batch& next) {
  next.counted.add(std::exchange(arriving_->counted, {}));
  input.account.pass(next.counted);
  next.take_unread_inputs();
  if (!arriving_->is_unopened) return;
  note(arriving_->input->listed);
  if (!gaps_->is_open()) gaps_->open(words_of(arriving_->input->listed));
  arriving_.reset();
}

}  // namespace urlsieve
