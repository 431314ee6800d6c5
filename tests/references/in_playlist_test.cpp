#include "src/references/in_playlist.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/references/found_links.hpp"

namespace urlsieve {
namespace in_playlist_test {

using testing::lines;

lines links(std::string_view m3u, std::string_view base = "http://b/") {
  playlist_finder finder({});
  document doc;
  doc.body = m3u;
  doc.type = media::playlist;
  doc.base = base;
  return testing::links_in(finder, doc);
}

TEST(in_playlist, lines_are_urls) {
  EXPECT_EQ(links("\xEF\xBB\xBF#EXTM3U\r\n#EXTINF:9.009,\r\nhttp://m.example/first.ts\r\n\r\n  seg 2.ts \n"
                  "#EXT-X-ENDLIST\nlast.ts?a=b,c"),
            (lines{"m3u http://m.example/first.ts", "m3u seg 2.ts", "m3u last.ts?a=b,c"}));
}

// RFC 8216 section 8, and tags of draft-pantos-hls-rfc8216bis.
TEST(in_playlist, attributes_are_urls) {
  EXPECT_EQ(
      links("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k.php?r=52\",IV=0x1\n"
            "#EXT-X-MAP:URI=\"init.mp4\",BYTERANGE=\"1@2\"\n"
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a,b\",NAME=\"URI=x\",URI=\"a/m.m3u8\"\n"
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"low/i.m3u8\"\n"
            "#EXT-X-SESSION-DATA:DATA-ID=\"x\",VALUE=\"no\",URI=\"l.json\"\n"
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steering\",PATHWAY-ID=\"P\"\n"
            "#EXT-X-DATERANGE:ID=\"i\",X-ASSET-URI=\"http://ad.example/m.m3u8\",X-ASSET-LIST=\"l\"\n"),
      (lines{"EXT-X-KEY@URI k.php?r=52", "EXT-X-MAP@URI init.mp4", "EXT-X-MEDIA@URI a/m.m3u8",
             "EXT-X-I-FRAME-STREAM-INF@URI low/i.m3u8", "EXT-X-SESSION-DATA@URI l.json",
             "EXT-X-CONTENT-STEERING@SERVER-URI /steering",
             "EXT-X-DATERANGE@X-ASSET-URI http://ad.example/m.m3u8", "EXT-X-DATERANGE@X-ASSET-LIST l"}));
}

TEST(in_playlist, other_text_is_text) {
  EXPECT_EQ(links("#EXTM3U url-tvg=\"http://e.example/epg.xml\"\n"
                  "#EXTINF:-1 tvg-logo=\"http://l.example/l.png\" group=\"a.b\",Name http://n.example/x\n"
                  "# see http://c.example/y.\n#EXT-X-KEY:URI=\"broken http://q.example/\n"),
            (lines{"text http://e.example/epg.xml", "text http://l.example/l.png", "text http://n.example/x",
                   "text http://c.example/y", "text http://q.example/"}));
}

TEST(in_playlist, ignores_templates_and_drive_paths) {
  playlist_finder finder({});
  document doc;
  doc.body = "#EXTM3U\n{$host}/a.ts\nC:\\music\\a.mp3\nd:/b.mp3\n#EXT-X-MAP:URI=\"x?{$q}\"\n";
  findings found;
  stats counted;
  finder.find(doc, found, counted);
  EXPECT_TRUE(found.references.empty());
  EXPECT_EQ(counted.rejected[static_cast<std::size_t>(rejection::url_template)], 2U);
  EXPECT_EQ(counted.rejected[static_cast<std::size_t>(rejection::no_url)], 2U);
}

}  // namespace in_playlist_test
}  // namespace urlsieve
