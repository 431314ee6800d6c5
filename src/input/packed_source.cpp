#include "src/input/packed_source.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/input/archive_reader.hpp"
#include "src/input/brotli_source.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t block = std::size_t{128} << 10;

// One kind may follow another. Where no more of these does, but what has a decoder of ours, all the rest is
// read by that.
class packed_source final : public byte_source {
 public:
  packed_source(std::unique_ptr<byte_source> packed, file_archive kind, std::string_view head)
      : name_(packed->name()),
        kind_(kind),
        reader_(std::make_unique<archive_reader>(kind, std::move(packed), head)) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    if (rest_) return rest_->read(out, counted);
    std::size_t filled = 0;
    while (filled < out.size() && !over_) {
      if (!std::exchange(begun_, true) && !begin(counted)) break;
      const std::optional<std::size_t> got = reader_->read(out.subspan(filled));
      filled += got.value_or(0);
      given_ += got.value_or(0);
      if (got && *got != 0) continue;
      if (!got) {
        tell(counted);
        end();
      } else if (!go_on_behind(counted)) {
        break;
      }
    }
    take_counts(counted);
    counted.bytes += filled;
    // What comes next is not mixed with what the other source says of its own.
    if (filled == 0 && rest_ && !out.empty()) return rest_->read(out, counted);
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return rest_ && rest_->after_gap(); }
  void take_marks(std::vector<place_mark>& marks) override {
    if (!std::exchange(marked_, true)) marks.push_back({0, 0, false, false});
    if (rest_) rest_->take_marks(marks);
  }
  [[nodiscard]] int shortage() const override { return source().shortage(); }
  [[nodiscard]] std::uint64_t stored_position() const override {
    return reader_ ? reader_->stored_position() : source().stored_position();
  }
  [[nodiscard]] std::uint64_t stored_size() const override { return source().stored_size(); }
  [[nodiscard]] std::string_view name() const override { return name_; }

 private:
  [[nodiscard]] const byte_source& source() const {
    if (rest_) return *rest_;
    return reader_ ? reader_->packed() : *packed_;
  }

  [[nodiscard]] bool begin(stats& counted) {
    const archive_reader::step made = reader_->next();
    if (made == archive_reader::step::entry) return true;
    if (made == archive_reader::step::damaged) tell(counted);
    end();
    return false;
  }

  void end() {
    over_ = true;
    reader_->drain();
  }

  // libarchive stops where its kind ends, or knows no more: what stands there is looked at anew. False: it is
  // no more of these.
  [[nodiscard]] bool go_on_behind(stats& counted) {
    take_counts(counted);
    std::string head;
    packed_ = reader_->release(head);
    reader_.reset();
    while (head.find_first_not_of('\0') == std::string::npos || head.size() < tar_block) {
      const std::size_t before = head.find_first_not_of('\0') == std::string::npos ? 0 : head.size();
      head.resize(before + block);
      const std::size_t got = packed_->read(std::span(head).subspan(before), outer_);
      head.resize(before + got);
      if (got == 0) break;
    }
    head.erase(0, std::min(head.find_first_not_of('\0'), head.size()));
    over_ = true;
    if (head.empty()) return false;
    if (sniff_compression(std::string_view(head).substr(0, compression_head_size)) != compression::none) {
      rest_ = byte_source::inside(std::move(packed_), head, given_, {}, {});
      return false;
    }
    const file_archive kind = sniff_packed_file(head);
    if (kind == file_archive::none || kind == file_archive::brotli) {
      counted.damaged_in(damage::junk_after_member, name_, {std::nullopt, given_},
                         "bytes behind what is packed by " + std::string(word_of(kind_)));
      head.resize(block);
      while (packed_->read(head, outer_) != 0) {
      }
      return false;
    }
    kind_ = kind;
    reader_ = std::make_unique<archive_reader>(kind, std::move(packed_), head);
    begun_ = over_ = false;
    return true;
  }

  void take_counts(stats& counted) {
    if (reader_) counted.add(reader_->take_counts());
    outer_.bytes = 0;  // what is in it counts
    counted.add(std::exchange(outer_, {}));
  }

  void tell(stats& counted) {
    const damage met = reader_->reason();
    const damage why = met == damage::truncated_record    ? damage::truncated_compression
                       : met == damage::bad_record_header ? damage::corrupt_compression
                                                          : met;
    const input_place place = given_ == 0 ? input_place{0, std::nullopt} : input_place{std::nullopt, given_};
    counted.damaged_in(why, name_, place, std::string(word_of(kind_)) + ": " + reader_->fault());
  }

  std::string name_;
  file_archive kind_;
  std::unique_ptr<archive_reader> reader_;  // of the kind at hand; else null
  std::unique_ptr<byte_source> packed_;     // behind all of these
  std::unique_ptr<byte_source> rest_;       // what follows is none of these
  stats outer_;
  std::uint64_t given_ = 0;
  bool begun_ = false;
  bool over_ = false;
  bool marked_ = false;
};

}  // namespace

std::unique_ptr<byte_source> as_unpacked(std::unique_ptr<byte_source> packed, file_archive kind,
                                         std::string_view head) {
  if (kind == file_archive::brotli) return as_unpacked_brotli(std::move(packed), head);
  return std::make_unique<packed_source>(std::move(packed), kind, head);
}

}  // namespace urlsieve
