#include "src/input/archives/packed_member.hpp"

#include <algorithm>
#include <memory>

#include "src/input/byte_source.hpp"

namespace urlsieve {
namespace {

// Reads the bytes of a window from its position on, in blocks whose sizes depend only on the position. The
// blocks are small, so that the window still holds the unused bytes at the end.
class window_source final : public byte_source {
 public:
  explicit window_source(stored_window& window) : window_(window) {}

  std::size_t read(std::span<char> out, stats& /*counted*/) override {
    const std::size_t wanted = std::min(block_, out.size());
    block_ = std::min(2 * block_, largest_block);
    window_.want(wanted);
    const std::string_view rest = window_.rest().substr(0, wanted);
    std::copy(rest.begin(), rest.end(), out.begin());
    window_.advance(rest.size());
    return rest.size();
  }
  [[nodiscard]] bool after_gap() const override { return false; }
  [[nodiscard]] std::uint64_t stored_position() const override { return window_.position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return 0; }
  [[nodiscard]] std::string_view name() const override { return {}; }

 private:
  static constexpr std::size_t largest_block = stored_window::look_back / 2;

  stored_window& window_;
  std::size_t block_ = std::size_t{4} << 10;
};

}  // namespace

packed_member::packed_member(stored_window& window, file_archive kind)
    : window_(window),
      kind_(kind),
      start_(window.position()),
      reader_(kind, std::make_unique<window_source>(window), {}) {}

std::optional<std::size_t> packed_member::read(std::span<char> out) {
  if (!begun_) {
    const archive_reader::step event = reader_.next();
    if (event == archive_reader::step::damaged) return std::nullopt;
    if (event == archive_reader::step::end) return 0;
    begun_ = true;
  }
  return reader_.read(out);
}

damage packed_member::reason() const {
  const damage cause = reader_.reason();
  return cause == damage::truncated_record    ? damage::truncated_compression
         : cause == damage::bad_record_header ? damage::corrupt_compression
                                              : cause;
}

void packed_member::leave() {
  const std::uint64_t at = window_.position();
  const auto move_back = [&](std::uint64_t by) {
    window_.move_to(std::max({at - std::min(at, by), start_ + 1, window_.held_from()}));
  };
  std::uint64_t back = reader_.unused();
  // To detect that no lz4 frame follows, libarchive consumes four bytes of the following data, if available.
  constexpr std::uint64_t mark_of_lz4 = 4;
  if (kind_ == file_archive::lz4 && begun_) {
    const bool ends = window_.ended() && window_.rest().empty();
    if (!ends || back >= mark_of_lz4) {
      back += mark_of_lz4;
    } else if (back != 0) {
      move_back(back + mark_of_lz4);
      if (is_compressed(window_.rest())) return;
    }
  }
  move_back(back);
}

}  // namespace urlsieve
