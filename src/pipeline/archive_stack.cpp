#include "src/pipeline/archive_stack.hpp"

#include <utility>

#include "src/pipeline/collection_check.hpp"

namespace urlsieve {

bool archive_stack::enter(file_archive kind, std::string_view head, std::size_t junk, current_input& input,
                          batch& next, const read_ahead& ahead, bool makes_checksums) {
  if (archives_.size() == nested_inputs::max_depth) {
    input.refuse(next, damage::unknown_format, "an archive inside 4 others");
    return false;
  }
  if (kind == file_archive::seven_zip && !input.source->in_any_order()) {
    input.refuse(next, damage::unknown_format,
                 "a 7z archive can only be read from a file that is not compressed");
    return false;
  }
  input.settle(next);
  entered in{nullptr, kind, next.inputs.back().counts.damaged};
  in.members = std::make_unique<nested_inputs>(kind, std::move(input.source), head, input.marks,
                                               archives_.empty() ? nullptr : archives_.back().members.get(),
                                               ahead, junk);
  if (makes_checksums && kind == file_archive::zip) in.members->make_checksums();
  archives_.push_back(std::move(in));
  input.forget_plain_bytes(next);  // the contents of the members are counted instead
  input.forget();
  return true;
}

bool archive_stack::next(current_input& input, batch& next, std::uint64_t& stored_bytes) {
  while (!archives_.empty()) {
    entered& in = archives_.back();
    const std::uint64_t not_read_before = next.counted.inputs.not_read;
    input.source = in.members->next(next.counted);
    if (const member_checksums* const sums = input.source ? nullptr : in.members->checksums())
      check_collection(*sums, in.members->name(), next.counted);
    const damage_counts fresh = input.account.new_damage(next.counted);
    for (std::size_t i = 0; i < damage_count; ++i) in.damaged[i] += fresh[i];
    // Encrypted members count as inputs of their own.
    in.damaged[static_cast<std::size_t>(damage::unreadable)] -=
        next.counted.inputs.not_read - not_read_before;
    input.account.pass(next.counted);
    next.take_unread_inputs();
    if (input.source) {
      input.name = input.source->name();
      input.is_named = false;
      input.is_member = true;
      input.begin_part(next, false);
      return true;
    }
    batch_input& part = next.inputs.emplace_back();
    part.name = in.members->name();
    part.first_slice = next.slices.size();
    part.format = word_of(in.kind);
    part.counts.damaged = in.damaged;
    part.not_read = in.members->not_read();
    if (archives_.size() == 1) stored_bytes += stored_position();
    archives_.pop_back();
  }
  return false;
}

}  // namespace urlsieve
