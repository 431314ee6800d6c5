#include "src/input/recoding/recoded_source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace urlsieve {
namespace {

constexpr std::size_t block = std::size_t{128} << 10;

}  // namespace

recoded_source::recoded_source(std::unique_ptr<byte_source> stored, const consumed_head& head,
                               std::size_t skipped)
    : stored_(std::move(stored)) {
  std::size_t begin = std::min(skipped, head.bytes.size());
  for (const std::size_t gap : head.gaps) {
    if (gap <= begin) continue;
    behind_gaps_.emplace_back(head.bytes.substr(begin, gap - begin));
    begin = gap;
  }
  behind_gaps_.emplace_back(head.bytes.substr(begin));
  raw_ = std::move(behind_gaps_.front());
  behind_gaps_.pop_front();
}

std::size_t recoded_source::read(std::span<char> out, stats& counted) {
  after_gap_ = false;
  std::size_t filled = 0;
  while (filled < out.size()) {
    if (filled != 0 && pauses()) break;
    if (recoded_.empty() && !refill(counted)) break;
    if (gap_before_) {
      if (filled != 0) break;
      gap_before_ = false;
      after_gap_ = true;
    }
    const std::size_t part = std::min(recoded_.size(), out.size() - filled);
    if (part != 0) std::memcpy(out.data() + filled, recoded_.data(), part);
    recoded_.remove_prefix(part);
    filled += part;
  }
  return filled;
}

// Reads until converted bytes are available. Returns false at the end.
bool recoded_source::refill(stats& counted) {
  if (!begun_) {
    begun_ = true;
    recode_raw(!behind_gaps_.empty());
  }
  while (recoded_.empty() && !behind_gaps_.empty()) {
    raw_ = std::move(behind_gaps_.front());
    behind_gaps_.pop_front();
    gap_before_ = true;
    recode_raw(!behind_gaps_.empty());
  }
  while (recoded_.empty() && !ended_) {
    const std::size_t left = raw_.size();
    raw_.resize(left + block);
    const std::size_t got = stored_->read(std::span(raw_).subspan(left), counted);
    raw_.resize(left + got);
    ended_ = got == 0;
    const bool has_gap = got != 0 && stored_->after_gap();
    if (has_gap && left != 0) {
      behind_gaps_.push_back(raw_.substr(left));
      raw_.resize(left);
      recode_raw(true);
      return !recoded_.empty() || refill(counted);
    }
    gap_before_ = gap_before_ || has_gap;
    recode_raw(ended_);
  }
  return !recoded_.empty();
}

void recoded_source::recode_raw(bool last) {
  const step progress = recode(raw_, last);
  recoded_ = progress.recoded;
  raw_.erase(0, progress.consumed);
}

}  // namespace urlsieve
