// grep and ripgrep as whole processes (start, read, match), with output to /dev/null.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "bench/rivals/url_scanner.hpp"

namespace urlsieve::bench {
namespace {

std::string quoted(const std::string& word) {
  std::string shell = "'";
  for (const char c : word) shell += c == '\'' ? "'\\''" : std::string(1, c);
  return shell + "'";
}

class program_rival final : public url_scanner {
 public:
  program_rival(std::string name, std::string command)
      : name_(std::move(name)), command_(std::move(command)) {}
  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] std::size_t count(const scanned_text& text) override {
    const std::string line =
        "LC_ALL=C " + command_ + " -- " + quoted(std::string(url_pattern)) + " " + quoted(text.file.string());
    std::FILE* const pipe = popen((line + " | wc -l").c_str(), "r");
    if (pipe == nullptr) return 0;
    std::array<char, 64> answer{};
    const bool told = std::fgets(answer.data(), answer.size(), pipe) != nullptr;
    pclose(pipe);
    return told ? static_cast<std::size_t>(std::strtoull(answer.data(), nullptr, 10)) : 0;
  }

 private:
  std::string name_;
  std::string command_;
};

bool installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace

void add_programs(url_scanners& rivals) {
  if (installed("grep"))
    rivals.push_back(
        std::make_unique<program_rival>("grep", "grep --text --only-matching --extended-regexp"));
  if (installed("rg"))
    rivals.push_back(std::make_unique<program_rival>(
        "ripgrep", "rg --text --only-matching --no-line-number --no-filename --threads 1 --no-config"));
}

}  // namespace urlsieve::bench
