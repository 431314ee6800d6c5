// How far an input works ahead of what was asked of it, and how long what came waits for more.
#ifndef URLSIEVE_INPUT_READ_AHEAD_HPP
#define URLSIEVE_INPUT_READ_AHEAD_HPP

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace urlsieve {

class remote_access;

// So many bytes before those of a run that is decoded in its own memory are left free.
inline constexpr std::size_t run_headroom = std::size_t{64} << 10;

struct read_ahead {
  std::size_t run_bytes = std::size_t{256} << 10;  // decompressed, of members that are decoded together
  // How many runs of members are cut ahead; 0: members are decoded as a stream only.
  std::size_t runs = 4;
  // Has another thread call the function soon, or nobody. Empty: runs are decoded when their turn comes.
  std::function<void(std::function<void()>)> start = {};
  // Whether an archive that is not compressed begins with `head`: one may follow compressed members, as files
  // are joined by cat. Null: nothing but members follows members.
  bool (*plain_begins)(std::string_view head) = nullptr;
  // Whether a datapackage.json says that its zip archive is a collection of web archives (WACZ). Null: no
  // archive is one.
  bool (*declares_collection)(std::string_view package) = nullptr;
  bool mark_ends = false;  // notes where members end, too, as soon as their last byte was read
  // Of an input that somebody still writes: from the first byte that came until it pauses.
  std::chrono::milliseconds patience{50};
  // How what URLs name is reached. Null: such a name is that of a file.
  std::shared_ptr<remote_access> remote = {};
};

}  // namespace urlsieve

#endif
