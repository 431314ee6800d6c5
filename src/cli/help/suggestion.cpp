#include "src/cli/help/suggestion.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "src/text/ascii.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::size_t longest = 64;         // bytes; longer words get no suggestion
constexpr std::size_t least_beginning = 3;  // letters

std::string_view without_dashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the matrix for letters of `a`: the second last row, the last row, the current row.
  std::array<std::vector<std::size_t>, 3> rows;
  for (std::vector<std::size_t>& row : rows) row.resize(b.size() + 1);
  std::iota(rows[1].begin(), rows[1].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    rows[2][0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      rows[2][j] = std::min(
          {rows[1][j] + 1, rows[2][j - 1] + 1, rows[1][j - 1] + (a[i - 1] == b[j - 1] ? std::size_t{0} : 1)});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) rows[2][j] = std::min(rows[2][j], rows[0][j - 2] + 1);
    }
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  }
  return rows[1][b.size()];
}

std::string_view nearest(std::string_view typed, const std::vector<std::string>& words) {
  const std::string letters = ascii::lowered(without_dashes(typed));
  if (letters.empty() || letters.size() > longest) return {};
  std::string_view best;
  std::tuple<bool, std::size_t, std::string_view> best_rank;
  for (const std::string& word : words) {
    const std::string_view candidate = without_dashes(word);
    const std::size_t distance = edit_distance(letters, candidate);
    const bool is_near =
        distance <= std::max<std::size_t>(1, letters.size() / 3) && distance < candidate.size();
    const bool is_beginning = letters.size() >= least_beginning && candidate.starts_with(letters);
    if (!is_near && !is_beginning) continue;
    const std::tuple<bool, std::size_t, std::string_view> rank{!is_near, distance, word};
    if (best.empty() || rank < best_rank) {
      best = word;
      best_rank = rank;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words) {
  const std::string_view word = nearest(typed, words);
  return word.empty() ? std::string() : "; did you mean " + std::string(word) + "?";
}

}  // namespace urlsieve::cli
