// Seek table of the seekable zstd format: places of an arbitrary table ascend within the file, and write back
// to the same table. A seekable stream has the places of its frames.
#include "src/codec/zstd_seek_table.hpp"

#include <algorithm>
#include <string>
#include <vector>

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

}  // namespace

void run(fuzz_input& given) {
  const std::size_t in = 1 + given.byte() * std::size_t{7};
  const std::size_t out = 1 + given.byte();
  const std::string_view bytes = given.rest();
  static_cast<void>(zstd_seek_table_size(bytes));
  read_any(bytes);
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
