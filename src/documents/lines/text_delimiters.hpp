// Decides whether the delimiters of lines separate fields of a table, or belong to text, as in logs and
// lists.
#ifndef URLSIEVE_DOCUMENTS_TEXT_DELIMITERS_HPP
#define URLSIEVE_DOCUMENTS_TEXT_DELIMITERS_HPP

#include <string_view>

namespace urlsieve {

// Returns true if in most lines all delimiters are in quotes behind a blank, or at least one is in a URL and
// the others are at the end of the line or in a time (00:00:01,123). A URL is part of a text if
// - it stands between words ("GET http://h/a,b 200"),
// - brackets or single quotes enclose it ("<http://h/a,b>", "('http://h/a,b'),"),
// - or it ends its line behind words that begin most lines, except for their numbers ("5 http://h/a,b").
[[nodiscard]] bool are_delimiters_of_text(std::string_view head, char delimiter);

}  // namespace urlsieve

#endif
