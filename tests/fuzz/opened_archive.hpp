// Opens an archive as the input reader does, with nested archives and compressed members, and collects the
// members.
#ifndef URLSIEVE_TESTS_FUZZ_OPENED_ARCHIVE_HPP
#define URLSIEVE_TESTS_FUZZ_OPENED_ARCHIVE_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/nested_inputs.hpp"
#include "src/input/brotli_source.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"

namespace urlsieve::fuzz {

inline constexpr std::size_t most_opened = std::size_t{1} << 22;  // bytes of all members

struct opened_archive {
  std::vector<std::pair<std::string, std::string>> members;
  damage_counts damaged{};
  std::size_t size = 0;
};

// Members decoded ahead of their turn: none or all.
enum class ahead : unsigned char { nothing, all };

inline void open_into(opened_archive& all, std::unique_ptr<byte_source> source, nested_inputs* outer,
                      std::size_t depth, const testing::way& how, const read_ahead& working) {
  constexpr std::size_t head_size = 4096;
  stats counted;
  const std::string name(source->name());
  const std::string in_place(outer != nullptr ? outer->whole_member() : std::string_view());
  std::string head;
  std::size_t layers = 0;
  for (;; ++layers) {
    head.resize(head_size);
    head.resize(source->read(head, counted));
    if (layers == nested_inputs::max_depth) break;
    if (is_compressed(head))
      source = byte_source::inside(std::move(source), head, 0, {}, working);
    else if (layers == 0 && sniff_named_file("x.br", head, head.size() < head_size) != file_archive::none)
      source = decompress_brotli(std::move(source), head);
    else
      break;
  }
  const file_archive kind = sniff_file_archive(head);
  const bool opens = kind != file_archive::none && depth < nested_inputs::max_depth;
  if (!opens || (kind == file_archive::seven_zip && !source->random_access())) {
    const testing::reading rest = read_all(*source, how, most_opened);
    counted.add(rest.counted);
    all.members.emplace_back(name, head + rest.bytes);
    all.size += all.members.back().second.size();
    if (layers == 0 && !in_place.empty()) require(in_place.starts_with(all.members.back().second));
    if (layers == 0 && !in_place.empty() && rest.bytes.size() < most_opened)
      require(in_place.size() == all.members.back().second.size());
  } else {
    nested_inputs inside(kind, std::move(source), head, {}, outer, working);
    while (all.size < most_opened) {
      std::unique_ptr<byte_source> member = inside.next(counted);
      if (!member) break;
      open_into(all, std::move(member), &inside, depth + 1, how, working);
    }
  }
  for (std::size_t i = 0; i < damage_count; ++i) all.damaged[i] += counted.damaged[i];
}

inline opened_archive open_archive(std::string_view bytes, const testing::way& how,
                                   ahead members = ahead::nothing) {
  opened_archive all;
  read_ahead working;
  if (members == ahead::all) working.start = [](const std::function<void()>& work) { work(); };
  constexpr decoder_limits limits{24, std::size_t{1} << 20};
  open_into(all, byte_source::from_memory(bytes, "fuzz", limits), nullptr, 0, how, working);
  return all;
}

}  // namespace urlsieve::fuzz

#endif
