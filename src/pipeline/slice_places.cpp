#include "src/pipeline/slice_places.hpp"

#include <cstddef>

namespace urlsieve {
namespace {

bool is_lines(const slice& part) {
  return part.kind == slice_kind::json_lines ||
         (part.kind == slice_kind::whole && part.record_size == 0 && is_read_by_line(part.type));
}

}  // namespace

void slice_places::note(std::span<slice> slices, std::string_view pending, std::size_t consumed,
                        std::uint64_t offset) {
  if (!slices.empty()) {
    record_ = slices.back().record;
    record_end_ = slices.back().record_header.empty() ? 0 : record_ + slices.back().record_size;
  }
  if (!counts_lines_) return;
  std::size_t counted = 0;
  const auto count_to = [&](std::size_t end) {
    if (end <= counted || end > pending.size()) return;
    const std::string_view more = pending.substr(counted, end - counted);
    lines_ += static_cast<std::uint64_t>(std::count(more.begin(), more.end(), '\n'));
    counted = end;
  };
  for (slice& part : slices) {
    count_to(static_cast<std::size_t>(part.offset + part.body_offset - offset));
    if (is_lines(part)) part.line = lines_ + 1;
  }
  count_to(consumed);
}

}  // namespace urlsieve
