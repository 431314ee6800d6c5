#include "src/input/packed_source.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/input/archive_reader.hpp"

namespace urlsieve {
namespace {

class packed_source final : public byte_source {
 public:
  packed_source(std::unique_ptr<byte_source> packed, file_archive kind, std::string_view head)
      : name_(packed->name()), word_(word_of(kind)), reader_(kind, std::move(packed), head) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    std::size_t filled = 0;
    if (!std::exchange(begun_, true)) {
      const archive_reader::step made = reader_.next();
      over_ = made != archive_reader::step::entry;
      if (made == archive_reader::step::damaged) tell(counted);
    }
    while (filled < out.size() && !over_) {
      const std::optional<std::size_t> got = reader_.read(out.subspan(filled));
      if (!got) tell(counted);
      over_ = got.value_or(0) == 0;
      filled += got.value_or(0);
    }
    if (over_ && !std::exchange(drained_, true)) reader_.drain();
    counted.add(reader_.take_counts());
    counted.bytes += filled;
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return false; }
  void take_marks(std::vector<place_mark>& marks) override {
    if (!std::exchange(marked_, true)) marks.push_back({0, 0, false, false});
  }
  [[nodiscard]] int shortage() const override { return reader_.packed().shortage(); }
  [[nodiscard]] std::uint64_t stored_position() const override { return reader_.stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return reader_.packed().stored_size(); }
  [[nodiscard]] std::string_view name() const override { return name_; }

 private:
  void tell(stats& counted) {
    const damage why = reader_.reason() == damage::truncated_record ? damage::truncated_compression
                                                                    : damage::corrupt_compression;
    counted.damaged_in(why, name_, {0, std::nullopt}, std::string(word_) + ": " + reader_.fault());
  }

  std::string name_;
  std::string_view word_;
  archive_reader reader_;
  bool begun_ = false;
  bool over_ = false;
  bool drained_ = false;
  bool marked_ = false;
};

}  // namespace

std::unique_ptr<byte_source> as_unpacked(std::unique_ptr<byte_source> packed, file_archive kind,
                                         std::string_view head) {
  return std::make_unique<packed_source>(std::move(packed), kind, head);
}

}  // namespace urlsieve
