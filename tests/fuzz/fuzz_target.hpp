// Interface of fuzz targets. The target NAME is the file NAME_fuzz.cpp, which defines in the namespace
// urlsieve::fuzz::NAME_target:
//   extern const std::size_t longest_input = ...;  // bytes; the frame skips longer inputs
//   void run(fuzz_input& given);                   // ends the process where a claim does not hold
// fuzz_target.cpp is the frame, for libFuzzer and for replay.cpp.
#ifndef URLSIEVE_TESTS_FUZZ_FUZZ_TARGET_HPP
#define URLSIEVE_TESTS_FUZZ_FUZZ_TARGET_HPP

#include <algorithm>
#include <cstddef>
#include <memory>
#include <source_location>
#include <span>
#include <string_view>
#include <vector>

namespace urlsieve::fuzz {

// Memory of its own for some bytes, exactly as large, so that a sanitizer sees any byte read outside of it.
class exact_bytes {
 public:
  // With `behind` more, all NUL, for those who may read past the end.
  explicit exact_bytes(std::string_view bytes, std::size_t behind = 0)
      : bytes_(std::make_unique<char[]>(bytes.size() + behind)), size_(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), bytes_.get());
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

// The bytes of one run. Those in front choose; what is handed out lies in memory of its own.
class fuzz_input {
 public:
  explicit fuzz_input(std::string_view bytes) : left_(bytes) {}

  [[nodiscard]] bool empty() const { return left_.empty(); }

  // The next byte; 0 where there is none.
  unsigned byte() {
    if (left_.empty()) return 0;
    const auto first = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    return first;
  }

  // The next bytes, at most `most` of them.
  std::string_view take(std::size_t most) {
    const std::string_view next = left_.substr(0, most);
    left_.remove_prefix(next.size());
    return given_.emplace_back(next).view();
  }

  // What stands before the next `end`, which goes, too; all the rest where there is none.
  std::string_view up_to(char end) {
    const std::size_t size = std::min(left_.find(end), left_.size());
    const std::string_view next = take(size);
    left_.remove_prefix(left_.empty() ? 0 : 1);
    return next;
  }

  std::string_view rest() { return take(left_.size()); }

  // One of some choices, by the next byte.
  template <class Choices>
  const auto& one_of(const Choices& choices) {
    return choices[byte() % std::size(choices)];
  }

 private:
  std::string_view left_;
  std::vector<exact_bytes> given_;
};

// Ends the run, naming the place, where a claim does not hold.
void require(bool holds, std::source_location where = std::source_location::current());

// A target that a program of several targets contains.
struct target {
  std::string_view name;
  const std::size_t* longest_input;  // bytes
  void (*run)(fuzz_input& given);
};

// Returns the targets of the program; CMake writes the list.
std::span<const target> targets();

}  // namespace urlsieve::fuzz

#endif
