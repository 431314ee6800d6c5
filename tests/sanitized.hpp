// Reduces the rounds of long tests under sanitizers, where code is five to twenty times slower.
#ifndef URLSIEVE_TESTS_SANITIZED_HPP
#define URLSIEVE_TESTS_SANITIZED_HPP

namespace urlsieve::testing {

// URLSIEVE_TESTS_SANITIZED is 1 in trees with URLSIEVE_SANITIZE, else 0 (cmake/modules.cmake).
inline constexpr bool sanitized = URLSIEVE_TESTS_SANITIZED != 0;

// Step of a loop over similar cases: every fourth case under sanitizers.
inline constexpr int case_step = sanitized ? 4 : 1;

// Returns the number of random cases to try: an eighth of `cases` under sanitizers, at least 1.
template <class Number>
constexpr Number random_cases(Number cases) {
  return sanitized ? cases / 8 + 1 : cases;
}

}  // namespace urlsieve::testing

#endif
