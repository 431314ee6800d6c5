// Loads a shared library when one of its functions is first needed, so that rarely used libraries do not slow
// down the start.
#ifndef URLSIEVE_TEXT_LAZY_LIBRARY_HPP
#define URLSIEVE_TEXT_LAZY_LIBRARY_HPP

#include <string>

namespace urlsieve {

// A library that stays loaded for the rest of the process. Throws std::runtime_error if the library or a
// function is missing; the error never counts as a fault of the input.
class lazy_library {
 public:
  // Loads the library by the name for the loader: "libexample.so.1".
  explicit lazy_library(const char* name);

  // Returns the address of `function`, never null.
  [[nodiscard]] void* find(const char* function) const;

 private:
  void* handle_;
};

// Makes later lazy_library objects load the file START + name if this file exists, else the library of the
// system. A start ends with the first letters of file names ("../bundle/own-"), and is relative to the folder
// of the program or shared library that contains this code. Requires: no other thread loads a library.
void prefer_bundled_libraries(const std::string& start);

}  // namespace urlsieve

// Defines a member that calls a function of the library by the name in its header (ICU adds a version to
// names). Requires: `library` is a lazy_library that is declared before.
// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member cannot stand in parentheses.
#define URLSIEVE_LATE_FUNCTION(library, function) \
  decltype(&::function) function =                \
      reinterpret_cast<decltype(&::function)>((library).find(URLSIEVE_TEXT_OF(function)))
// NOLINTEND(bugprone-macro-parentheses)
#define URLSIEVE_TEXT_OF(name) URLSIEVE_TEXT_OF_EXPANDED(name)
#define URLSIEVE_TEXT_OF_EXPANDED(name) #name

#endif
