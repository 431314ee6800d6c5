// References in an M3U playlist, with or without the tags of HTTP Live Streaming (RFC 8216).
#ifndef URLSIEVE_REFERENCES_IN_PLAYLIST_HPP
#define URLSIEVE_REFERENCES_IN_PLAYLIST_HPP

#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/text/in_text.hpp"
#include "src/url/text_search.hpp"

namespace urlsieve {

// One a thread; keeps its memory.
class playlist_finder {
 public:
  explicit playlist_finder(const text_search& text) : text_(text) {}

  // A line that is neither empty nor begins with "#" is a URL, absolute or not; `where` is "m3u". The quoted
  // value of an attribute whose name is URI or ends in "-URI" (SERVER-URI, X-ASSET-URI), and of X-ASSET-LIST,
  // is a URL, too; `where` is "EXT-X-KEY@URI". In the rest of a line that begins with "#" URLs are found as
  // in text. A URL with a variable (`{$name}`) is counted as a template, and a path on a drive (`C:\a.mp3`)
  // as no URL. No line depends on another.
  void find(const document& doc, findings& found, stats& counted);

 private:
  void read_tag(const document& doc, std::string_view line, findings& found, stats& counted);

  text_finder text_;
};

}  // namespace urlsieve

#endif
