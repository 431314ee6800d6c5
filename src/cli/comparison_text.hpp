// The result of a comparison of two URLs, and its output as text and JSON.
#ifndef URLSIEVE_CLI_COMPARISON_TEXT_HPP
#define URLSIEVE_CLI_COMPARISON_TEXT_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/terminal/coloring.hpp"
#include "src/url/explain/explanation.hpp"
#include "src/url/explain/ladder_trace.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve::cli {

// A rung of the ladder, or a stage after the ladder (conventions, redirects).
struct compared_stage {
  std::string_view name;
  rung_trace a;
  rung_trace b;

  [[nodiscard]] bool equal() const {
    return a.rejected == rejection::none && b.rejected == rejection::none && a.form == b.form;
  }
};

struct uncomparable {
  rejection reason;
  explanation why;
};

struct comparison {
  std::string_view a;  // as given
  std::string_view b;
  std::string_view ladder;
  std::optional<uncomparable> a_rejected;  // if either is set, the members below are empty
  std::optional<uncomparable> b_rejected;
  std::vector<compared_stage> stages;
  bool equal = false;  // with all options applied
  std::string a_form;  // forms with all options applied
  std::string b_form;
  std::vector<std::string_view> equal_with;  // options that would make the URLs equal
};

// Returns the comparison as text. Requires: neither URL is rejected.
[[nodiscard]] std::string as_text(const comparison& pair, const coloring& colored);

// Returns one JSON object, on one line or indented.
[[nodiscard]] std::string as_json(const comparison& pair, bool on_one_line);

}  // namespace urlsieve::cli

#endif
