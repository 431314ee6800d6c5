// Small members of archives are not copied into the slab of the batch, if the whole member is in the memory
// of the archive's reader. Their slices refer to that memory, and the batch holds it.
#include <span>

#include "src/codec/charset_detection.hpp"
#include "src/documents/input_head.hpp"
#include "src/input/recoding/line_feed_source.hpp"
#include "src/input/recoding/utf16_source.hpp"
#include "src/pipeline/intake.hpp"

namespace urlsieve {
namespace {

// Returns true if the formats can read these bytes directly: the bytes need no decoding, and are no archive.
bool stands_for_itself(std::string_view name, std::string_view whole) {
  return !is_compressed(whole) && sniff_file_archive(whole) == file_archive::none &&
         sniff_named_file(name, whole, true) == file_archive::none && !find_wide_encoding(whole) &&
         !has_bare_returns(whole);
}

}  // namespace

// Delivers the last opened member in place, and closes it. Returns false for members that need any special
// treatment.
bool intake::give_in_place(batch& next) {
  if (archives_.empty()) return false;
  nested_inputs& members = *archives_.back().members;
  const std::string_view whole = members.whole_member();
  if (whole.empty() || whole.size() >= input_head_size || !stands_for_itself(name_, whole)) return false;
  if (expansion_left_ != nullptr && whole.size() > *expansion_left_) return false;
  const recognised found = recognise(head_of(whole, true), options_->input, options_->text.refang);
  // Formats of archives need their usual path.
  if (found.as == nullptr || found.as->family == format_family::archive) return false;
  if (is_undeclared_text(*found.as) && is_decoded(find_undeclared_charset(whole, undeclared_).named))
    return false;
  std::shared_ptr<const slab> memory = members.take_whole_member(next.counted);
  if (expansion_left_ != nullptr) *expansion_left_ -= whole.size();
  // A block counts with its whole capacity, even if members occupy little of it.
  if (next.blocks.empty() || next.blocks.back() != memory) {
    in_place_ += memory->capacity();
    next.blocks.push_back(std::move(memory));
  }
  source_->take_marks(marks_);
  be(found, next);
  if (found.without_dots) splitter_->hint_no_dot_stuffing(whole.size());
  const std::size_t before = next.slices.size();
  static_cast<void>(splitter_->split(whole, offset_, true, name_, next.slices, next.counted));
  places_.note(std::span(next.slices).subspan(before), whole, whole.size(), offset_);
  close(next);
  return true;
}

}  // namespace urlsieve
