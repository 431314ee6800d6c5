// Makes a long URL list with many repeats out of a short one: `url_repeat LINES UNIQUE <URLS >OUT`.
// The n distinct URLs read stand as they are; further ones up to UNIQUE are theirs with another page, id or
// host number. Each comes at least once; the other lines are drawn with a bias to few URLs, as links of a
// crawl are, and the whole is shuffled. The same list gives the same bytes.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

// splitmix64, a public-domain generator by Sebastiano Vigna.
class random_numbers {
 public:
  std::uint64_t next() {
    std::uint64_t mixed = (state_ += 0x9E3779B97F4A7C15U);
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
  }
  // From 0 to below `limit`; the bias of the remainder is far below what a list shows.
  std::uint64_t below(std::uint64_t limit) { return next() % limit; }

 private:
  std::uint64_t state_ = 2024;
};

std::vector<std::string> distinct_lines() {
  std::vector<std::string> lines;
  std::unordered_set<std::string> seen;
  for (std::string line; std::getline(std::cin, line);) {
    line.erase(line.find('#') == std::string::npos ? line.size() : line.find('#'));
    if (line.find("://") != std::string::npos && seen.insert(line).second) lines.push_back(line);
  }
  return lines;
}

// 16 hexadecimal digits that look like a token.
std::string token(std::uint64_t number) {
  std::uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15U;
  std::string digits;
  for (int i = 0; i < 16; ++i, mixed >>= 4U) digits += "0123456789abcdef"[mixed & 15U];
  return digits;
}

std::string variant(const std::string& url, std::uint64_t number, std::uint64_t index) {
  if (number == 0) return url;
  const std::string digits = std::to_string(number);
  const std::size_t host = url.find("://") + 3;
  const std::string mark = url.find('?') == std::string::npos ? "?" : "&";
  switch (number % 3) {
    case 0:
      return url.substr(0, host) + "s" + digits + "." + url.substr(host);
    case 1:
      return url + mark + "page=" + digits + "&session=" + token(index);
    default:
      return url + mark + "id=" + token(index);
  }
}

void repeat(std::uint64_t lines, std::uint64_t unique) {
  const std::vector<std::string> urls = distinct_lines();
  if (urls.empty() || unique > lines || lines > UINT32_MAX)
    throw std::runtime_error("LINES >= UNIQUE, URLS not empty");
  random_numbers random;
  std::vector<std::uint32_t> order(lines);
  for (std::uint64_t i = 0; i < lines; ++i) {
    const double drawn = static_cast<double>(random.next() >> 11U) * 0x1p-53;
    order[i] = static_cast<std::uint32_t>(
        i < unique ? i : static_cast<std::uint64_t>(drawn * drawn * drawn * static_cast<double>(unique)));
  }
  for (std::uint64_t i = lines; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  for (const std::uint32_t index : order) {
    const std::string line = variant(urls[index % urls.size()], index / urls.size(), index) + "\n";
    if (std::fwrite(line.data(), 1, line.size(), stdout) != line.size())
      throw std::runtime_error("cannot write");
  }
  if (std::fflush(stdout) != 0) throw std::runtime_error("cannot write");
}

}  // namespace

int main(int count, char** arguments) try {
  std::ios::sync_with_stdio(false);
  if (count != 3) throw std::runtime_error("usage: url_repeat LINES UNIQUE <URLS >OUT");
  repeat(std::strtoull(arguments[1], nullptr, 10), std::strtoull(arguments[2], nullptr, 10));
  return 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "url_repeat: %s\n", failure.what());
  return 1;
}
