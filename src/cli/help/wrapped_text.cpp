#include "src/cli/help/wrapped_text.hpp"

#include <algorithm>
#include <vector>

namespace urlsieve::cli {

namespace {

// Returns the size of the part of a long word that fits into `capacity` columns; 0 if none does.
std::size_t fitting_part(std::string_view word, std::size_t capacity) {
  const std::size_t last = word.substr(0, capacity).find_last_of("|,/");
  return last == std::string_view::npos ? 0 : last + 1;
}

// Splits a command into words. A quoted word may hold blanks.
std::vector<std::string_view> words_of_command(std::string_view command) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= command.size(); ++i) {
    if (i < command.size() && command[i] == '\'') quoted = !quoted;
    if (i < command.size() && (command[i] != ' ' || quoted)) continue;
    if (i > begin) words.push_back(command.substr(begin, i - begin));
    begin = i + 1;
  }
  return words;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t used) {
  std::string lines;
  bool line_has_words = false;
  const auto begin_line = [&] {
    lines.append(1, '\n').append(indent, ' ');
    used = indent;
    line_has_words = false;
  };
  const auto add_word = [&](std::string_view word) {
    if (line_has_words) lines += ' ';
    used += word.size() + (line_has_words ? 1 : 0);
    lines += word;
    line_has_words = true;
  };
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    std::string_view word = text.substr(from, to - from);
    from = to + 1;
    if (word.empty()) continue;
    const auto fits = [&] { return used + (line_has_words ? 1 : 0) + word.size() <= width; };
    if (!fits() && (line_has_words || used > indent)) begin_line();
    while (!fits()) {
      const std::size_t part = fitting_part(word, width - std::min(used, width));
      if (part == 0) break;
      add_word(word.substr(0, part));
      word.remove_prefix(part);
      begin_line();
    }
    add_word(word);
  }
  return lines;
}

std::string wrapped_command(std::string_view command, std::size_t width, std::size_t indent) {
  constexpr std::size_t more = 2;  // " \"
  std::string lines;
  std::size_t used = indent;
  const std::vector<std::string_view> words = words_of_command(command);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t behind = i + 1 == words.size() ? 0 : more;
    if (i != 0 && used + 1 + words[i].size() + behind > width) {
      lines.append(" \\\n").append(indent + 2, ' ');
      used = indent + 2;
    } else if (i != 0) {
      lines += ' ';
      ++used;
    }
    lines += words[i];
    used += words[i].size();
  }
  return lines;
}

}  // namespace urlsieve::cli
