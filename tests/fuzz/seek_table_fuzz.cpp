// Seek table of the seekable zstd format: places of an arbitrary table ascend within the file, and write back
// to the same table. A seekable stream has the places of its frames. Index of lines: lines of an arbitrary
// index are within the content, and an index of frames of arbitrary size has the lines of the content.
#include "src/codec/zstd_seek_table.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "src/codec/zstd_line_index.hpp"
#include "src/codec/zstd_seekable_encoder.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::seek_table_target {

extern const std::size_t longest_input = 4'000;

namespace {

void read_any(std::string_view table) {
  const std::uint64_t size = zstd_seek_table_size(table);
  if (size == 0 || size != table.size()) return;
  std::uint64_t stored = 0;
  const bool has_checksums = (static_cast<unsigned char>(table[table.size() - 5]) & 0x80U) != 0;
  for (std::size_t at = 8; at + 9 < table.size(); at += has_checksums ? 12 : 8)
    for (std::size_t i = 0; i < 4; ++i)
      stored += std::uint64_t{static_cast<unsigned char>(table[at + i])} << (8 * i);
  const std::vector<zstd_frame_place> places = read_zstd_seek_table(table, stored + size);
  require(read_zstd_seek_table(table, stored + size + 1).empty());
  if (places.empty()) return;
  for (std::size_t i = 1; i < places.size(); ++i)
    require(places[i - 1].stored <= places[i].stored && places[i - 1].content <= places[i].content);
  require(places.back().stored == stored);
  const std::string again = write_zstd_seek_table(places);
  require(has_checksums || (again.substr(0, again.size() - 5) == table.substr(0, again.size() - 5)));
}

void read_any_index(std::string_view bytes) {
  const std::vector<zstd_frame_place> places{{0, 0}, {10, 40}, {20, 80}, {30, 100}};
  const std::optional<zstd_line_index> index = zstd_line_index::read(bytes, places);
  if (!index) return;
  require(index->stride() != 0);
  if (const indexed_line* const top = index->top()) require(top->offset == 0 && top->text.size() < 100);
  for (std::size_t frame = 0; frame < 3; ++frame) {
    const indexed_line* const line = index->first_of(frame);
    if (line == nullptr) continue;
    require(line->offset >= places[frame].content && line->offset <= places[frame + 1].content);
    require(line->offset + line->text.size() < 100);
  }
}

void index_frames(std::string_view content, std::size_t size) {
  zstd_line_index_writer writer;
  std::vector<zstd_frame_place> places{1};
  for (std::size_t at = 0; at < content.size(); at += size) {
    writer.add(content.substr(at, size));
    places.push_back({at, std::min(at + size, content.size())});
  }
  const std::string stored = writer.finish();
  require(stored.empty() == (places.size() < 3));
  if (stored.empty()) return;
  const std::optional<zstd_line_index> index = zstd_line_index::read(stored, places);
  require(index.has_value());
  for (std::size_t frame = 0; frame + 1 < places.size(); frame += index->stride()) {
    const std::size_t feed = content.find('\n', places[frame].content);
    const std::size_t begin = feed < places[frame + 1].content ? feed + 1 : content.size();
    const std::size_t end = content.find('\n', begin);
    const indexed_line* const line = index->first_of(frame);
    require((line != nullptr) == (end != std::string_view::npos && end - begin <= 1024));
    require(line == nullptr || (line->offset == begin && line->text == content.substr(begin, end - begin)));
  }
}

}  // namespace

void run(fuzz_input& given) {
  const std::size_t in = 1 + given.byte() * std::size_t{7};
  const std::size_t out = 1 + given.byte();
  const std::string_view bytes = given.rest();
  static_cast<void>(zstd_seek_table_size(bytes));
  read_any(bytes);
  read_any_index(bytes);
  index_frames(bytes, out);
  const std::unique_ptr<encoder> with = make_seekable_encoder(compression::zstd);
  std::string stored;
  std::string buffer(out, '\0');
  encode_step step;
  for (std::size_t at = 0; !step.finished; at += step.consumed) {
    const std::size_t piece = std::min(in, bytes.size() - at);
    step = with->encode(bytes.substr(at, piece), buffer, at + piece == bytes.size());
    stored.append(buffer.data(), step.produced);
  }
  const std::uint64_t size = zstd_seek_table_size(stored);
  require(size == 25);
  const auto places =
      read_zstd_seek_table(std::string_view(stored).substr(stored.size() - size), stored.size());
  require(places.size() == 2 && places[1].content == bytes.size());
  std::vector<char> back(bytes.size() + 1);
  const decode_step whole = make_decoder(compression::zstd)->decode(stored, back, true);
  require(whole.state == decode_state::member_end && whole.consumed == places[1].stored);
  require(std::string_view(back.data(), whole.produced) == bytes);
}

}  // namespace urlsieve::fuzz::seek_table_target
