// Packs files of this machine as if a crawler had fetched them: `warc_pack FORMAT <LIST >OUT`.
// LIST has one "path TAB url" a line. FORMAT is warc, warc.gz (one member a record), wet (plain text as
// conversion records), jsonl ({"url", "html"} a line), links (every href and src, made absolute), or
// references
// ("page TAB reference" as it stands there).
// The same list and files give the same bytes: dates and record ids are made from the position in the list.
#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "corpora/listed_files.hpp"

namespace {

using urlsieve::corpora::listed_file;
using urlsieve::corpora::put;

struct page {
  std::uint64_t number;
  std::string url;
  std::string body;
  bool utf8;
};

std::string padded(std::uint64_t number, std::size_t width, unsigned base = 10) {
  std::string digits;
  for (; number != 0; number /= base) digits.insert(digits.begin(), "0123456789abcdef"[number % base]);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return digits;
}

// Length of the well-formed UTF-8 sequence at `at` (Unicode table 3-7), 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  const unsigned second = byte(1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second > 0x8F))
    return 0;
  return length;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string gzip_member(std::string_view record) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib does not start");
  std::string packed(deflateBound(&stream, record.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(record.data()));
  stream.avail_in = static_cast<uInt>(record.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("zlib does not finish");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string record(std::string_view type, const page& it, unsigned part, std::string_view content_type,
                   std::string_view block) {
  const std::uint64_t seconds = it.number;
  std::string out("WARC/1.0\r\nWARC-Type: ");
  out.append(type).append("\r\nWARC-Date: 2024-03-").append(padded(1 + seconds / 86400 % 28, 2));
  out.append("T").append(padded(seconds / 3600 % 24, 2)).append(":").append(padded(seconds / 60 % 60, 2));
  out.append(":").append(padded(seconds % 60, 2)).append("Z\r\nWARC-Record-ID: <urn:uuid:");
  out.append(padded(it.number, 8, 16))
      .append("-0000-4000-8000-")
      .append(padded(part, 12, 16))
      .append(">\r\n");
  if (!it.url.empty()) out.append("WARC-Target-URI: ").append(it.url).append("\r\n");
  out.append("Content-Type: ").append(content_type).append("\r\nContent-Length: ");
  out.append(std::to_string(block.size())).append("\r\n\r\n").append(block).append("\r\n\r\n");
  return out;
}

std::string host_of(std::string_view url) {
  const std::size_t from = url.find("//") + 2;
  return std::string(url.substr(from, url.find('/', from) - from));
}

// Request, response and metadata, as a Common Crawl archive has them.
void put_capture(const page& it, bool compressed) {
  const std::string host = host_of(it.url);
  const std::string path = it.url.substr(it.url.find(host) + host.size());
  const std::string request = "GET " + path + " HTTP/1.1\r\nUser-Agent: example-bot/1.0\r\nHost: " + host +
                              "\r\nAccept: text/html\r\n\r\n";
  const std::string response = "HTTP/1.1 200 OK\r\nServer: example\r\nContent-Type: text/html" +
                               std::string(it.utf8 ? "; charset=utf-8" : "") +
                               "\r\nContent-Length: " + std::to_string(it.body.size()) + "\r\n\r\n" + it.body;
  for (const std::string& whole :
       {record("request", it, 1, "application/http; msgtype=request", request),
        record("response", it, 2, "application/http; msgtype=response", response),
        record("metadata", it, 3, "application/warc-fields", "fetchTimeMs: 120\r\n\r\n")})
    put(compressed ? gzip_member(whole) : whole);
}

void put_info(bool compressed) {
  const page none{0, "", "", true};
  const std::string whole = record("warcinfo", none, 0, "application/warc-fields",
                                   "software: warc_pack\r\nformat: WARC File Format 1.0\r\n");
  put(compressed ? gzip_member(whole) : whole);
}

// A body that is not UTF-8 is read as ISO 8859-1, so that the line stays JSON.
void put_json(const page& it) {
  std::string line = "{\"url\":\"" + it.url + "\",\"html\":\"";
  for (const char letter : it.body) {
    const auto value = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      line.append(1, '\\').append(1, letter);
    } else if (letter == '\n') {
      line.append("\\n");
    } else if (value < 0x20) {
      line.append("\\u00").append(padded(value, 2, 16));
    } else if (value >= 0x80 && !it.utf8) {
      line.append(1, static_cast<char>(0xC0U | (value >> 6U)))
          .append(1, static_cast<char>(0x80U | (value & 0x3FU)));
    } else {
      line.append(1, letter);
    }
  }
  put(line.append("\"}\n"));
}

// Plain joining is enough for generated documentation: no "." or ".." after the leading ones.
std::optional<std::string> absolute(const page& it, std::string reference) {
  for (std::size_t at = 0; (at = reference.find("&amp;", at)) != std::string::npos; ++at)
    reference.erase(at + 1, 4);
  if (reference.empty() || reference.find_first_of(" \t\r\n<>\"") != std::string::npos) return std::nullopt;
  const std::size_t root = it.url.find('/', it.url.find("//") + 2);
  if (reference.find("://") < reference.find_first_of("/?#")) return reference;
  if (reference.find(':') < reference.find_first_of("/?#")) return std::nullopt;
  if (reference.starts_with("//")) return it.url.substr(0, it.url.find("//")) + reference;
  if (reference.front() == '/') return it.url.substr(0, root) + reference;
  if (reference.front() == '#' || reference.front() == '?') return it.url + reference;
  std::string folder = it.url.substr(0, it.url.rfind('/') + 1);
  for (;;) {
    if (reference.starts_with("./")) {
      reference.erase(0, 2);
    } else if (reference.starts_with("../")) {
      reference.erase(0, 3);
      if (folder.size() > root + 1) folder.erase(folder.rfind('/', folder.size() - 2) + 1);
    } else {
      return folder + reference;
    }
  }
}

// What stands in each href and src between quotation marks.
template <class Give>
void each_reference(const page& it, Give give) {
  const std::string_view body = it.body;
  for (std::size_t at = 0; (at = body.find("=\"", at)) != std::string_view::npos;) {
    const std::string_view before = body.substr(0, at);
    at += 2;
    if (!before.ends_with(" href") && !before.ends_with(" src")) continue;
    const std::size_t close = body.find('"', at);
    if (close == std::string_view::npos) return;
    give(std::string(body.substr(at, close - at)));
    at = close + 1;
  }
}

void put_links(const page& it) {
  each_reference(it, [&](std::string reference) {
    if (const auto url = absolute(it, std::move(reference))) put(*url + "\n");
  });
}

void put_references(const page& it) {
  each_reference(it, [&](const std::string& reference) {
    if (reference.find_first_of("\t\r\n") == std::string::npos) put(it.url + "\t" + reference + "\n");
  });
}

void pack(const std::string& format) {
  const bool archive = format == "warc" || format == "warc.gz" || format == "wet";
  if (!archive && format != "jsonl" && format != "links" && format != "references")
    throw std::runtime_error("FORMAT is warc, warc.gz, wet, jsonl, links or references");
  const bool compressed = format == "warc.gz";
  if (archive) put_info(compressed);
  urlsieve::corpora::each_listed([&](listed_file file) {
    page it{file.number, std::move(file.url), std::move(file.bytes), true};
    it.utf8 = is_utf8(it.body);
    if (format == "jsonl") {
      put_json(it);
    } else if (format == "links") {
      put_links(it);
    } else if (format == "references") {
      put_references(it);
    } else if (format == "wet") {
      put(record("conversion", it, 4, "text/plain", it.body));
    } else {
      put_capture(it, compressed);
    }
  });
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 2)
    throw std::runtime_error("usage: warc_pack warc|warc.gz|wet|jsonl|links|references <LIST >OUT");
  pack(arguments[1]);
  return 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "warc_pack: %s\n", failure.what());
  return 1;
}
