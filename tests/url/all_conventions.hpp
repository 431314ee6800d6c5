// Sets of conventions for tests.
#ifndef URLSIEVE_TESTS_URL_ALL_CONVENTIONS_HPP
#define URLSIEVE_TESTS_URL_ALL_CONVENTIONS_HPP

#include "src/url/conventions/conventions.hpp"

namespace urlsieve::testing {

// Returns the conventions for which `is_on()` returns true; calls `is_on` once for each.
template <class IsOn>
convention_options some_conventions(IsOn is_on) {
  convention_options options;
  for (const convention& rule : conventions) options.*rule.is_on = is_on();
  return options;
}

inline convention_options all_conventions() {
  return some_conventions([] { return true; });
}

}  // namespace urlsieve::testing

#endif
