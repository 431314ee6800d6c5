// Fewer rounds of long tests under sanitizers, where code runs five to twenty times slower. The release runs
// all rounds.
#ifndef URLSIEVE_TESTS_SANITIZED_HPP
#define URLSIEVE_TESTS_SANITIZED_HPP

namespace urlsieve::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

// Step of a loop over similar cases: every fourth case under sanitizers.
inline constexpr int case_step = sanitized ? 4 : 1;

// Returns the number of random cases to try: an eighth of `cases` under sanitizers, at least 1.
template <class Number>
constexpr Number random_cases(Number cases) {
  return sanitized ? cases / 8 + 1 : cases;
}

}  // namespace urlsieve::testing

#endif
