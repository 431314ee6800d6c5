// Archives of files: members have the same names and bytes however they are asked for, no more of them than
// the bytes can stand for, and archives in archives end.
#include "src/input/nested_inputs.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/input/packed_source.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"

namespace urlsieve::fuzz {
namespace {

constexpr std::size_t most = std::size_t{1} << 22;  // of all that members hold

struct opened {
  std::vector<std::pair<std::string, std::string>> members;
  damage_counts damaged{};
  std::size_t size = 0;
};

void open_into(opened& all, std::unique_ptr<byte_source> source, nested_inputs* outer, std::size_t depth,
               const testing::way& how) {
  stats counted;
  std::string head(4096, '\0');
  head.resize(source->read(head, counted));
  const bool whole = head.size() < 4096;
  file_archive packed = sniff_packed_file(head);
  if (packed == file_archive::none) packed = sniff_named_file("x.br", head, whole);
  if (packed != file_archive::none && depth < nested_inputs::max_depth) {
    const auto unpacked = as_unpacked(std::move(source), packed, head);
    const testing::reading plain = read_all(*unpacked, how, most);
    counted.add(plain.counted);
    all.members.emplace_back(word_of(packed), plain.bytes);
    all.size += plain.bytes.size();
    for (std::size_t i = 0; i < damage_count; ++i) all.damaged[i] += counted.damaged[i];
    return;
  }
  const file_archive kind = sniff_file_archive(head);
  if (kind == file_archive::none || depth == nested_inputs::max_depth) {
    const std::string name(source->name());
    const testing::reading rest = read_all(*source, how, most);
    counted.add(rest.counted);
    all.members.emplace_back(name, head + rest.bytes);
    all.size += all.members.back().second.size();
  } else {
    nested_inputs inside(kind, std::move(source), head, {}, outer);
    while (all.size < most) {
      std::unique_ptr<byte_source> one = inside.next(counted);
      if (!one) break;
      open_into(all, std::move(one), &inside, depth + 1, how);
    }
  }
  for (std::size_t i = 0; i < damage_count; ++i) all.damaged[i] += counted.damaged[i];
}

opened open_all(std::string_view bytes, const testing::way& how) {
  opened all;
  open_into(all, byte_source::from_memory(bytes, "fuzz", {24, std::size_t{1} << 20}), nullptr, 0, how);
  return all;
}

}  // namespace

const std::size_t longest_input = 16'000;

void run(fuzz_input& given) {
  const testing::way& how = given.one_of(testing::ways);
  const std::string_view bytes = given.rest();
  const opened whole = open_all(bytes, testing::at_once);
  if (whole.size >= most) return;
  const opened cut = open_all(bytes, how);
  require(cut.members == whole.members);
  require(cut.damaged == whole.damaged);
}

}  // namespace urlsieve::fuzz
