#include "src/pipeline/input_share.hpp"

#include <utility>

#include "src/input/offset_mark.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

namespace {

std::uint64_t lines_without_fields(const stats& counted) {
  const auto found = counted.passed_over.find("line:no-fields");
  return found == counted.passed_over.end() ? 0 : found->second;
}

}  // namespace

input_share::input_share(batch& work)
    : work_(work),
      examples_(work.counted.examples.size()),
      damaged_(work.counted.damaged),
      documents_(work.counted.documents),
      references_(work.counted.references),
      rejected_(work.counted.rejected),
      lines_without_(lines_without_fields(work.counted)) {
  skips_.restart(work.counted);
  columns_.restart(work.counted);
}

const batch_input& input_share::input_of(std::size_t slice_number) {
  while (next_input_ < work_.inputs.size() && work_.inputs[next_input_].first_slice <= slice_number) {
    attribute_counts();
    input_ = &work_.inputs[next_input_++];
  }
  return *input_;
}

void input_share::opened(const slice& part) {
  for (; examples_ < work_.counted.examples.size(); ++examples_) {
    damage_example& one = work_.counted.examples[examples_];
    // Readers of documents only know their document, so the input is added here.
    if (one.input != input_->name) one.document = std::exchange(one.input, without_password(input_->name));
    if (one.document.empty()) one.document = without_password(part.target);
    locate(one.place, input_->marks);
  }
}

void input_share::attribute_counts() {
  const stats& counted = work_.counted;
  const std::uint64_t lines_without = lines_without_fields(counted);
  if (input_ != nullptr) {
    for (std::size_t i = 0; i < damage_count; ++i) input_->damaged[i] += counted.damaged[i] - damaged_[i];
    input_->documents += counted.documents - documents_;
    input_->references += counted.references - references_;
    for (std::size_t i = 0; i < rejection_count; ++i)
      input_->rejected[i] += counted.rejected[i] - rejected_[i];
    skips_.settle(counted, input_->skipped);
    columns_.settle(counted, input_->missing_columns);
    input_->lines_without += lines_without - lines_without_;
  }
  damaged_ = counted.damaged;
  documents_ = counted.documents;
  references_ = counted.references;
  rejected_ = counted.rejected;
  lines_without_ = lines_without;
}

}  // namespace urlsieve
