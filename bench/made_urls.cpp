// Writes and checks synthetic lists of URLs for runs at scale (scale.py):
//
//   made_urls list DISTINCT PART PARTS    prints this part of the list, one URL per line
//   made_urls sums DISTINCT PART PARTS    prints the sums over the lines of this part, as JSON
//   made_urls check < ROWS                prints the same sums over rows of an output: a URL, a tab, a count
//
// The JSON has the number of distinct URLs ("distinct") and the sum of their checksums ("urls"), the number
// of lines ("lines") and the sum of the checksums of all lines ("seen"), and the bytes of all lines
// ("bytes"). A repeat in the list is not counted as distinct.
#include "bench/made_urls.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using urlsieve::made_urls;

constexpr std::size_t block = std::size_t{1} << 20;

struct sums {
  std::uint64_t distinct = 0;
  std::uint64_t urls = 0;
  std::uint64_t lines = 0;
  std::uint64_t seen = 0;
  std::uint64_t bytes = 0;  // of URLs with a line end each, as often as they are seen

  void print() const {
    std::printf("{\"distinct\": %llu, \"urls\": %llu, \"lines\": %llu, \"seen\": %llu, \"bytes\": %llu}\n",
                static_cast<unsigned long long>(distinct), static_cast<unsigned long long>(urls),
                static_cast<unsigned long long>(lines), static_cast<unsigned long long>(seen),
                static_cast<unsigned long long>(bytes));
  }
};

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "made_urls: %s\n", why.c_str());
  std::exit(2);
}

std::uint64_t number_of(const char* text) {
  std::uint64_t number = 0;
  const char* const end = text + std::strlen(text);
  if (std::from_chars(text, end, number).ptr != end || text == end) fail(std::string("no number: ") + text);
  return number;
}

void write_list(const made_urls& urls, std::uint64_t from, std::uint64_t to) {
  std::vector<char> buffer(block + made_urls::longest + 1);
  std::size_t held = 0;
  const auto flush = [&] {
    if (std::fwrite(buffer.data(), 1, held, stdout) != held) fail(std::strerror(errno));
    held = 0;
  };
  for (std::uint64_t line = from; line < to; ++line) {
    held += made_urls::write(urls.url_on(line), buffer.data() + held);
    buffer[held++] = '\n';
    if (held >= block) flush();
  }
  flush();
}

void sum_list(const made_urls& urls, std::uint64_t from, std::uint64_t to) {
  sums all;
  std::vector<char> buffer(made_urls::longest);
  for (std::uint64_t line = from; line < to; ++line) {
    const std::size_t size = made_urls::write(urls.url_on(line), buffer.data());
    const std::uint64_t one = made_urls::checksum({buffer.data(), size});
    ++all.lines;
    all.seen += one;
    all.bytes += size + 1;
    if (line % made_urls::group == made_urls::group - 1) continue;
    ++all.distinct;
    all.urls += one;
  }
  all.print();
}

void check_rows() {
  sums all;
  std::vector<char> buffer(block);
  std::size_t held = 0;
  while (true) {
    const std::size_t got = std::fread(buffer.data() + held, 1, buffer.size() - held, stdin);
    held += got;
    const char* at = buffer.data();
    const char* const end = at + held;
    while (const void* const found = std::memchr(at, '\n', static_cast<std::size_t>(end - at))) {
      const char* const line_end = static_cast<const char*>(found);
      const void* const tab = std::memchr(at, '\t', static_cast<std::size_t>(line_end - at));
      if (tab == nullptr) fail("a row without a count");
      const char* const url_end = static_cast<const char*>(tab);
      std::uint64_t count = 0;
      if (std::from_chars(url_end + 1, line_end, count).ptr != line_end) fail("a row without a count");
      const std::uint64_t one = made_urls::checksum({at, static_cast<std::size_t>(url_end - at)});
      ++all.distinct;
      all.urls += one;
      all.lines += count;
      all.seen += one * count;
      all.bytes += count * static_cast<std::uint64_t>(url_end - at + 1);
      at = line_end + 1;
    }
    held = static_cast<std::size_t>(end - at);
    std::memmove(buffer.data(), at, held);
    if (got == 0) break;
    if (held == buffer.size()) fail("a row of a megabyte");
  }
  if (held != 0) fail("the last row has no end");
  all.print();
}

}  // namespace

int main(int count, char** words) {
  const std::string task = count > 1 ? words[1] : "";
  if (task == "check" && count == 2) {
    check_rows();
  } else if ((task == "list" || task == "sums") && count == 5) {
    const made_urls urls(number_of(words[2]));
    const std::uint64_t part = number_of(words[3]);
    const std::uint64_t parts = number_of(words[4]);
    if (urls.distinct() % (made_urls::group - 1) != 0 || urls.distinct() >= std::uint64_t{1} << 32U)
      fail("DISTINCT is no multiple of five below 2^32");
    if (part >= parts || parts > 1'000'000) fail("PART is not below PARTS, a million at the most");
    const std::uint64_t from = urls.lines() * part / parts;
    const std::uint64_t to = urls.lines() * (part + 1) / parts;
    task == "list" ? write_list(urls, from, to) : sum_list(urls, from, to);
  } else {
    fail("list DISTINCT PART PARTS, sums DISTINCT PART PARTS, or check");
  }
  return std::fflush(stdout) == 0 ? 0 : 2;
}
