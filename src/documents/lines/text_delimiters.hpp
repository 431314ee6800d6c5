// Decides whether the delimiters of lines separate fields of a table, or belong to text, as in logs and
// lists.
#ifndef URLSIEVE_DOCUMENTS_TEXT_DELIMITERS_HPP
#define URLSIEVE_DOCUMENTS_TEXT_DELIMITERS_HPP

#include <string_view>

namespace urlsieve {

// Returns true if in most lines a delimiter is in quotes behind a blank; or if at least one delimiter is in a
// URL, and the others, too, or in a time (00:00:01,123) or at the end of the line. Such a URL is part of a
// text if
// - it stands between words ("GET http://h/a,b 200"),
// - brackets or single quotes enclose it ("<http://h/a,b>", "('http://h/a,b'),"),
// - or it ends its line behind a number or the name of a file ("5 http://h/a,b"), or behind words that are
//   those of the first such line, except for numbers, and the text behind its last delimiter is no plain
//   word.
// Returns false if the first line is the header of a table.
[[nodiscard]] bool are_delimiters_of_text(std::string_view head, char delimiter);

}  // namespace urlsieve

#endif
