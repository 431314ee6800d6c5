#include "src/url/text_forms/text_rewriting.hpp"

#include <algorithm>
#include <cstring>

namespace urlsieve {

rewriting rewriting_for(unescape_choice choice) {
  switch (choice) {
    case unescape_choice::json:
      return rewriting::json;
    case unescape_choice::qp:
      return rewriting::quoted_printable;
    case unescape_choice::html:
      return rewriting::character_references;
    case unescape_choice::latex:
      return rewriting::latex;
    case unescape_choice::off:
    case unescape_choice::percent:
      break;
  }
  return rewriting::none;
}

bool text_changes::next(text_change& found) {
  bool has_change = false;
  switch (kind_) {
    case rewriting::none:
      return false;
    case rewriting::refang:
      return refang_.next(found);
    case rewriting::json:
      has_change = find_json_change(source_, from_, found);
      break;
    case rewriting::quoted_printable:
      has_change = find_quoted_printable_change(source_, from_, found);
      break;
    case rewriting::character_references:
      has_change = find_character_reference_change(source_, from_, found);
      break;
    case rewriting::latex:
      has_change = find_latex_change(source_, from_, found);
      break;
  }
  from_ = has_change ? found.at + found.size : source_.size();
  return has_change;
}

std::size_t decided(rewriting kind, std::string_view source) {
  switch (kind) {
    case rewriting::quoted_printable:
      return decided_quoted_printable(source);
    case rewriting::refang:
      return decided_refang(source);
    case rewriting::none:
    case rewriting::json:
    case rewriting::character_references:
    case rewriting::latex:
      break;  // an incomplete escape holds no white space
  }
  return source.size();
}

bool changed_bytes::any(std::size_t begin, std::size_t end) const {
  for (; begin < end; ++begin) {
    if (begin % 64 == 0 && bits_[begin / 64] == 0) {
      begin += 63;
      continue;
    }
    if (((bits_[begin / 64] >> (begin % 64)) & 1U) != 0) return true;
  }
  return false;
}

std::size_t rewrite(rewriting kind, std::string_view source, std::size_t upto, char* out,
                    changed_bytes* changed) {
  text_changes changes(kind, source);
  text_change change;
  std::size_t at = 0;
  std::size_t written = 0;
  upto = std::min(upto, source.size());
  while (at < upto) {
    const bool has_change = changes.next(change) && change.at < upto;
    const std::size_t plain = has_change ? change.at : upto;
    std::memcpy(out + written, source.data() + at, plain - at);
    written += plain - at;
    if (!has_change) break;
    std::memcpy(out + written, change.with.data(), change.written);
    if (changed != nullptr) changed->add(written, written + change.written);
    written += change.written;
    at = change.at + change.size;
  }
  return written;
}

void rewritten_places::read_change() {
  if (changes_.next(change_)) return;
  change_.at = source_.size();
  change_.size = 0;
  change_.written = 0;
}

std::size_t rewritten_places::source_of(std::size_t at) {
  at = std::max(at, written_);
  while (true) {
    const std::size_t plain = change_.at - place_;
    if (at - written_ < plain || change_.size == 0) return place_ + (at - written_);
    if (at - written_ - plain < change_.written) return change_.at;
    written_ += plain + change_.written;
    place_ = change_.at + change_.size;
    read_change();
  }
}

std::size_t rewritten_places::source_end_of(std::size_t at) {
  const std::size_t begin = source_of(at - 1);
  return begin == change_.at && change_.size != 0 ? begin + change_.size : begin + 1;
}

}  // namespace urlsieve
