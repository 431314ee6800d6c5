// The keywords of functions on output directories.
#ifndef URLSIEVE_PYTHON_DIRECTORY_OPTIONS_HPP
#define URLSIEVE_PYTHON_DIRECTORY_OPTIONS_HPP

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "src/python/binding.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::python {

struct directory_options {
  extract_options chosen;  // has the options of requests, and the options of the function
  success_marker_policy mark = success_marker_policy::required;  // of `on_error`
};

// Reads the keywords `on_error`, the options of requests to remote directories (request_options), and the
// options with the words in `also`. Throws a failure for other keywords and for invalid values.
[[nodiscard]] directory_options directory_options_of(const py::dict& keywords,
                                                     std::initializer_list<std::string_view> also);

// Returns the only path in `argument`. Throws a failure if there are several or none.
[[nodiscard]] std::string path_of(const py::object& argument);

// A word with its value.
template <class Value>
struct word_value {
  std::string_view word;
  Value value;
};

// Returns the value of the word `text`. `keyword` names the argument in the failure for another word.
template <class Value>
[[nodiscard]] Value value_of_word(std::string_view keyword, const std::string& text,
                                  std::initializer_list<word_value<Value>> words) {
  std::string all;
  for (const word_value<Value>& row : words) {
    if (row.word == text) return row.value;
    all.append(all.empty() ? "" : " or ").append(row.word);
  }
  throw failure({error_code::usage, std::string(keyword) + " is " + all + ", not \"" + text + "\""});
}

}  // namespace urlsieve::python

#endif
