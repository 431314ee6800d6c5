#include "src/input/archives/lzip_entry.hpp"

#include "src/codec/xz_stream.hpp"

namespace urlsieve {

lzip_entry::lzip_entry(supply more, std::uint64_t at)
    : plain_entries(std::move(more), at, "lzip"),
      decoder_(make_lzip_decoder()),
      decoded_(std::size_t{64} << 10) {}

plain_entries::step lzip_entry::read_headers(archive_entry_head& head) {
  if (std::exchange(begun_, true)) return step::end;
  head.path.clear();
  head.kind = entry_kind::file;
  return step::entry;
}

std::optional<std::string_view> lzip_entry::piece() {
  while (!is_over_) {
    const bool last = !have(1);
    const decode_step progress = decoder_->decode(rest(), decoded_, last);
    use(progress.consumed);
    is_over_ = progress.state != decode_state::more;
    if (progress.state == decode_state::corrupt || progress.state == decode_state::truncated) {
      lose(progress.state == decode_state::truncated ? damage::truncated_compression
           : decoder_->over_limit()                  ? damage::expansion_limit
                                                     : damage::corrupt_compression,
           decoder_->fault());
    }
    if (progress.produced != 0) return std::string_view(decoded_.data(), progress.produced);
  }
  if (!fault().empty()) return std::nullopt;
  return std::string_view();
}

}  // namespace urlsieve
