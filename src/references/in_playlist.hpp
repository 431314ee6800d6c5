// Finds references in an M3U playlist, with or without the tags of HTTP Live Streaming (RFC 8216).
#ifndef URLSIEVE_REFERENCES_IN_PLAYLIST_HPP
#define URLSIEVE_REFERENCES_IN_PLAYLIST_HPP

#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/text/in_text.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Used by one thread at a time; keeps its memory between documents.
class playlist_finder {
 public:
  explicit playlist_finder(const text_search& text) : text_(text) {}

  // Appends the references of `doc`. Each line is read independently:
  // - A nonempty line that does not begin with "#" is an absolute or relative URL; `where` is "m3u".
  // - In a line that begins with "#EXT", the quoted value of an attribute named URI, *-URI (SERVER-URI,
  //   X-ASSET-URI) or X-ASSET-LIST is a URL; `where` is the tag and the attribute: "EXT-X-KEY@URI".
  // - The rest of a line that begins with "#" is searched like plain text.
  // A URL with a variable (`{$name}`) is rejected as a template, and a path on a drive (`C:\a.mp3`) as
  // no_url.
  void find(const document& doc, findings& found, stats& counted);

 private:
  void read_tag(const document& doc, std::string_view line, findings& found, stats& counted);

  text_finder text_;
};

}  // namespace urlsieve

#endif
