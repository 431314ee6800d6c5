#include "src/documents/http/http_message.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace http_message_test {

TEST(http_reader, reports_the_status) {
  struct row {
    std::string_view message;
    unsigned status;
  };
  http_reader reader;
  for (const row& each : {row{"HTTP/1.1 301 Moved\r\n\r\n", 301}, row{"HTTP/2 308\r\n\r\n", 308},
                          row{"HTTP/1.0\t200\tOK\r\n\r\n", 200}, row{"ICY 200 OK\n\n", 200},
                          row{"HTTP/1.1 3011 x\r\n\r\n", 0}, row{"HTTP/1.1 30x\r\n\r\n", 0},
                          row{"HTTP/1.1\r\n\r\n", 0}, row{"Location: x\r\n\r\n", 0}, row{"", 0}}) {
    slice part;
    part.bytes = each.message;
    document opened;
    std::vector<reference> links;
    stats counted;
    reader.open(part, "input", opened, links, counted);
    EXPECT_EQ(reader.status(), each.status) << each.message;
  }
}

TEST(http_reader, reads_the_body_of_a_request) {
  http_reader reader;
  const auto read = [&](std::string_view message, document& opened, std::vector<reference>& links) {
    slice part;
    part.bytes = message;
    stats counted;
    const bool has_body = reader.open(part, "input", opened, links, counted);
    EXPECT_EQ(counted.total_damage(), 0U) << message;
    return has_body;
  };
  document opened;
  std::vector<reference> links;
  EXPECT_TRUE(read("POST /a?b HTTP/1.1\r\nLink: <http://h/>\r\nContent-Type: application/json\r\n\r\n{}",
                   opened, links));
  EXPECT_TRUE(reader.is_request());
  EXPECT_EQ(reader.status(), 0U);
  EXPECT_EQ(opened.type, media::json);
  EXPECT_EQ(opened.body, "{}");
  EXPECT_TRUE(links.empty());
  EXPECT_FALSE(read("GET / HTTP/1.1\r\n\r\n", opened, links));
  EXPECT_TRUE(
      read("HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x--", opened, links));
  EXPECT_FALSE(reader.is_request());
  EXPECT_EQ(reader.form().multipart_type, "multipart/mixed; boundary=x");
  EXPECT_TRUE(read("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx", opened, links));
  EXPECT_EQ(reader.form().multipart_type, "");
}

struct opened {
  bool searched = false;
  std::string body, charset, base, source, links;
  media type = media::text;
  field_form fields;
  std::uint64_t offset = 0;
  stats counted;

  [[nodiscard]] std::uint64_t damaged(damage reason) const {
    return counted.damaged[static_cast<std::size_t>(reason)];
  }
};

constexpr std::uint64_t record_at = 5000;
constexpr std::uint32_t header_size = 300;

opened open(std::string_view message, std::string_view target = "http://a/dir/") {
  slice part;
  part.kind = slice_kind::http_message;
  part.bytes = message;
  part.target = target;
  part.offset = record_at;
  part.body_offset = header_size;
  http_reader reader;
  document found;
  std::vector<reference> links;
  opened result;
  result.searched = reader.open(part, "input", found, links, result.counted);
  result.body = found.body;
  result.charset = found.charset;
  result.base = found.base;
  result.source = found.source;
  result.type = found.type;
  result.fields = found.fields;
  result.offset = found.offset;
  for (const reference& link : links)
    result.links.append(result.links.empty() ? "" : "|").append(link.where).append(" ").append(link.raw);
  return result;
}

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

TEST(http_message, opens_a_plain_response) {
  const std::string_view header = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=ISO-8859-1\r\n\r\n";
  const opened result = open(std::string(header) + "<p>x");
  EXPECT_TRUE(result.searched);
  EXPECT_EQ(result.body, "<p>x");
  EXPECT_EQ(result.type, media::html);
  EXPECT_EQ(result.charset, "ISO-8859-1");
  EXPECT_EQ(result.base, "http://a/dir/");
  EXPECT_EQ(result.source, "http://a/dir/");
  EXPECT_EQ(result.offset, record_at + header_size + header.size());
  EXPECT_EQ(result.counted.total_damage(), 0U);
  EXPECT_TRUE(result.counted.skipped.empty());
}

TEST(http_message, knows_tables_by_type_and_name) {
  struct row {
    std::string_view type, url;
    bool is_table;
  };
  for (const row& each :
       {row{"text/csv", "http://a/x", true}, row{"text/tab-separated-values; charset=x", "http://a/x", true},
        row{"application/csv", "http://a/x", true}, row{"text/comma-separated-values", "http://a/x", true},
        row{"text/x-csv", "http://a/x", true}, row{"text/plain", "http://a/x.csv?y=1", true},
        row{"application/octet-stream", "http://a/d/x.TSV#z", true}, row{"", "http://a/x.csv", true},
        row{"text/plain", "http://a/x", false}, row{"text/plain", "http://a/?x.csv", false},
        row{"text/plain", "http://a.csv", false}, row{"text/javascript", "http://a/x.csv", false}}) {
    const std::string field = each.type.empty() ? "" : "Content-Type: " + std::string(each.type) + "\r\n";
    const opened result = open("HTTP/1.1 200 OK\r\n" + field + "\r\na,b\nhttp://c/,d\n", each.url);
    EXPECT_EQ(result.type, media::text) << each.type << each.url;
    EXPECT_EQ(result.fields.delimiter, each.is_table ? ',' : '\0') << each.type << each.url;
  }
}

TEST(http_message, names_the_input_where_there_is_no_target) {
  const opened result = open("HTTP/1.1 200 OK\r\n\r\n<p>", "");
  EXPECT_EQ(result.base, "");
  EXPECT_EQ(result.source, "input");
}

TEST(http_message, undoes_folding_in_the_target) {
  EXPECT_EQ(open("HTTP/1.1 200 OK\r\n\r\n<p>", "http://a/\r\n  b").base, "http://a/b");
}

// RFC 9110 section 15.2: any number of interim responses precede the final response.
TEST(http_message, skips_interim_responses) {
  const std::string final = "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\na{}";
  for (const std::string_view interim :
       {"HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 102 Processing\r\nContent-Type: text/html\r\n\r\n",
        "HTTP/1.1 100\n\nHTTP/1.1 103 Early Hints\nServer: x\n\nHTTP/2 199 Odd\r\n\r\n"}) {
    const opened result = open(std::string(interim) + final);
    EXPECT_TRUE(result.searched) << interim;
    EXPECT_EQ(result.type, media::css) << interim;
    EXPECT_EQ(result.body, "a{}") << interim;
    EXPECT_EQ(result.counted.total_damage(), 0U) << interim;
    EXPECT_EQ(result.offset, record_at + header_size + interim.size() + final.size() - 3) << interim;
  }
}

// RFC 9110 section 9.3.6: a response to CONNECT has no body.
TEST(http_message, skips_the_response_of_a_proxy_to_connect) {
  const std::string final = "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\na{}";
  for (const std::string_view tunnel :
       {"HTTP/1.0 200 Connection established\r\n\r\n", "HTTP/1.1 200 OK\n\n",
        "HTTP/1.1 200 Connection Established\r\nProxy-Agent: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"}) {
    const opened result = open(std::string(tunnel) + final);
    EXPECT_EQ(result.type, media::css) << tunnel;
    EXPECT_EQ(result.body, "a{}") << tunnel;
    EXPECT_EQ(result.offset, record_at + header_size + tunnel.size() + final.size() - 3) << tunnel;
  }
  for (const std::string_view quoted : {"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n", "HTTP/1.1 404 x\r\n\r\n"})
    EXPECT_EQ(open(std::string(quoted) + final).body, final) << quoted;
  EXPECT_EQ(open("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 is a protocol").body, "HTTP/1.1 is a protocol");
  EXPECT_EQ(open("HTTP/1.1 200 Connection established\r\n\r\nhttp://a/").body, "http://a/");
}

// RFC 8297 section 2.
TEST(http_message, takes_the_links_of_early_hints) {
  EXPECT_EQ(open("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLocation: /no\r\n\r\n"
                 "HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n")
                .links,
            "http:Link /a.css|http:Location /b");
}

TEST(http_message, ends_at_a_response_that_no_response_follows) {
  EXPECT_EQ(open("HTTP/1.1 100 Continue\r\nContent-Type: text/css\r\n\r\na{}").body, "a{}");
  EXPECT_EQ(open("HTTP/1.1 101 Switching Protocols\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhttp://a/").body,
            "HTTP/1.1 200 OK\r\n\r\nhttp://a/");
}

TEST(http_message, reads_headers_as_servers_send_them) {
  for (const std::string_view header :
       {"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n", "HTTP/1.0 200\r\ncontent-type:text/css\r\n\r\n",
        "HTTP/2 200\nCONTENT-TYPE : text/css\n\n", "http/1.1 200 ok\r\nContent-Type:\r\n  text/css\r\n\r\n",
        "ICY 200 OK\r\nContent-Type: text/css\r\n\r\n",
        "HTTP/1.1\r\nno colon here\r\nContent-Type: text/css\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Type: text/css\r\nContent-Type: "
        "none\r\n\r\n"}) {
    const opened result = open(std::string(header) + "a{}");
    EXPECT_TRUE(result.searched) << header;
    EXPECT_EQ(result.type, media::css) << header;
    EXPECT_EQ(result.body, "a{}") << header;
    EXPECT_EQ(result.counted.total_damage(), 0U) << header;
  }
}

TEST(http_message, reads_damaged_headers) {
  const opened none = open("<!doctype html><p>");
  EXPECT_EQ(none.body, "<!doctype html><p>");
  EXPECT_EQ(none.type, media::html);
  EXPECT_EQ(none.damaged(damage::bad_http_header), 1U);

  const opened no_status = open("Content-Type: text/css\r\n\r\na{}");
  EXPECT_EQ(no_status.body, "a{}");
  EXPECT_EQ(no_status.type, media::css);
  EXPECT_EQ(no_status.damaged(damage::bad_http_header), 1U);

  const opened unterminated = open("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Type: text/html");
  EXPECT_FALSE(unterminated.searched);
  EXPECT_EQ(unterminated.links, "http:Location /x");
  EXPECT_EQ(unterminated.damaged(damage::bad_http_header), 1U);

  const opened no_empty_line = open("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n<html><p>");
  EXPECT_EQ(no_empty_line.body, "<html><p>");
  EXPECT_EQ(no_empty_line.damaged(damage::bad_http_header), 1U);
}

TEST(http_message, gives_the_references_of_the_header_also_without_a_body) {
  const opened result = open(
      "HTTP/1.1 301 Moved\r\nLocation: /new\r\nLink: <a>; rel=next,\r\n <b>\r\nlink: <c>\r\nRefresh: 0; "
      "url=d\r\n"
      "Content-Location: e\r\nX-Location: no\r\n\r\n");
  EXPECT_FALSE(result.searched);
  EXPECT_EQ(result.links,
            "http:Location /new|http:Link a|http:Link b|http:Link c|http:Refresh d|http:Content-Location e");
  EXPECT_EQ(result.base, "http://a/dir/");
  EXPECT_EQ(result.counted.total_damage(), 0U);
  EXPECT_EQ(open("HTTP/1.1 301 M\r\nLocation: http://a/\r\n long\r\n\r\n").links,
            "http:Location http://a/long");
}

TEST(http_message, counts_unread_bodies) {
  const opened image = open("HTTP/1.1 200 OK\r\nContent-Type: Image/PNG\r\nLink: <x>\r\n\r\n\x89PNG");
  EXPECT_FALSE(image.searched);
  EXPECT_EQ(image.links, "http:Link x");
  EXPECT_EQ(image.counted.skipped.at("type:image/png"), 1U);
  const opened mislabelled = open("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n\xFF\xD8\xFF\xE0 JFIF");
  EXPECT_FALSE(mislabelled.searched);
  EXPECT_EQ(mislabelled.counted.skipped.at("type:image/jpeg"), 1U);
}

TEST(http_message, undoes_chunks) {
  const std::string header =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: Chunked\r\n\r\n";
  const opened two = open(header + "2\r\n<p\r\n1\r\n>\r\n0\r\n\r\n");
  EXPECT_EQ(two.body, "<p>");
  EXPECT_EQ(two.offset, record_at);
  EXPECT_EQ(two.counted.total_damage(), 0U);
  const opened opened_body = open(header + "3\r\n<p>\r\n0\r\n\r\n");
  EXPECT_EQ(opened_body.body, "<p>");
  EXPECT_EQ(opened_body.offset, record_at + header_size + header.size() + 3);
  EXPECT_EQ(open(header + "<p>stored without").body, "<p>stored without");
  EXPECT_EQ(open(header + "<p>stored without").counted.total_damage(), 0U);
  const opened cut = open(header + "ff\r\n<p>cut");
  EXPECT_EQ(cut.body, "<p>cut");
  EXPECT_EQ(cut.damaged(damage::bad_chunked), 1U);
  EXPECT_EQ(open("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n2\r\n<p\r\n1\r\n>\r\n0\r\n\r\n").body,
            "<p>");
}

std::string stored_block(const std::string& page) {
  const auto size = static_cast<unsigned>(page.size());
  const auto byte = [](unsigned value) { return std::string(1, static_cast<char>(value & 255U)); };
  return byte(1) + byte(size) + byte(size >> 8U) + byte(~size) + byte(~size >> 8U) + page;
}

// "<p>a link</p>" gzipped by Python's gzip module, mtime 0.
const std::string gzipped = bytes_of("1f8b0800000000000203b329b04b54c8c9cccbb6d12fb0030078a8f1520d000000");

TEST(http_message, undoes_content_codings) {
  const auto message = [](const std::string& coding, const std::string& body) {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: " + coding + "\r\n\r\n" + body;
  };
  const std::string page = "<p>a link</p>";
  for (const std::string coding : {"gzip", "x-gzip", "GZIP", " gzip , identity"}) {
    const opened result = open(message(coding, gzipped));
    EXPECT_EQ(result.body, page) << coding;
    EXPECT_EQ(result.offset, record_at);
    EXPECT_EQ(result.counted.total_damage(), 0U);
  }
  EXPECT_EQ(open(message("deflate", stored_block(page))).body, page);
  EXPECT_EQ(open(message("deflate", bytes_of("789cb329b04b54c8c9cccbb6d12fb003001d720433"))).body, page);
  EXPECT_EQ(open(message("br", bytes_of("c000103c703e61206c696e6b3c2f703e03"))).body, page);
  EXPECT_EQ(open(message("zstd", bytes_of("28b52ffd200d6900003c703e61206c696e6b3c2f703e"))).body, page);
  const opened both =
      open(message("gzip\r\nTransfer-Encoding: chunked", "21\r\n" + gzipped + "\r\n0\r\n\r\n"));
  EXPECT_EQ(both.body, page);
  EXPECT_EQ(both.counted.total_damage(), 0U);
}

TEST(http_message, leaves_a_body_that_was_stored_decoded) {
  for (const std::string coding : {"gzip", "deflate", "br", "zstd", "br, gzip", "bogus"}) {
    const opened result = open("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: " + coding +
                               "\r\n\r\n<!doctype html><title>stored decoded</title>");
    EXPECT_EQ(result.body, "<!doctype html><title>stored decoded</title>") << coding;
    EXPECT_EQ(result.counted.total_damage(), 0U) << coding;
  }
}

// Servers and proxies label bodies wrongly, so magic numbers win over labels.
TEST(http_message, undoes_codings_under_wrong_labels) {
  const std::string zlib = bytes_of("789cb329b04b54c8c9cccbb6d12fb003001d720433");
  const std::string brotli = bytes_of("c000103c703e61206c696e6b3c2f703e03");
  const std::string zstd = bytes_of("28b52ffd200d6900003c703e61206c696e6b3c2f703e");
  for (const std::string& body : {gzipped, zlib, brotli, zstd})
    for (const std::string label :
         {"br", "gzip", "deflate", "zstd", "compress", "utf-8,br", "gzip, gzip", "x"})
      for (const std::string type : {"Content-Type: text/html\r\n", ""}) {
        const opened result =
            open("HTTP/1.1 200 OK\r\n" + type + "Content-Encoding: " + label + "\r\n\r\n" + body);
        EXPECT_EQ(result.body, "<p>a link</p>") << label;
        EXPECT_EQ(result.type, media::html) << label;
        EXPECT_EQ(result.counted.total_damage(), 0U) << label;
        EXPECT_TRUE(result.counted.skipped.empty()) << label;
      }
}

// "<urlset><url><loc>http://h.example/</loc></url></urlset>" gzipped by Python's gzip module, mtime 0.
const std::string packed_sitemap = bytes_of(
    "1f8b0800000000000203b3292dca294e2db1b301d2763639f9c9761925250556"
    "fafa197aa91589b90539a9fa36fa20611b7db00a7da87a00d9b761cd38000000");

TEST(http_message, unpacks_sitemaps) {
  const std::string plain = "<urlset><url><loc>http://h.example/</loc></url></urlset>";
  struct row {
    std::string fields;
    std::string_view target;
    bool is_read;
  };
  for (const row& each :
       {row{"Content-Type: application/gzip", "http://h/sitemap.xml.gz", true},
        row{"Content-Type: application/x-gzip", "http://h/a/sitemap1.xml.gz?v=1", true},
        row{"Content-Type: application/octet-stream", "http://h/s.xml.gz", true},
        row{"Server: x", "http://h/s.xml.gz", true}, row{"Content-Type: text/xml", "http://h/s", true},
        row{"Content-Type: application/x-gzip\r\nContent-Encoding: gzip", "http://h/s.xml.gz", true},
        row{"Content-Type: application/gzip", "http://h/s.tar.gz", false},
        row{"Content-Type: application/gzip", "http://h/x", false},
        row{"Content-Type: application/octet-stream", "http://h/x", false},
        row{"Content-Type: image/png", "http://h/s.xml.gz", false}}) {
    const opened result =
        open("HTTP/1.1 200 OK\r\n" + each.fields + "\r\n\r\n" + packed_sitemap, each.target);
    EXPECT_EQ(result.searched, each.is_read) << each.fields << " " << each.target;
    EXPECT_EQ(result.body, each.is_read ? plain : "") << each.fields << " " << each.target;
    if (each.is_read) EXPECT_EQ(result.type, media::xml) << each.fields;
    EXPECT_EQ(result.counted.total_damage(), 0U) << each.fields << " " << each.target;
    EXPECT_EQ(result.counted.skipped.size(), each.is_read ? 0U : 1U) << each.fields << " " << each.target;
  }
}

TEST(http_message, a_sitemap_said_to_be_packed_that_is_not) {
  const opened result = open("HTTP/1.1 200 OK\r\nContent-Type: application/x-gzip\r\n\r\n<urlset>x</urlset>",
                             "http://h/s.xml.gz");
  EXPECT_TRUE(result.searched);
  EXPECT_EQ(result.type, media::xml);
  const opened binary = open("HTTP/1.1 200 OK\r\nContent-Type: application/x-gzip\r\n\r\n\x89PNG\r\n\x1A\n",
                             "http://h/s.xml.gz");
  EXPECT_FALSE(binary.searched);
}

TEST(http_message, packed_sitemaps_are_broken_or_bounded) {
  const std::string header = "HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\n\r\n";
  const opened cut = open(header + packed_sitemap.substr(0, packed_sitemap.size() - 12), "http://h/s.xml.gz");
  EXPECT_EQ(cut.damaged(damage::bad_content_encoding), 1U);
  slice part;
  part.kind = slice_kind::http_message;
  const std::string message = header + packed_sitemap;
  part.bytes = message;
  part.target = "http://h/s.xml.gz";
  http_reader reader(http_reader::limits{20});
  document found;
  std::vector<reference> links;
  stats counted;
  EXPECT_FALSE(reader.open(part, "input", found, links, counted));
  EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::expansion_limit)], 1U);
}

TEST(http_message, robots_txt_is_recognized_by_its_url) {
  const std::string rules = "User-agent: *\nSitemap: http://h/s.xml\n";
  const auto type_of = [&](std::string_view content_type, std::string_view target, const std::string& body) {
    return open("HTTP/1.1 200 OK\r\nContent-Type: " + std::string(content_type) + "\r\n\r\n" + body, target)
        .type;
  };
  EXPECT_EQ(type_of("text/plain", "http://h/robots.txt", rules), media::robots);
  EXPECT_EQ(type_of("text/plain", "http://h/robots.txt", "free text: x\n"), media::robots);
  EXPECT_EQ(type_of("text/html", "http://h/robots.txt", rules), media::robots);
  EXPECT_EQ(type_of("text/html", "http://h/robots.txt", "<p>not found"), media::html);
  EXPECT_EQ(type_of("text/plain", "http://h/robots.txt", "<!doctype html>"), media::html);
  EXPECT_EQ(type_of("text/plain", "http://h/d/robots.txt", rules), media::text);
}

TEST(http_message, undoes_gzip_that_was_applied_twice) {
  const std::string inside = stored_block(gzipped);
  const opened result =
      open("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: deflate\r\n\r\n" + inside);
  EXPECT_EQ(result.body, "<p>a link</p>");
}

TEST(http_message, reads_headers_of_text_mode_written_twice) {
  const opened result = open("HTTP/1.1 200 OK\r\r\nContent-Type: text/css\r\r\nLink: <x>\r\r\n\r\r\na{}");
  EXPECT_EQ(result.body, "a{}");
  EXPECT_EQ(result.type, media::css);
  EXPECT_EQ(result.links, "http:Link x");
  EXPECT_EQ(result.counted.total_damage(), 0U);
}

TEST(http_message, undoes_gzip_that_is_not_declared_but_opens_no_files) {
  EXPECT_EQ(open("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + gzipped).body, "<p>a link</p>");
  const opened file = open("HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\n\r\n" + gzipped);
  EXPECT_FALSE(file.searched);
  EXPECT_EQ(file.counted.skipped.at("type:application/gzip"), 1U);
}

TEST(http_message, counts_coded_bodies_that_do_not_decode) {
  const std::string header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ";
  EXPECT_EQ(open(header + "gzip\r\n\r\n" + gzipped.substr(0, 20)).damaged(damage::bad_content_encoding), 1U);
  std::string broken = gzipped;
  broken[12] = '\xFF';
  EXPECT_EQ(open(header + "gzip\r\n\r\n" + broken).damaged(damage::bad_content_encoding), 1U);
  const opened unknown = open(header + "sdch\r\n\r\n\x1D\x9D\x90\x01\x02\x03");
  EXPECT_FALSE(unknown.searched);
  EXPECT_EQ(unknown.counted.skipped.at("encoding:sdch"), 1U);
}

TEST(http_message, a_body_that_expands_without_bound_is_one_bad_record) {
  http_reader reader({.max_document = 2000, .max_ratio = 1000});
  const std::string message =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: deflate\r\n\r\n" +
      stored_block(std::string(3000, '<'));
  slice part;
  part.bytes = message;
  document found;
  std::vector<reference> links;
  stats counted;
  EXPECT_FALSE(reader.open(part, "input", found, links, counted));
  EXPECT_EQ(counted.damaged[static_cast<std::size_t>(damage::expansion_limit)], 1U);
}

TEST(http_message, a_byte_order_mark_alone_is_no_body) {
  for (const std::string_view mark :
       {std::string_view("\0\0\xFE\xFF", 4), std::string_view("\xFF\xFE\0\0", 4)}) {
    const opened read = open("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + std::string(mark));
    EXPECT_FALSE(read.searched);
    EXPECT_EQ(read.body, "");
    EXPECT_EQ(read.counted.total_damage(), 0U);
  }
}

TEST(http_message, an_empty_response_is_nothing) {
  for (const std::string_view message :
       {"", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n"}) {
    const opened result = open(message);
    EXPECT_FALSE(result.searched);
    EXPECT_EQ(result.counted.total_damage(), 0U) << message;
    EXPECT_TRUE(result.counted.skipped.empty());
  }
}

}  // namespace http_message_test
}  // namespace urlsieve
