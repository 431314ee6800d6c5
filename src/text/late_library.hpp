// A shared library that is loaded when the first of its functions is needed: what most runs never call costs
// none of them anything at its start.
#ifndef URLSIEVE_TEXT_LATE_LIBRARY_HPP
#define URLSIEVE_TEXT_LATE_LIBRARY_HPP

namespace urlsieve {

// Stays loaded for the rest of the process. Throws std::runtime_error where there is no such library, or
// where it has no such function: neither is ever taken for a fault of the input.
class late_library {
 public:
  // As the loader knows it: "libexample.so.1".
  explicit late_library(const char* name);

  [[nodiscard]] void* find(const char* function) const;

 private:
  void* handle_;
};

}  // namespace urlsieve

// A member that calls a function of the library, by the name its header gives it (ICU's give names a
// version). `library` is a late_library that was declared before.
// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member cannot stand in parentheses.
#define URLSIEVE_LATE_FUNCTION(library, function) \
  decltype(&::function) function =                \
      reinterpret_cast<decltype(&::function)>((library).find(URLSIEVE_TEXT_OF(function)))
// NOLINTEND(bugprone-macro-parentheses)
#define URLSIEVE_TEXT_OF(name) URLSIEVE_TEXT_OF_EXPANDED(name)
#define URLSIEVE_TEXT_OF_EXPANDED(name) #name

#endif
