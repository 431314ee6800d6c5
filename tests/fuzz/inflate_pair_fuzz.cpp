// Two DEFLATE streams at a time against zlib, each beside the other and a sound one: the same verdict, the
// same bytes, as many bytes of the stream used, and nothing outside of what was given is read or written.
#include "src/codec/inflate_pair.hpp"

#include "tests/codec/paired.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::inflate_pair_target {
namespace {

constexpr std::size_t most = std::size_t{1} << 17;

struct stream {
  std::string member;
  std::optional<testing::zlib_result> expected;
  std::size_t end;  // of the member, if it is sound
};

// A wrong trailer is no other verdict than a broken stream, so each gets the right one.
stream make_stream(std::string_view deflated) {
  stream made;
  made.expected = testing::zlib_inflate(deflated, most);
  const std::size_t end = made.expected ? made.expected->consumed : deflated.size();
  made.member = testing::gzip_member(deflated, end, made.expected ? made.expected->plain : std::string());
  made.end = 10 + end + 8;
  return made;
}

// With no room to spare or with slack.
std::size_t capacity_for(const stream& one, bool slack) {
  if (!one.expected) return slack ? most : 4000;
  return one.expected->plain.size() + (slack ? inflate_pair::slack : 0);
}

}  // namespace

extern const std::size_t longest_input = std::size_t{1} << 15;

void run(fuzz_input& given) {
  if (!inflate_pair::available()) return;
  const unsigned manner = given.byte();
  const std::size_t first_size = given.byte() + std::size_t{256} * given.byte();
  const std::string sound("\x4B\x4C\x4A\x4E\x49\x4D\x4B\x1C\x25\x01", 10);
  std::vector<stream> streams;
  streams.push_back(make_stream(given.take(first_size)));
  streams.push_back(make_stream(given.rest()));
  if (manner % 4 == 3) streams.push_back(make_stream(sound));
  testing::paired work;
  for (const stream& one : streams) work.add(one.member, capacity_for(one, manner % 2 == 0));
  const std::span<const inflate_groups> groups = inflate_groups_here();
  work.run(groups[manner / 4 % groups.size()]);
  require(work.all_done());
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const std::optional<std::string_view> plain = work.plain(i);
    require(plain.has_value() == streams[i].expected.has_value());
    if (!plain) continue;
    require(*plain == streams[i].expected->plain);
    require(work.consumed(i) == streams[i].end);
  }
}

}  // namespace urlsieve::fuzz::inflate_pair_target
