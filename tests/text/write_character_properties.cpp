// Writes src/text/encodings/character_property.inc from ICU to standard output. To change the version of
// Unicode, build the target write_character_properties and redirect its output.
#include <cstdio>
#include <optional>

#include "tests/text/character_properties_of_icu.hpp"

namespace {

// Formats comma-separated numbers in lines of up to 110 columns.
class number_lines {
 public:
  void add(unsigned number) {
    if (count_++ % 11 == 0) std::fputs(count_ == 1 ? "    " : "\n    ", stdout);
    std::printf(count_ % 11 == 1 ? "0x%06XU," : " 0x%06XU,", number);
  }
  ~number_lines() { std::fputs("\n", stdout); }

 private:
  unsigned count_ = 0;
};

}  // namespace

int main() {
  using namespace urlsieve;
  std::printf("// Unicode %s, written by tests/text/write_character_properties.cpp. Do not edit.\n",
              U_UNICODE_VERSION);
  std::puts("#ifdef URLSIEVE_KIND_RUNS");
  {
    number_lines lines;
    std::optional<character_kind> before;
    for (UChar32 character = of_icu::first_character; character <= of_icu::last_character; ++character) {
      const character_kind kind = of_icu::kind_of(character);
      if (before != kind) lines.add((static_cast<unsigned>(character) << 2U) | static_cast<unsigned>(kind));
      before = kind;
    }
  }
  std::puts("#endif\n#ifdef URLSIEVE_SENTENCE_PUNCTUATION_RUNS");
  {
    number_lines lines;
    bool before = false;
    for (UChar32 character = of_icu::first_character; character <= of_icu::last_character; ++character) {
      const bool has = of_icu::is_sentence_punctuation(character);
      if (has != before) lines.add(static_cast<unsigned>(character));
      before = has;
    }
  }
  std::puts("#endif");
  return 0;
}
