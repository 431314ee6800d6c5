#include "src/pipeline/part_accounts.hpp"

#include <utility>

namespace urlsieve {

damage_counts part_accounts::open(const batch& next) const {
  damage_counts fresh = next.counted.damaged;
  for (std::size_t i = 0; i < damage_count; ++i) fresh[i] -= damaged_[i];
  return fresh;
}

void part_accounts::settle(batch& next, const std::vector<offset_mark>& marks) {
  const damage_counts fresh = open(next);
  batch_input& part = next.inputs.back();
  for (std::size_t i = 0; i < damage_count; ++i) part.damaged[i] += fresh[i];
  for (std::size_t i = examples_; i < next.counted.examples.size(); ++i)
    locate(next.counted.examples[i].place, marks);
  skips_.settle(next.counted, part.skipped);
  columns_.settle(next.counted, part.missing_columns);
  pass(next);
}

std::optional<unread_input> part_accounts::open_fault(const batch& next, const std::string& name) const {
  const damage_counts fresh = open(next);
  for (std::size_t i = 0; i < damage_count; ++i) {
    if (fresh[i] == 0) continue;
    const bool told = next.counted.examples.size() > examples_;
    return unread_input{name, static_cast<damage>(i),
                        told ? next.counted.examples.back().detail : std::string()};
  }
  return std::nullopt;
}

void part_accounts::take_unread(batch& next) {
  input_verdicts& verdicts = next.counted.inputs;
  for (unread_input& one : verdicts.unread) {
    batch_input& part = next.inputs.emplace_back();
    part.name = one.name;
    part.first_slice = next.slices.size();
    part.not_read = std::move(one);
  }
  verdicts.not_read -= verdicts.unread.size();
  verdicts.unread.clear();
}

}  // namespace urlsieve
