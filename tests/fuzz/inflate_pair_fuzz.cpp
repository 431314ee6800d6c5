// inflate_pair against zlib: two streams decoded at the same time, or with a valid third stream, yield the
// verdict, the bytes and the consumed size of zlib. No byte outside the buffers is read or written.
#include "src/codec/inflate_pair.hpp"

#include "tests/codec/paired.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::inflate_pair_target {
namespace {

constexpr std::size_t max_output = std::size_t{1} << 17;

struct stream {
  std::string member;
  std::optional<testing::zlib_result> expected;
  std::size_t end;  // of a valid member
};

// Returns a gzip member. The trailer is always valid, because a wrong trailer is indistinguishable from a
// corrupt stream.
stream make_stream(std::string_view deflated) {
  stream out;
  out.expected = testing::zlib_inflate(deflated, max_output);
  const std::size_t end = out.expected ? out.expected->consumed : deflated.size();
  out.member = testing::gzip_member(deflated, end, out.expected ? out.expected->plain : std::string());
  out.end = 10 + end + 8;
  return out;
}

// Returns the size of the output buffer: exact, or with slack.
std::size_t capacity_for(const stream& source, bool slack) {
  if (!source.expected) return slack ? max_output : 4000;
  return source.expected->plain.size() + (slack ? inflate_pair::slack : 0);
}

}  // namespace

extern const std::size_t longest_input = std::size_t{1} << 15;

void run(fuzz_input& given) {
  if (!inflate_pair::available()) return;
  const unsigned manner = given.byte();
  const std::size_t first_size = given.byte() + std::size_t{256} * given.byte();
  const std::string valid("\x4B\x4C\x4A\x4E\x49\x4D\x4B\x1C\x25\x01", 10);
  std::vector<stream> streams;
  streams.push_back(make_stream(given.take(first_size)));
  streams.push_back(make_stream(given.rest()));
  if (manner % 4 == 3) streams.push_back(make_stream(valid));
  testing::paired work;
  for (const stream& source : streams) work.add(source.member, capacity_for(source, manner % 2 == 0));
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
