// Synthetic URLs like those of a crawl, in any number. A line depends only on its number, so any part of a
// list can be made alone, and the number of distinct URLs is known in advance.
//
// Eight consecutive URLs are of the same site, like the links of a page. The frequency of a site is about 1
// / its rank. One line in six repeats another URL: half of the repeats any URL, half a popular URL.
#ifndef URLSIEVE_BENCH_MADE_URLS_HPP
#define URLSIEVE_BENCH_MADE_URLS_HPP

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace urlsieve {

class made_urls {
 public:
  static constexpr std::uint64_t group = 6;  // lines, the last of which is a repeat
  static constexpr std::size_t longest = 256;

  // Requires: `distinct` is a multiple of group - 1.
  explicit made_urls(std::uint64_t distinct) : distinct_(distinct) {}

  [[nodiscard]] std::uint64_t distinct() const { return distinct_; }
  [[nodiscard]] std::uint64_t lines() const { return distinct_ / (group - 1) * group; }

  // Returns the number of the distinct URL on a line. Each distinct URL occurs at least once.
  [[nodiscard]] std::uint64_t url_on(std::uint64_t line) const {
    const std::uint64_t at = line % group;
    if (at != group - 1) return line / group * (group - 1) + at;
    const std::uint64_t dice = mixed(line);
    const std::uint64_t any = part_of(distinct_, mixed(dice));
    if ((dice & 1U) != 0) return any;
    // The fourth power selects the first sixteenth of the URLs for half of these repeats.
    std::uint64_t popular = any;
    for (int i = 0; i < 3; ++i) popular = part_of(popular, mixed(dice + static_cast<std::uint64_t>(i) + 1));
    return popular;
  }

  // Writes the URL in normal form and returns its length. `out` has capacity for `longest` bytes. Different
  // numbers give different URLs, because the number is the only group of digits after the host.
  static std::size_t write(std::uint64_t url, char* out) {
    const char* const begin = out;
    const std::uint64_t page = mixed(url / 8 + (std::uint64_t{1} << 60U));
    const std::uint64_t own = mixed(url);
    out = add(out, (page & 3U) == 0 ? "http://" : "https://");
    // The ranks from 2^b to 2^(b+1) have the same total frequency for any b.
    const std::uint64_t width = (page >> 2U) % 23;
    const std::uint64_t rank =
        (std::uint64_t{1} << width) + (mixed(page) & ((std::uint64_t{1} << width) - 1));
    const std::uint64_t site = mixed(rank + (std::uint64_t{1} << 61U));
    if ((site & 1U) != 0) out = add(out, "www.");
    out = add_word(out, site >> 1U);
    out = add_number(out, rank);
    constexpr std::array<std::string_view, 8> ends{".com",   ".org", ".net", ".de",
                                                   ".co.uk", ".fr",  ".com", ".ru"};
    out = add(out, ends[(site >> 20U) & 7U]);
    *out++ = '/';
    out = add_word(out, site >> (24U + (page >> 8U) % 8));
    *out++ = '/';
    out = add_word(out, page >> 12U);
    *out++ = '-';
    out = add_word(out, page >> 32U);
    switch ((site >> 40U) & 3U) {
      case 0:
        out = add(out, "/view.php?id=");
        out = add_number(out, url);
        out = add(out, "&ref=");
        out = add_syllable(out, own);
        break;
      case 1:
        *out++ = '-';
        out = add_syllable(out, own);
        *out++ = '-';
        out = add_number(out, url);
        out = add(out, ".html");
        break;
      default:
        *out++ = '/';
        out = add_number(out, url);
        *out++ = '/';
        break;
    }
    return static_cast<std::size_t>(out - begin);
  }

  // Returns a checksum of a URL. Equal sums of checksums mean that each URL was seen equally often.
  static std::uint64_t checksum(std::string_view url) {
    std::uint64_t sum = url.size() * 0x9E3779B97F4A7C15U;
    std::size_t at = 0;
    const auto take = [&](std::size_t size) {
      std::uint64_t word = 0;
      std::memcpy(&word, url.data() + at, size);
      sum = (sum ^ word) * 0xBF58476D1CE4E5B9U;
      sum ^= sum >> 32U;
    };
    for (; at + 8 <= url.size(); at += 8) take(8);
    take(url.size() - at);
    return mixed(sum);
  }

 private:
  // splitmix64, a public-domain generator by Sebastiano Vigna.
  static std::uint64_t mixed(std::uint64_t number) {
    number += 0x9E3779B97F4A7C15U;
    number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9U;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
    return number ^ (number >> 31U);
  }
  // Returns a number below `limit`. Requires: limit < 2^32.
  static std::uint64_t part_of(std::uint64_t limit, std::uint64_t dice) {
    return (limit * (dice >> 32U)) >> 32U;
  }

  static char* add(char* out, std::string_view text) {
    std::memcpy(out, text.data(), text.size());
    return out + text.size();
  }
  static char* add_number(char* out, std::uint64_t number) {
    std::array<char, 20> digits{};
    std::size_t count = 0;
    do digits[count++] = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    while (count != 0) *out++ = digits[--count];
    return out;
  }
  static char* add_syllable(char* out, std::uint64_t dice) {
    constexpr std::string_view front = "bcdfghklmnprstvz";
    constexpr std::string_view middle = "aaeeiiou";
    constexpr std::string_view back = "lnrstmxd";
    *out++ = front[dice & 15U];
    *out++ = middle[(dice >> 4U) & 7U];
    *out++ = back[(dice >> 7U) & 7U];
    return out;
  }
  // Appends a word of two or three syllables; uses 21 bits of `dice`.
  static char* add_word(char* out, std::uint64_t dice) {
    out = add_syllable(out, dice);
    out = add_syllable(out, dice >> 10U);
    if ((dice & 64U) != 0) out = add_syllable(out, dice >> 11U);
    return out;
  }

  std::uint64_t distinct_;
};

}  // namespace urlsieve

#endif
