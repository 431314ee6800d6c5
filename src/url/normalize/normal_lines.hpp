// Reads a list of URLs, one per line, by bit maps of all lines. The maps find the line ends and prove that a
// URL is in normal form, as most URLs are. Such URLs are neither copied nor read again.
#ifndef URLSIEVE_URL_NORMALIZE_NORMAL_LINES_HPP
#define URLSIEVE_URL_NORMALIZE_NORMAL_LINES_HPP

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/lines/line_map.hpp"
#include "src/url/hosts/plain_host.hpp"
#include "src/url/normalize/normal_terms.hpp"

namespace urlsieve {

class normal_lines {
 public:
  // Calls take(line, is_normal) for each line of `lines`, without its LF or CR LF. `is_normal` means that
  // copy_if_normal() would copy the URL unchanged at any rung. Requires: 64 readable bytes after `lines`.
  template <class Take>
  void read(std::string_view lines, Take&& take) {
    map_.draw(lines.data(), lines.size(), normal_url_terms);
    std::size_t begin = 0;
    std::size_t candidate = map_.next(line_map::candidates, 0);  // first place at or after `begin`
    for (std::size_t from = 0; from < lines.size(); from += stretch) {
      const std::size_t count = find_ends(lines, from);
      for (std::size_t i = 0; i != count; ++i) {
        const std::size_t end = from + ends_[i];
        const std::size_t stop = end != begin && lines[end - 1] == '\r' ? end - 1 : end;
        take(lines.substr(begin, stop - begin),
             candidate >= stop && has_plain_front(lines.data() + begin, begin, stop - begin));
        begin = end + 1;
        if (candidate < begin) candidate = map_.next(line_map::candidates, begin);
      }
    }
  }

 private:
  static constexpr std::size_t stretch = std::size_t{64} * 64;  // bytes whose line ends are found in one step
  static constexpr std::size_t mostly_at_most = 4;              // line ends in 64 bytes, usually

  // Writes the line ends in the stretch at `from` to `ends_` and returns their number. Writes the first four
  // ends of a word without a branch, because the number of ends is unpredictable.
  std::size_t find_ends(std::string_view lines, std::size_t from) {
    const std::size_t size = std::min(lines.size() - from, stretch);
    std::uint32_t* out = ends_.data();
    for (std::size_t at = 0; at < size; at += 64) {
      std::uint64_t feeds = map_.word(line_map::feeds, (from + at) / 64);
      if (size - at < 64) feeds &= (std::uint64_t{1} << (size - at)) - 1;
      std::uint32_t* const next = out + std::popcount(feeds);
      constexpr std::uint64_t stop = std::uint64_t{1} << 63U;
      for (std::size_t i = 0; i != mostly_at_most; ++i, feeds &= feeds - 1)
        out[i] = static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(feeds | stop));
      for (out += mostly_at_most; out < next; feeds &= feeds - 1)
        *out++ = static_cast<std::uint32_t>(at) + static_cast<std::uint32_t>(std::countr_zero(feeds));
      out = next;
    }
    if (from + size == lines.size() && lines.back() != '\n') *out++ = static_cast<std::uint32_t>(size);
    return static_cast<std::size_t>(out - ends_.data());
  }

  // Returns true if the line `url` of `size` bytes at offset `at` begins with a web scheme, a hostname and
  // "/". Returns false without a path, to which the scheme rung adds "/", and for very long hosts.
  [[nodiscard]] bool has_plain_front(const char* url, std::size_t at, std::size_t size) const {
    const std::size_t host = web_scheme_size({url, size});
    if (host == 0) return false;
    const std::uint64_t slashes = map_.from(line_map::slashes, at) >> host << host;
    const auto path = static_cast<std::size_t>(std::countr_zero(slashes));
    if (path >= std::min(size, line_map::window) || path == host) return false;
    return is_plain_host(url, host, path, map_.from(line_map::outside_second, at),
                         map_.from(line_map::dots, at), map_.from(line_map::dashes, at));
  }

  line_map map_;
  std::array<std::uint32_t, stretch + mostly_at_most> ends_;
};

}  // namespace urlsieve

#endif
