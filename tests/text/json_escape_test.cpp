#include "src/text/json/json_escape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/encodings/short_escapes.hpp"
#include "src/text/scan/kernel_targets.hpp"
#include "tests/oracle/json_escapes_twin.hpp"

namespace urlsieve {
namespace json_escape_test {

std::string decoded(std::string_view text, invalid_escape_policy bad = invalid_escape_policy::keep) {
  std::string out(text.size(), '\0');
  out.resize(decode_json_escapes(text, out.data(), bad));
  EXPECT_LE(out.size(), text.size()) << text;
  return out;
}

TEST(json_escape, decodes_as_rfc_8259_section_7_says) {
  EXPECT_EQ(decoded(R"(http:\/\/a.b\/c)"), "http://a.b/c");
  EXPECT_EQ(decoded(R"(\"\\\/\b\f\n\r\t)"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(decoded(R"(\u0041\u00e9\u4E2D\u003c)"), "A\xC3\xA9\xE4\xB8\xAD<");
  EXPECT_EQ(decoded(R"(\ud83d\ude00)"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded(R"(\\n)"), "\\n");
}

TEST(json_escape, keeps_invalid_escapes) {
  for (const char* const text :
       {"", "plain", R"(\d+\.)", R"(\)", R"(a\)", R"(\u12)", R"(\u12x4)", R"(\ud83d)", R"(\ud83dx)",
        R"(\ude00\ud83d)", R"(\ud83d\u0041)", R"(C:\users)"})
    if (std::string_view(text) == R"(\ud83d\u0041)")
      EXPECT_EQ(decoded(text), R"(\ud83dA)");
    else
      EXPECT_EQ(decoded(text), text);
}

TEST(json_escape, repairs_invalid_escapes) {
  static const std::vector<std::pair<std::string, std::string>> cases{
      {R"(\ud83d)", "\xEF\xBF\xBD"},
      {R"(\ud83dx)", "\xEF\xBF\xBDx"},
      {R"(\ud83d\u0041)",
       "\xEF\xBF\xBD"
       "A"},
      {R"(\ude00\ud83d)", "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {R"(\ud83d\ud83d\ude00)", "\xEF\xBF\xBD\xF0\x9F\x98\x80"},
      {R"(\d+\.)", "d+."},
      {R"(\xD0\xbf\x22)", "\xD0\xBF\""},
      {R"(\xD\xg0\x)", "xDxg0x"},
      {R"(a\)", "a"},
      {R"(\u12x4)", "u12x4"},
      {R"(\/\u00e9\t)", "/\xC3\xA9\t"}};
  for (const auto& [text, meaning] : cases)
    EXPECT_EQ(decoded(text, invalid_escape_policy::repair), meaning) << text;
}

TEST(json_escape, rejects_invalid_escapes) {
  for (const std::string_view text : {R"(\x)", R"(a\)", R"(\u12)", R"(\ud83d)", R"(\n\\\ude00)"}) {
    std::string out(text.size(), '\0');
    EXPECT_EQ(decode_json_escapes(text, out.data(), invalid_escape_policy::reject), json_escape_error)
        << text;
  }
  EXPECT_EQ(decoded(R"(\n\u0041\\)", invalid_escape_policy::reject), "\nA\\");
}

// Vector kernels equal the scalar loop on every instruction set of the machine. Input and output end at the
// end of their memory, so that sanitizers report reads and writes beyond.
class json_escape_kernel : public ::testing::TestWithParam<kernel_target> {
 protected:
  void SetUp() override { run_kernels_on(GetParam()); }
  void TearDown() override { run_kernels_on(0); }

  static void expect_the_same(std::string_view text, std::size_t offset) {
    const auto bytes = std::make_unique<char[]>(offset + text.size());
    std::copy(text.begin(), text.end(), bytes.get() + offset);
    const std::string_view placed(bytes.get() + offset, text.size());
    for (const invalid_escape_policy bad :
         {invalid_escape_policy::keep, invalid_escape_policy::repair, invalid_escape_policy::reject}) {
      const auto out = std::make_unique<char[]>(text.size());
      const std::size_t size = decode_json_escapes(placed, out.get(), bad);
      const std::optional<std::string> expected = oracle::decode_json_escapes(text, bad);
      ASSERT_EQ(size == json_escape_error, !expected) << text;
      if (expected) ASSERT_EQ(std::string_view(out.get(), size), *expected) << text;
    }
    const auto out = std::make_unique<char[]>(text.size());
    const unescaped_extent output = decode_short_escapes(placed, out.get());
    const auto expected =
        oracle::decode_json_escapes(text.substr(0, output.read), invalid_escape_policy::reject);
    ASSERT_TRUE(expected) << text;
    ASSERT_EQ(std::string_view(out.get(), output.written), *expected) << text;
    if (output.read == text.size()) return;
    ASSERT_EQ(text[output.read], '\\') << text;
    ASSERT_TRUE(output.read + 1 == text.size() ||
                std::string_view("\"\\/bfnrt").find(text[output.read + 1]) == std::string_view::npos)
        << text;
  }
};

TEST_P(json_escape_kernel, equals_the_reference_at_every_length_and_alignment) {
  constexpr std::string_view often = "\\\\\\\\\"/bfnrtu0aZ\xC3";
  std::mt19937 random(8259);
  for (std::size_t size = 0; size <= 257; ++size) {
    for (std::size_t offset = 0; offset < 64; ++offset) {
      const unsigned rarity = random() % 4 == 0 ? 1 : 1 + random() % 30;
      // Mostly valid escapes, so that many blocks precede an invalid escape.
      const bool is_valid_range = random() % 4 != 0;
      std::string text;
      while (text.size() < size) {
        if (random() % rarity != 0)
          text += 'x';
        else if (!is_valid_range)
          text += often[random() % often.size()];
        else if (random() % 20 == 0)
          text += R"(\u20AC)";
        else
          text.append(1, '\\').append(1, "\"\\/bfnrt"[random() % 8]);
      }
      text.resize(size);
      expect_the_same(text, offset);
    }
  }
}

TEST_P(json_escape_kernel, knows_runs_of_backslashes_across_blocks) {
  for (std::size_t before = 50; before < 80; ++before)
    for (std::size_t run = 0; run < 140; ++run)
      for (const std::string_view behind : {"n\\\\u", "x", "", "\\t"})
        expect_the_same(std::string(before, '.') + std::string(run, '\\') + std::string(behind), 0);
}

TEST_P(json_escape_kernel, knows_every_letter_at_every_place) {
  for (unsigned letter = 0; letter < 256; ++letter)
    for (std::size_t before = 0; before < 70; ++before)
      expect_the_same(std::string(before, '-') + '\\' + static_cast<char>(letter) + std::string(70, 'n'), 0);
}

INSTANTIATE_TEST_SUITE_P(targets, json_escape_kernel, ::testing::ValuesIn(runnable_targets()),
                         [](const ::testing::TestParamInfo<kernel_target>& param) {
                           return name_of_target(param.param);
                         });

TEST(json_escape, classifies_a_backslash) {
  using kind = json_escape::kind;
  struct row {
    std::string_view text;
    kind is;
    std::size_t size;
    char32_t character;
  };
  for (const row& item :
       {row{R"(\n)", kind::character, 2, '\n'}, row{R"(\u00E9)", kind::character, 6, 0xE9},
        row{R"(\uD83D\uDE00)", kind::character, 12, 0x1F600},
        row{R"(\uD83D\uD83D)", kind::lone_surrogate, 6, 0xFFFD},
        row{R"(\uDE00)", kind::lone_surrogate, 6, 0xFFFD}, row{R"(\x)", kind::unknown, 1, 0},
        row{R"(\u00G9)", kind::unknown, 1, 0}, row{R"(\)", kind::unknown, 1, 0}}) {
    const json_escape found = read_json_escape(item.text, 0);
    EXPECT_EQ(found.is, item.is) << item.text;
    EXPECT_EQ(found.size, item.size) << item.text;
    EXPECT_EQ(found.character, item.character) << item.text;
  }
}

}  // namespace json_escape_test
}  // namespace urlsieve
