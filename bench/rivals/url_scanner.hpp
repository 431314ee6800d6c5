// Interface of programs and libraries that find URLs in text. None implements the rules of Appendix E: each
// counts the matches of its pattern, and the benchmark checks the count before the timing.
#ifndef URLSIEVE_BENCH_RIVALS_URL_SCANNER_HPP
#define URLSIEVE_BENCH_RIVALS_URL_SCANNER_HPP

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::bench {

// The pattern of a URL for rivals that accept a regular expression.
inline constexpr std::string_view url_pattern = "https?://[^[:space:]<>\"]+";

// A text in memory, and a file with the same bytes for programs.
struct scanned_text {
  std::string_view bytes;
  std::filesystem::path file;
};

class url_scanner {
 public:
  virtual ~url_scanner() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  // Reads the whole text and returns the number of matches.
  [[nodiscard]] virtual std::size_t count(const scanned_text& text) = 0;
};

using url_scanners = std::vector<std::unique_ptr<url_scanner>>;

// Each function adds the rivals that this machine has.
void add_programs(url_scanners& rivals);    // grep, ripgrep
void add_vectorscan(url_scanners& rivals);  // a literal; a pattern with start of match
void add_re2(url_scanners& rivals);

}  // namespace urlsieve::bench

#endif
