// Interface of fuzz targets. The target NAME is the file NAME_fuzz.cpp, which defines in the namespace
// urlsieve::fuzz::NAME_target:
//   extern const std::size_t longest_input = ...;  // bytes; the frame skips longer inputs
//   void run(fuzz_input& given);                   // aborts if a claim is violated
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

// A copy of bytes in a heap block of exactly their size, so that AddressSanitizer reports any read outside
// the bytes.
class exact_bytes {
 public:
  // Appends `padding` NUL bytes, for functions that may read past the end.
  explicit exact_bytes(std::string_view bytes, std::size_t padding = 0)
      : bytes_(std::make_unique<char[]>(bytes.size() + padding)), size_(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), bytes_.get());
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

// The input of one run. Leading bytes select options; every returned view points to its own heap block.
class fuzz_input {
 public:
  explicit fuzz_input(std::string_view bytes) : left_(bytes) {}

  [[nodiscard]] bool empty() const { return left_.empty(); }

  // Returns the next byte, or 0 at the end of the input.
  unsigned byte() {
    if (left_.empty()) return 0;
    const auto first = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    return first;
  }

  // Returns up to `most` bytes.
  std::string_view take(std::size_t most) {
    const std::string_view next = left_.substr(0, most);
    left_.remove_prefix(next.size());
    return given_.emplace_back(next).view();
  }

  // Returns the bytes before the next `end` and skips `end`; returns the rest if there is no `end`.
  std::string_view up_to(char end) {
    const std::size_t size = std::min(left_.find(end), left_.size());
    const std::string_view next = take(size);
    left_.remove_prefix(left_.empty() ? 0 : 1);
    return next;
  }

  std::string_view rest() { return take(left_.size()); }

  // Returns the choice that the next byte selects.
  template <class Choices>
  const auto& one_of(const Choices& choices) {
    return choices[byte() % std::size(choices)];
  }

 private:
  std::string_view left_;
  std::vector<exact_bytes> given_;
};

// Prints the location and aborts unless `holds`.
void require(bool holds, std::source_location where = std::source_location::current());

// A row of the target table of a program.
struct target {
  std::string_view name;
  const std::size_t* longest_input;  // bytes
  void (*run)(fuzz_input& given);
};

// Returns the targets of the program; CMake writes the list.
std::span<const target> targets();

}  // namespace urlsieve::fuzz

#endif
