// Detects and splits M3U playlists, including HTTP Live Streaming (RFC 8216), into runs of whole lines.
#ifndef URLSIEVE_DOCUMENTS_PLAYLIST_HPP
#define URLSIEVE_DOCUMENTS_PLAYLIST_HPP

#include "src/documents/input_head.hpp"
#include "src/documents/lines/line_runs.hpp"
#include "src/documents/media_type.hpp"

namespace urlsieve {

// Returns true if the text begins with the line "#EXTM3U", with or without attributes.
[[nodiscard]] inline bool begins_playlist(const input_head& head) {
  return begins_extended_m3u(head.text);
}

// Delivers windows of one document of media::playlist.
class playlist_splitter final : public line_run_splitter {
 public:
  explicit playlist_splitter(const input_options& options)
      : line_run_splitter(slice_kind::whole, media::playlist, options) {}
};

}  // namespace urlsieve

#endif
