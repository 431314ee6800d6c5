#include "src/pipeline/input_account.hpp"

#include <utility>

#include "src/input/offset_mark.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

void input_account::settle(const stats& counted, input_counts& to) {
  input_counts now(counted);
  to.add_increase(now, before_);
  before_ = std::move(now);
  examples_ = counted.examples.size();
}

void input_account::pass(const stats& counted) {
  before_ = input_counts(counted);
  examples_ = counted.examples.size();
}

damage_counts input_account::new_damage(const stats& counted) const {
  damage_counts fresh = counted.damaged;
  for (std::size_t i = 0; i < damage_count; ++i) fresh[i] -= before_.damaged[i];
  return fresh;
}

std::optional<unread_input> input_account::new_fault(const stats& counted, const std::string& name) const {
  const damage_counts fresh = new_damage(counted);
  for (std::size_t i = 0; i < damage_count; ++i)
    if (fresh[i] != 0) return unread_input{name, static_cast<damage>(i), counted.last_detail};
  return std::nullopt;
}

std::span<damage_example> input_account::take_examples(stats& counted) {
  const std::size_t first = std::exchange(examples_, counted.examples.size());
  return std::span(counted.examples).subspan(first);
}

const batch_input& slice_account::input_of(std::size_t slice_number) {
  while (next_input_ < work_.inputs.size() && work_.inputs[next_input_].first_slice <= slice_number) {
    settle();
    input_ = &work_.inputs[next_input_++];
  }
  return *input_;
}

void slice_account::opened(const slice& part) {
  for (damage_example& example : account_.take_examples(work_.counted)) {
    // Readers of documents only know their document, so the input is added here.
    if (example.input != input_->name)
      example.document = std::exchange(example.input, without_password(input_->name));
    if (example.document.empty()) example.document = without_password(part.target);
    locate(example.place, input_->marks);
  }
}

}  // namespace urlsieve
