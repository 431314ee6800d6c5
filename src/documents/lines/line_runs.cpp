#include "src/documents/lines/line_runs.hpp"

#include <algorithm>

#include "src/documents/lines/last_line_end.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {

line_run_splitter::line_run_splitter(slice_kind kind, media type, const input_options& options,
                                     std::size_t run, bool may_hold_text)
    : kind_(kind), type_(type), run_(run), max_line_(options.max_document), may_hold_text_(may_hold_text) {}

splitter::progress line_run_splitter::split(std::string_view bytes, std::uint64_t offset, bool last,
                                            std::string_view input, std::vector<slice>& out, stats& counted) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const std::string_view rest = bytes.substr(done);
    if (in_long_line_) {
      const std::size_t feed = rest.find('\n');
      if (feed == std::string_view::npos) return {bytes.size(), 0};
      in_long_line_ = false;
      done += feed + 1;
      continue;
    }
    if (rest.size() < run_ && !last) return {done, run_};
    std::size_t end = rest.size() <= run_ && last ? rest.size() : last_line_end(rest.substr(0, run_));
    if (end == 0) {
      const std::size_t feed = rest.substr(0, max_line_).find('\n', run_);
      if (feed == std::string_view::npos && rest.size() < max_line_ && !last)
        return {done, std::min(2 * rest.size(), max_line_)};
      if (feed == std::string_view::npos && rest.size() >= max_line_) {
        counted.damaged_at(damage::too_large, input, offset + done,
                           "a line longer than the largest document");
        in_long_line_ = true;
        continue;
      }
      end = feed == std::string_view::npos ? rest.size() : feed + 1;
    }
    emit(rest.substr(0, end), offset + done, out);
    done += end;
  }
  return {done, run_};
}

// Delivers the whole lines.
std::size_t line_run_splitter::split_at_pause(std::string_view bytes, std::uint64_t offset,
                                              std::vector<slice>& out) {
  const std::size_t end = in_long_line_ ? 0 : last_line_end(bytes);
  if (end != 0) emit(bytes.substr(0, end), offset, out);
  return end;
}

std::size_t line_run_splitter::last_cut(std::string_view bytes) const {
  return last_line_end(bytes);
}

void line_run_splitter::emit(std::string_view run, std::uint64_t offset, std::vector<slice>& out) {
  slice run_slice;
  run_slice.kind = kind_;
  run_slice.type = type_;
  run_slice.bytes = run;
  run_slice.offset = offset;
  run_slice.continues = has_emitted_;
  run_slice.may_hold_text = may_hold_text_;
  has_emitted_ = true;
  out.push_back(run_slice);
}

}  // namespace urlsieve
