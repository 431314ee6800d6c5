// Returns a reference, canonicalized: the URL, or "!" and the reason of the rejection.
#ifndef URLSIEVE_TESTS_URL_ONE_URL_HPP
#define URLSIEVE_TESTS_URL_ONE_URL_HPP

#include <memory>
#include <string>
#include <string_view>

#include "src/url/normalize/canonical.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::testing {

template <class Call>
std::string one_url(std::size_t reference_size, const base_url* base, Call call,
                    canonical_url* full = nullptr) {
  // A buffer of exactly the required capacity, so that sanitizers report writes past the end.
  const auto buffer = std::make_unique<char[]>(canonicalizer::capacity_for(reference_size, base));
  const canonical_url output = call(buffer.get());
  if (full != nullptr) *full = output;
  if (output.rejected != rejection::none) return std::string("!").append(name_of(output.rejected));
  return {buffer.get(), output.size};
}

inline std::string normalized(std::string_view reference, const url_options& options,
                              canonical_url* full = nullptr) {
  const canonicalizer canonical(options);
  return one_url(
      reference.size(), nullptr, [&](char* out) { return canonical.normalize(reference, out); }, full);
}

inline std::string canonicalized(std::string_view reference, std::string_view base,
                                 const url_options& options, canonical_url* full = nullptr) {
  const canonicalizer canonical(options);
  base_url from;
  if (!from.assign(base, options, opaque_base_policy::resolve_all)) return "!base";
  return one_url(
      reference.size(), &from, [&](char* out) { return canonical.canonicalize(reference, &from, out); },
      full);
}

inline std::string resolved(std::string_view reference, std::string_view base, const url_options& options) {
  const canonicalizer canonical(options);
  base_url from;
  if (!from.assign(base, options, opaque_base_policy::resolve_all)) return "!base";
  return one_url(reference.size(), &from,
                 [&](char* out) { return canonical.resolve(reference, &from, out); });
}

}  // namespace urlsieve::testing

#endif
