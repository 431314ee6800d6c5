// Reads the real pages and golden links of the shared test data.
#ifndef URLSIEVE_TESTS_REFERENCES_WEB_PAGES_HPP
#define URLSIEVE_TESTS_REFERENCES_WEB_PAGES_HPP

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/references/html/html_charset.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve::testing {

inline std::string decompressed(const std::filesystem::path& file, compression kind) {
  const std::string packed = read_file(file);
  const auto decoder = make_decoder(kind);
  std::string plain;
  std::vector<char> buffer(std::size_t{1} << 20);
  for (std::size_t at = 0; at < packed.size();) {
    const decode_step step = decoder->decode(std::span(packed).subspan(at), buffer, true);
    plain.append(buffer.data(), step.produced);
    at += step.consumed;
    if (step.state == decode_state::corrupt || step.state == decode_state::truncated) break;
  }
  return plain;
}

struct web_page {
  std::string url;
  std::string charset;
  std::string body;
};

// Returns the value of a header line (name in any case), or an empty string.
inline std::string header_value(std::string_view headers, std::string_view name) {
  for (std::size_t at = 0; at < headers.size();) {
    const std::size_t end = std::min(headers.find("\r\n", at), headers.size());
    const std::string_view line = headers.substr(at, end - at);
    if (line.size() > name.size() && line[name.size()] == ':' &&
        std::equal(name.begin(), name.end(), line.begin(),
                   [](char a, char b) { return std::tolower(a) == std::tolower(b); })) {
      const std::size_t first = line.find_first_not_of(' ', name.size() + 1);
      return first == std::string_view::npos ? std::string() : std::string(line.substr(first));
    }
    at = end + 2;
  }
  return {};
}

// Returns the HTML responses of a well-formed archive of real pages.
inline std::vector<web_page> read_web_pages(const std::filesystem::path& file) {
  const std::string archive = decompressed(file, compression::gzip);
  std::vector<web_page> pages;
  for (std::size_t at = 0; at < archive.size();) {
    const std::size_t head_end = archive.find("\r\n\r\n", at);
    const std::string_view head = std::string_view(archive).substr(at, head_end - at);
    const std::size_t size = std::strtoull(header_value(head, "Content-Length").c_str(), nullptr, 10);
    const std::string_view block = std::string_view(archive).substr(head_end + 4, size);
    if (header_value(head, "WARC-Type") == "response") {
      const std::size_t body = block.find("\r\n\r\n");
      const std::string type = header_value(block.substr(0, body), "Content-Type");
      pages.push_back({header_value(head, "WARC-Target-URI"), std::string(charset_of_meta_content(type)),
                       std::string(block.substr(body + 4))});
    }
    at = head_end + 4 + size + 4;
  }
  return pages;
}

}  // namespace urlsieve::testing

#endif
