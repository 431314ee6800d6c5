// Limits and hooks for work on an input ahead of its consumer.
#ifndef URLSIEVE_INPUT_READ_AHEAD_HPP
#define URLSIEVE_INPUT_READ_AHEAD_HPP

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "src/codec/zstd_frame.hpp"

namespace urlsieve {

class remote_access;

// Bytes left free in front of a run that is decoded in its own buffer.
inline constexpr std::size_t run_headroom = std::size_t{64} << 10;

struct read_ahead {
  std::size_t run_bytes = std::size_t{256} << 10;  // decompressed bytes of the members in a run
  // Number of runs of members that are cut ahead; 0: members are decoded only as streams.
  std::size_t runs = 4;
  // Passes the function to another thread, which may call it at any later time or never, even after the
  // source is destroyed. Empty: the reader decodes each run itself.
  std::function<void(std::function<void()>)> start = {};
  // Returns true if `head` (up to 4 KiB) begins an uncompressed archive. Such an archive may follow
  // compressed members in files joined by cat. Null: only members may follow members.
  bool (*plain_begins)(std::string_view head) = nullptr;
  // Returns true if a datapackage.json declares its zip archive as a collection of web archives (WACZ). Null:
  // never.
  bool (*declares_collection)(std::string_view package) = nullptr;
  bool mark_ends = false;  // records the ends of members, too, as soon as their last byte was read
  // For live inputs: time from the first byte after a pause until the input counts as paused.
  std::chrono::milliseconds patience{50};
  // Largest window of zstd and dictionary of xz in a stored input, log2 of bytes.
  unsigned window_log = largest_zstd_window_log;
  // Access to remote objects. Null: a URL is the name of a file.
  std::shared_ptr<remote_access> remote = {};
};

}  // namespace urlsieve

#endif
