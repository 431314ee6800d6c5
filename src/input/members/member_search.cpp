#include "src/input/members/member_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t trial_size = std::size_t{64} << 10;
constexpr std::size_t short_trial_size = std::size_t{2} << 10;
constexpr std::uint64_t free_trials = std::uint64_t{64} << 20;

// True if the byte can begin a member; few bytes do, which makes the search fast.
bool may_begin_member(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x1F || byte == 0x28 || (byte & 0xF0U) == 0x50 || byte == 'B' || byte == 0xFD;
}

// True if `rest` can begin an uncompressed archive: "WARC/", "filedesc:" or a URL, as far as it is present.
// Examines at most 17 bytes, because the search calls this at every letter.
bool may_begin_plain(std::string_view rest) {
  constexpr std::size_t longest_word = 16;
  const std::string_view front = rest.substr(0, longest_word + 1);
  std::size_t letters = 0;
  while (letters < front.size() && bytes::alpha.contains(front[letters])) ++letters;
  if (letters == front.size()) return letters == rest.size() && letters != 0;
  return letters != 0 && (front[letters] == ':' || front[letters] == '/');
}

}  // namespace

void member_search::rewind(std::uint64_t start) {
  const std::uint64_t fault = window_.position();
  const std::uint64_t reach = fault - std::min<std::uint64_t>(fault, stored_window::look_back);
  // Does not search before the last fault again. Otherwise members crafted to fail at one place could each be
  // decoded up to that place.
  window_.move_to(std::max({start + 1, reach, last_fault_, window_.held_from()}));
  last_fault_ = fault;
}

bool member_search::find() {
  while (true) {
    window_.want(compression_head_size);
    const std::string_view rest = window_.rest();
    if (rest.size() < compression_head_size) return false;
    const std::size_t last = rest.size() - compression_head_size;
    std::size_t at = 0;
    while (at <= last && !may_begin_member(rest[at]) &&
           (plain_begins_ == nullptr || !may_begin_plain(rest.substr(at))))
      ++at;
    window_.advance(at);
    if (at > last) continue;
    const compression kind = sniff_compression(window_.rest().substr(0, compression_head_size));
    if (kind != compression::none && decodes(kind)) return true;
    if (plain_begins_ != nullptr && may_begin_plain(window_.rest()) && plain_here()) return true;
    window_.advance(1);
  }
}

bool member_search::plain_here() {
  if (plain_begins_ == nullptr) return false;
  constexpr std::size_t head_size = std::size_t{4} << 10;
  window_.want(head_size);
  return plain_begins_(window_.rest().substr(0, head_size));
}

// True if the member ends validly, gives output before the input ends, or has no fault in the trial.
bool member_search::decodes(compression kind) {
  const bool generous = trial_cost_ <= free_trials + 4 * window_.position();
  const std::size_t size = generous ? trial_size : short_trial_size;
  window_.want(size);
  const std::string_view in = window_.rest().substr(0, size);
  const bool last = window_.ended() && in.size() == window_.rest().size();
  decoder& with = decoders_.of(kind);
  with.reset();
  std::array<char, 4096> buffer;
  std::size_t consumed = 0;
  std::size_t produced = 0;
  decode_step step;
  while (step.state == decode_state::more && produced < size) {
    step = with.decode(in.substr(consumed), buffer, last);
    consumed += step.consumed;
    produced += step.produced;
    if (step.produced == 0 && step.state == decode_state::more && consumed == in.size()) break;
  }
  with.reset();
  trial_cost_ += consumed + produced + 64;
  return step.state != decode_state::corrupt && (step.state != decode_state::truncated || produced > 0);
}

}  // namespace urlsieve
