#include "src/documents/json/json_documents.hpp"

#include <algorithm>
#include <utility>

#include "src/text/json/json_scanner.hpp"
#include "src/text/npos.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {

json_document_splitter::json_document_splitter(const input_options& options)
    : largest_(options.max_document) {}

// Returns true if the string that the quote at scanned_ seems to close has no end: a new document begins on a
// later line, and the quote opens a string of the document.
bool json_document_splitter::end_cut_string(std::string_view bytes) {
  const std::size_t cut = json_string_cut(bytes, string_, scanned_);
  if (cut == npos) return false;
  between_ = cut + 1;
  const std::string_view opened = bytes.substr(between_, scanned_ - between_);
  depth_ = static_cast<std::size_t>(
      std::count_if(opened.begin(), opened.end(), [](char c) { return c == '{' || c == '['; }));
  is_behind_document_ = false;
  string_ = scanned_ + 1;
  return true;
}

// Scans from scanned_ to `to`, or to the end of a run, and returns that end; 0 if the run does not end yet.
std::size_t json_document_splitter::scan(std::string_view bytes, std::size_t to) {
  for (; scanned_ < to; ++scanned_) {
    if (in_string_ && !is_escaped_) {
      const char* const end = bytes.data() + to;
      const char* at = bytes.data() + scanned_;
      while (at != end && *at != '"' && *at != '\\') ++at;
      scanned_ = static_cast<std::size_t>(at - bytes.data());
      if (at == end) break;
    }
    const char c = bytes[scanned_];
    if (in_string_) {
      if (is_escaped_)
        is_escaped_ = false;
      else if (c == '\\')
        is_escaped_ = true;
      else if (!end_cut_string(bytes))
        in_string_ = false;
      else if (between_ >= run_size) {
        ++scanned_;
        return between_;
      }
      continue;
    }
    switch (c) {
      case '"':
        in_string_ = true;
        string_ = scanned_ + 1;
        break;
      case '{':
      case '[':
        if (depth_ == 0 && std::exchange(is_behind_document_, false)) {
          between_ = scanned_;
          if (between_ >= run_size) return between_;
        }
        ++depth_;
        break;
      case '}':
      case ']':
        if (depth_ != 0) --depth_;
        is_behind_document_ = depth_ == 0;
        break;
      case ',':
        comma_ = scanned_ + 1;
        break;
      case '\n':
        if (depth_ != 0) break;
        between_ = scanned_ + 1;
        if (between_ < run_size) break;
        ++scanned_;
        return between_;
      default:
        break;
    }
  }
  return 0;
}

splitter::progress json_document_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                                 std::string_view /*input*/, std::vector<slice>& out,
                                                 stats& /*counted*/) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const std::string_view rest = bytes.substr(done);
    const std::size_t end = scan(rest, std::min(rest.size(), largest_));
    std::size_t size = end;
    const bool is_window = end == 0 && scanned_ == largest_ && (rest.size() > largest_ || !last);
    if (is_window) size = between_ != 0 ? between_ : comma_ != 0 ? comma_ : largest_;
    if (size == 0 && last) size = rest.size();
    if (size == 0) return {done, std::min(std::max<std::size_t>(2 * rest.size(), run_size), largest_ + 1)};
    if (is_window && rest.size() == largest_) return {done, largest_ + 1};
    emit(rest, size, is_window && between_ == 0, offset + done, out);
    done += size;
  }
  return {done, 0};
}

std::size_t json_document_splitter::split_at_pause(std::string_view bytes, std::uint64_t offset,
                                                   std::vector<slice>& out) {
  static_cast<void>(scan(bytes, std::min(bytes.size(), largest_)));
  const std::size_t size = between_;
  if (size != 0) emit(bytes, size, false, offset, out);
  return size;
}

void json_document_splitter::emit(std::string_view bytes, std::size_t size, bool is_window,
                                  std::uint64_t offset, std::vector<slice>& out) {
  slice document_slice;
  document_slice.type = media::json;
  document_slice.bytes = bytes.substr(0, size);
  document_slice.offset = offset;
  document_slice.continues = has_emitted_ && in_window_;
  if (is_window || in_window_) document_slice.head = " ";
  has_emitted_ = true;
  in_window_ = is_window;
  out.push_back(document_slice);
  scanned_ -= size;
  between_ = between_ > size ? between_ - size : 0;
  comma_ = comma_ > size ? comma_ - size : 0;
  string_ = string_ > size ? string_ - size : 0;
}

}  // namespace urlsieve
