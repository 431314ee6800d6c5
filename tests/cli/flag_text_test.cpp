#include "src/cli/help/flag_text.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

namespace urlsieve::cli {
namespace flag_text_test {

TEST(flag_text, options_of_the_library_become_flags) {
  constexpr std::pair<std::string_view, std::string_view> cases[] = {
      {"", ""},
      {"cannot open a::b: no such file", "cannot open a::b: no such file"},
      {"output_options::max_sources", "--max-sources"},
      {"output_options::self_loops needs output_options::edges", "--self-loops needs --edges"},
      {"redirect_options::learn needs url_options::ladder = protocol.",
       "--learn-redirects needs --ladder protocol."},
      {"output_options::dedup = false cannot be used with output_options::directory",
       "--no-dedup cannot be used with -o"},
      {"url_options::strict = true, then", "--strict, then"},
      {"with output_options::directory = DIR, which", "with -o DIR, which"},
      {"(url_options::drop_flags = odd-port)", "(--drop-flags odd-port)"},
      {"give output_options::memory = 30MiB or more", "give --memory 30MiB or more"},
      {"options::force replaces", "--force replaces"},
      {"merge_options::reshard makes", "`urlsieve merge --reshard` makes"},
      {"is 3 = three", "is 3 = three"},
  };
  for (const auto& [message, expected] : cases) EXPECT_EQ(in_flags(message), expected);
}

TEST(flag_text, explanation_names_only_the_flag_of_its_option) {
  EXPECT_EQ(explanation_in_flags({7, "\"url_options::max_url\"", "url_options::max_url"}),
            "byte 7, \"url_options::max_url\" (--max-url)");
  EXPECT_EQ(explanation_in_flags({0, "no port"}), "byte 0, no port");
}

}  // namespace flag_text_test
}  // namespace urlsieve::cli
