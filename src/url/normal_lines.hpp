// A list of URLs, one a line, read by bit maps that are drawn of all lines at once: they say where each line
// ends, and that its URL is in normal form, as most are. Such a URL is neither copied nor looked at again.
#ifndef URLSIEVE_URL_NORMAL_LINES_HPP
#define URLSIEVE_URL_NORMAL_LINES_HPP

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/line_map.hpp"
#include "src/url/normal_terms.hpp"
#include "src/url/plain_host.hpp"

namespace urlsieve {

class normal_lines {
 public:
  // Gives each line of `lines`, without its LF or CR LF, with whether it is known to be a URL that stays as
  // it is at any rung: what copy_if_normal() copies unchanged. REQUIRES: 64 readable bytes behind the lines.
  template <class Take>
  void read(std::string_view lines, Take&& take) {
    map_.draw(lines.data(), lines.size(), normal_url_terms);
    std::size_t begin = 0;
    std::size_t ask = map_.next(line_map::asks, 0);  // the first from `begin` on
    const auto end_at = [&](std::size_t end) {
      const std::size_t stop = end != begin && lines[end - 1] == '\r' ? end - 1 : end;
      take(lines.substr(begin, stop - begin),
           ask >= stop && has_plain_front(lines.data() + begin, begin, stop - begin));
      begin = end + 1;
      if (ask < begin) ask = map_.next(line_map::asks, begin);
    };
    for (std::size_t from = 0; from < lines.size(); from += 64) {
      std::uint64_t feeds = map_.word(line_map::feeds, from / 64);
      if (lines.size() - from < 64) feeds &= (std::uint64_t{1} << (lines.size() - from)) - 1;
      for (; feeds != 0; feeds &= feeds - 1) end_at(from + static_cast<std::size_t>(std::countr_zero(feeds)));
    }
    if (begin < lines.size()) end_at(lines.size());
  }

 private:
  // Does the line of `size` bytes at `at`, which is `url`, begin with a web scheme, a hostname and a "/"? One
  // without a path is left to others, as the scheme rung gives it one; one whose host is very long, too.
  [[nodiscard]] bool has_plain_front(const char* url, std::size_t at, std::size_t size) const {
    const std::size_t host = web_scheme_size({url, size});
    if (host == 0) return false;
    const std::uint64_t slashes = map_.from(line_map::slashes, at) >> host << host;
    const auto path = static_cast<std::size_t>(std::countr_zero(slashes));
    if (path >= std::min(size, line_map::window) || path == host) return false;
    return is_plain_host(url, host, path, map_.from(line_map::other, at), map_.from(line_map::dots, at),
                         map_.from(line_map::dashes, at));
  }

  line_map map_;
};

}  // namespace urlsieve

#endif
