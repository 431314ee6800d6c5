#include "src/input/lists/list_source.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/recoding/utf16_source.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

// Bytes needed to suspect a wide encoding, and to confirm it.
constexpr std::size_t first_look = 4;
constexpr std::size_t second_look = std::size_t{4} << 10;

bool has_line_feed_unit(std::string_view head, const wide_encoding& from) {
  for (; head.size() >= from.unit; head.remove_prefix(from.unit))
    if (first_unit(head, from) == '\n') return true;
  return false;
}

class list_source final : public byte_source {
 public:
  list_source(std::unique_ptr<byte_source> stored, list_separator separator)
      : stored_(std::move(stored)), separator_(separator) {}

  void prepare() override { stored_->prepare(); }

  std::size_t read(std::span<char> out, stats& counted) override {
    if (!std::exchange(looked_, true)) look(counted);
    if (head_.empty()) {
      const std::size_t got = stored_->read(out, counted);
      after_gap_ = stored_->after_gap();
      return got;
    }
    after_gap_ = gap_ == 0;
    if (after_gap_) gap_ = no_gap;
    const std::size_t part = std::min({head_.size(), out.size(), gap_});
    std::copy_n(head_.begin(), part, out.begin());
    head_.erase(0, part);
    if (gap_ != no_gap) gap_ -= part;
    if (!head_.empty() || part == out.size() || stored_->pauses()) return part;
    // Fills the rest of `out`, unless bytes are missing in front of it.
    static_cast<void>(read_ahead(out.size() - part, counted));
    if (gap_ != no_gap) return part;
    const std::size_t more = head_.size();
    std::copy_n(head_.begin(), more, out.begin() + static_cast<std::ptrdiff_t>(part));
    head_.clear();
    return part + more;
  }

  [[nodiscard]] bool pauses() override { return head_.empty() && stored_->pauses(); }
  [[nodiscard]] bool after_gap() const override { return after_gap_; }
  [[nodiscard]] int exhaustion() const override { return stored_->exhaustion(); }
  [[nodiscard]] std::uint64_t stored_position() const override { return stored_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return stored_->stored_size(); }
  [[nodiscard]] std::string_view name() const override { return stored_->name(); }

 private:
  void look(stats& counted) {
    while (head_.size() < first_look && head_.find('\n') == std::string::npos &&
           read_ahead(first_look, counted)) {
    }
    if (find_wide_encoding(head_) || head_.find('\0') != std::string::npos) {
      while (head_.size() < second_look && gap_ == no_gap && read_ahead(second_look, counted)) {
        if (stored_->pauses()) break;
      }
    }
    const std::optional<wide_encoding> wide = find_wide_encoding(head_);
    const bool is_lines = separator_ == list_separator::line_feed;
    const bool is_wide = wide && (is_lines || wide->mark != 0 || has_line_feed_unit(head_, *wide));
    if (!is_wide && !is_lines) return;
    const consumed_head head(head_, std::span(&gap_, gap_ != no_gap ? 1 : 0));
    stored_ =
        is_wide ? as_utf8(std::move(stored_), *wide, head) : with_utf16_as_utf8(std::move(stored_), head);
    gap_ = no_gap;
    head_.clear();
  }

  // Reads once, up to a head of `size` bytes. Returns false at the end, and behind missing bytes.
  bool read_ahead(std::size_t size, stats& counted) {
    const std::size_t before = head_.size();
    head_.resize(size);
    const std::size_t got = stored_->read(std::span(head_).subspan(before), counted);
    head_.resize(before + got);
    if (got != 0 && stored_->after_gap()) gap_ = before;
    return got != 0 && gap_ == no_gap;
  }

  std::unique_ptr<byte_source> stored_;
  list_separator separator_;
  bool looked_ = false;
  static constexpr std::size_t no_gap = std::string::npos;
  std::string head_;          // read from stored_ and not returned
  std::size_t gap_ = no_gap;  // offset in head_ in front of which bytes are missing
  bool after_gap_ = false;
};

}  // namespace

std::unique_ptr<byte_source> as_list(std::unique_ptr<byte_source> stored, list_separator separator) {
  return std::make_unique<list_source>(std::move(stored), separator);
}

}  // namespace urlsieve
