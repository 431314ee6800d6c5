// Rivals at finding URLs in text, behind one interface. None knows the rules of Appendix E: each counts what
// its pattern says, which is checked for plausibility before it is timed.
#ifndef URLSIEVE_BENCH_RIVALS_URL_SCANNER_HPP
#define URLSIEVE_BENCH_RIVALS_URL_SCANNER_HPP

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::bench {

// What a URL is to a rival that takes a regular expression.
inline constexpr std::string_view url_pattern = "https?://[^[:space:]<>\"]+";

// A text in memory, and the file that holds the same bytes, for rivals that are programs.
struct scanned_text {
  std::string_view bytes;
  std::filesystem::path file;
};

class url_scanner {
 public:
  virtual ~url_scanner() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  // How many it finds; it reads all of the text.
  [[nodiscard]] virtual std::size_t count(const scanned_text& text) = 0;
};

using url_scanners = std::vector<std::unique_ptr<url_scanner>>;

// Each adds its rivals, those that this machine has.
void add_programs(url_scanners& rivals);    // grep, ripgrep
void add_vectorscan(url_scanners& rivals);  // a literal; a pattern with start of match
void add_re2(url_scanners& rivals);

}  // namespace urlsieve::bench

#endif
