// URLs that need work in normalization, made from real URLs: lists with one kind of work, and a mixed list
// like a crawl of many languages. The same input gives the same bytes.
#ifndef URLSIEVE_BENCH_WORKED_URLS_HPP
#define URLSIEVE_BENCH_WORKED_URLS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::bench {

class worked_urls {
 public:
  // front() returns the URL up to the path; path() returns the rest, at least "/".
  [[nodiscard]] static std::string_view front(std::string_view url) { return url.substr(0, path_of(url)); }
  [[nodiscard]] static std::string path(std::string_view url) {
    const std::string_view rest = url.substr(path_of(url));
    return rest.empty() ? std::string("/") : std::string(rest);
  }

  [[nodiscard]] std::string non_ascii_path(std::string_view url) {
    return std::string(front(url)).append("/wiki/").append(word()).append("_").append(word());
  }
  [[nodiscard]] std::string non_ascii_query(std::string_view url) {
    return std::string(front(url)).append("/search?q=").append(word()).append("+").append(word());
  }
  [[nodiscard]] std::string idna_host(std::string_view url) {
    return std::string("http://").append(word()).append(std::to_string(random_() % 8)).append(".example") +
           path(url);
  }
  [[nodiscard]] static std::string lower_escapes(std::string_view url) {
    return std::string(url).append("%c3%a9/%2f");
  }
  [[nodiscard]] static std::string spaces(std::string_view url) { return std::string(url).append("a b c"); }
  [[nodiscard]] static std::string default_port(std::string_view url) {
    return std::string(front(url)).append(url.starts_with("https") ? ":443" : ":80") + path(url);
  }
  [[nodiscard]] static std::string upper_host(std::string_view url) {
    std::string upper(front(url));
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return upper + path(url);
  }
  [[nodiscard]] static std::string dot_segments(std::string_view url) {
    return std::string(front(url)).append("/a/../b/.") + path(url);
  }
  [[nodiscard]] static std::string file(std::string_view url) { return "file:///usr/share/doc" + path(url); }
  [[nodiscard]] std::string address() {
    return std::string("mailto:")
        .append(names[random_() % names.size()])
        .append("@Example.org?subject=")
        .append(names[0]);
  }

  // Changes 13 % of the URLs to letters beyond ASCII and 10 % to other work; keeps the other URLs.
  [[nodiscard]] std::string mixed(std::string_view url) {
    switch (const auto lot = random_() % 100; lot) {
      case 0:
      case 1:
        return lower_escapes(url);
      case 2:
      case 3:
        return spaces(url);
      case 4:
      case 5:
        return default_port(url);
      case 6:
      case 7:
        return upper_host(url);
      case 8:
        return dot_segments(url);
      case 9:
        return idna_host(url);
      default:
        return lot < 21 ? non_ascii_path(url) : lot < 23 ? non_ascii_query(url) : std::string(url);
    }
  }

 private:
  static std::size_t path_of(std::string_view url) {
    return std::min(url.find_first_of("/?#", std::min(url.find("://") + 3, url.size())), url.size());
  }
  [[nodiscard]] std::string_view word() { return words[random_() % words.size()]; }

  static constexpr std::array<std::string_view, 6> words{
      "\xD0\x97\xD0\xB0\xD0\xB3\xD0\xBB\xD0\xB0\xD0\xB2\xD0\xBD\xD0\xB0\xD1\x8F",
      "caf\xC3\xA9",
      "stra\xC3\x9F\x65",
      "\xE6\x9D\xB1\xE4\xBA\xAC",
      "\xCE\xB5\xCE\xBB\xCE\xBB\xCE\xB7\xCE\xBD\xCE\xB9\xCE\xBA\xCE\xAC",
      "\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4"};
  static constexpr std::array<std::string_view, 4> names{"John.Smith", "info", "Sales+Europe", "a-list"};
  std::mt19937 random_{14};
};

}  // namespace urlsieve::bench

#endif
